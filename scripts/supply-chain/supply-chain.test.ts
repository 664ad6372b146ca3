import { expect, test } from 'vitest';
import { type Audit, affected, ageOf, snapshotOf } from './advisories.ts';
import { supplyProblems } from './package-policy.ts';
import { type Package, readSupply, type Supply } from './packages.ts';
import { billOf } from './sbom.ts';

const supply = await readSupply();

test('every package is locked, comes from the registry, runs only allowed scripts, and may be shipped (T23)', () => {
  expect(supply.packages.length).toBeGreaterThan(300);
  expect(supplyProblems(supply)).toEqual([]);
});

const [first] = supply.packages.filter(({ isDev, hasScript }) => !isDev && !hasScript) as [Package];
const withPackage = (change: Partial<Package>): Supply => ({
  ...supply,
  packages: [{ ...first, ...change }, ...supply.packages],
});
const requiring = (version: string): Supply => ({
  ...supply,
  manifests: [...supply.manifests, { place: 'x', dependencies: { y: version }, allowScripts: [] }],
});

const tampered: [string, Supply][] = [
  ['without a hash', withPackage({ integrity: undefined })],
  ['with a weak hash', withPackage({ integrity: 'sha1-x' })],
  ['from elsewhere', withPackage({ resolved: 'https://evil.example/x.tgz' })],
  ['from a repository', withPackage({ resolved: 'git+ssh://git@github.com/x/y.git' })],
  [
    'from a registry with a similar name',
    withPackage({ resolved: 'https://registry.npmjs.org.evil.example/x' }),
  ],
  ['that runs a script', withPackage({ name: 'left-pad', hasScript: true })],
  ['under GPL-3.0-only', withPackage({ license: 'GPL-3.0-only' })],
  ['under AGPL-3.0-only combined with a free licence', withPackage({ license: '(MIT AND AGPL-3.0-only)' })],
  ['under LGPL-3.0-or-later without being a separate library', withPackage({ license: 'LGPL-3.0-or-later' })],
  ['under no licence', withPackage({ license: undefined })],
  ...['^1.0.0', '~1.0.0', '1.x', '*', 'latest', '>=1.0.0', 'github:x/y', 'file:../y'].map(
    (version): [string, Supply] => [`required as ${version}`, requiring(version)],
  ),
];

test.each(tampered)('supplyProblems reports a package %s (T23)', (_what, changed) => {
  expect(supplyProblems(changed)).toHaveLength(1);
});

test('affected lists advisories for installed versions, and ageOf reports the age of the snapshot (T23)', () => {
  const cause = {
    ...{ source: 1, name: first.name, title: 'Prototype pollution', severity: 'high', range: '<99.0.0' },
    url: 'https://github.com/advisories/GHSA-xxxx-yyyy-zzzz',
  };
  const audit: Audit = {
    vulnerabilities: { [first.name]: { via: [cause, 'another'], nodes: [first.place] } },
  };
  const snapshot = snapshotOf(audit, supply.packages, '2026-10-01');
  expect(affected(supply.packages, snapshot)).toEqual([
    expect.stringContaining(`${first.name} ${first.version}: GHSA-xxxx-yyyy-zzzz Prototype pollution`),
  ]);
  expect(
    affected(
      supply.packages.filter(({ name }) => name !== first.name),
      snapshot,
    ),
  ).toEqual([]);
  expect(ageOf(snapshot, new Date('2026-10-11'))).toBe(
    '1 advisories known, fetched 10 days ago (2026-10-01).',
  );
  expect(ageOf(snapshot, new Date('2026-12-01'))).toContain('long ago');
  expect(ageOf({ asked: null, vulns: [] }, new Date())).toContain('No advisories were fetched');
});

test('the bill of materials lists every shipped package once, and is deterministic (T23)', () => {
  const bill = billOf(supply, '0.1.0') as { components: { purl: string; hashes: { content: string }[] }[] };
  const shipped = supply.packages
    .filter(({ isDev }) => !isDev)
    .map(({ name, version }) => `${name}@${version}`);
  expect(bill.components).toHaveLength(new Set(shipped).size);
  expect(bill.components.map(({ purl }) => purl)).toContain(
    `pkg:npm/${first.name.replace('@', '%40')}@${first.version}`,
  );
  for (const { hashes } of bill.components) expect(hashes[0]!.content).toMatch(/^[0-9a-f]{128}$/);
  expect(JSON.stringify(billOf(supply, '0.1.0'))).toBe(JSON.stringify(bill));
});
