import { createHash } from 'node:crypto';
import type { Package, Supply } from './packages.ts';

/**
 * The packages of a running shop as a CycloneDX 1.6 document. The output is deterministic, so that two can
 * be compared.
 */
export function billOf({ packages }: Supply, version: string): object {
  const shipped = packages.filter(({ isDev }) => !isDev);
  const components = [...new Map(shipped.map((entry) => [purlOf(entry), entry]))].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(components.map(([purl]) => purl).join())}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'fynbos', name: 'fynbos', version } },
    components: components.map(([purl, entry]) => ({
      type: 'library',
      'bom-ref': purl,
      name: entry.name,
      version: entry.version,
      purl,
      ...(entry.license && { licenses: [licenceOf(entry.license)] }),
      ...(entry.integrity && { hashes: [{ alg: 'SHA-512', content: hexOf(entry.integrity) }] }),
    })),
    dependencies: components.map(([purl, { needs }]) => ({
      ref: purl,
      dependsOn: components
        .filter(([, { name }]) => needs.includes(name))
        .map(([dependencyPurl]) => dependencyPurl),
    })),
  };
}

const purlOf = ({ name, version }: Package) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

const licenceOf = (license: string) =>
  / AND | OR /.test(license) ? { expression: license } : { license: { id: license } };

const hexOf = (integrity: string) =>
  Buffer.from(integrity.slice(integrity.indexOf('-') + 1), 'base64').toString('hex');

/** Derived from the content (RFC 9562, version 8). */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
