import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A package of somebody else's, as the lockfile names it. */
export interface Package {
  name: string;
  version: string;
  /** Where it lies: the same package may lie in several versions. */
  place: string;
  license: string | undefined;
  /** Only built and tested with. */
  isDev: boolean;
  hasScript: boolean;
  integrity: string | undefined;
  /** Where it comes from, if the lockfile says so. */
  resolved: string | undefined;
  needs: readonly string[];
}

/** What a folder of ours asks for. */
export interface Manifest {
  place: string;
  dependencies: Readonly<Record<string, string>>;
  allowScripts: readonly string[];
}

export interface Supply {
  packages: Package[];
  manifests: Manifest[];
}

const project = join(import.meta.dirname, '..');

interface Locked {
  [key: string]: unknown;
  version?: string;
  name?: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  dependencies?: Record<string, string>;
}

/** Reads what the project is made of, from its lockfile and its manifests alone. */
export async function readSupply(folder = project): Promise<Supply> {
  const json = async (path: string) => JSON.parse(await readFile(join(folder, path), 'utf8'));
  const { packages } = (await json('package-lock.json')) as { packages: Record<string, Locked> };
  const own = Object.keys(packages).filter((place) => !place.includes('node_modules'));
  const manifests = await Promise.all(
    own.map(async (place) => manifestOf(place || '.', await json(join(place, 'package.json')))),
  );
  const others = Object.entries(packages).filter(
    ([place, one]) => place.includes('node_modules') && !one.link,
  );
  return { packages: others.map(([place, one]) => packageOf(place, one)), manifests };
}

function packageOf(place: string, one: Locked): Package {
  return {
    name: one.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version: one.version ?? '',
    place,
    license: one.license,
    isDev: one.dev === true,
    hasScript: one.hasInstallScript === true,
    integrity: one.integrity,
    resolved: one.resolved,
    needs: Object.keys(one.dependencies ?? {}),
  };
}

function manifestOf(place: string, read: Record<string, Record<string, string>>): Manifest {
  const { dependencies, devDependencies, optionalDependencies, allowScripts = {} } = read;
  return {
    place,
    dependencies: { ...dependencies, ...devDependencies, ...optionalDependencies },
    allowScripts: Object.keys(allowScripts).filter((name) => Boolean(allowScripts[name])),
  };
}
