import { createHash } from 'node:crypto';
import type { Package, Supply } from './packages.ts';

/**
 * The packages that a running shop is made of, as CycloneDX 1.6 writes it. It says the same whenever it is asked, so that two
 * can be compared.
 */
export function billOf({ packages }: Supply, version: string): object {
  const shipped = packages.filter(({ isDev }) => !isDev);
  const components = [...new Map(shipped.map((one) => [purlOf(one), one]))].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(components.map(([purl]) => purl).join())}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'fynbos', name: 'fynbos', version } },
    components: components.map(([purl, one]) => ({
      type: 'library',
      'bom-ref': purl,
      name: one.name,
      version: one.version,
      purl,
      ...(one.license && { licenses: [licenceOf(one.license)] }),
      ...(one.integrity && { hashes: [{ alg: 'SHA-512', content: hexOf(one.integrity) }] }),
    })),
    dependencies: components.map(([purl, { needs }]) => ({
      ref: purl,
      dependsOn: components.filter(([, { name }]) => needs.includes(name)).map(([other]) => other),
    })),
  };
}

const purlOf = ({ name, version }: Package) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

const licenceOf = (license: string) =>
  / AND | OR /.test(license) ? { expression: license } : { license: { id: license } };

const hexOf = (integrity: string) =>
  Buffer.from(integrity.slice(integrity.indexOf('-') + 1), 'base64').toString('hex');

/** Made of what it names (RFC 9562, version 8). */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
