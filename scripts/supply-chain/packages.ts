import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A third-party package in the lockfile. */
export interface Package {
  name: string;
  version: string;
  /** Folder of the package; several versions may be installed. */
  place: string;
  license: string | undefined;
  /** Used only to build and test. */
  isDev: boolean;
  hasScript: boolean;
  integrity: string | undefined;
  /** Source of the package, when the lockfile has it. */
  resolved: string | undefined;
  needs: readonly string[];
}

/** The requirements of a workspace. */
interface Manifest {
  place: string;
  dependencies: Readonly<Record<string, string>>;
  allowScripts: readonly string[];
}

export interface Supply {
  packages: Package[];
  manifests: Manifest[];
}

const project = join(import.meta.dirname, '../..');

interface Locked {
  [key: string]: unknown;
  version?: string;
  name?: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  dependencies?: Record<string, string>;
}

/** Reads the packages from the lockfile and the manifests alone. */
export async function readSupply(folder = project): Promise<Supply> {
  const json = async (path: string) => JSON.parse(await readFile(join(folder, path), 'utf8'));
  const { packages } = (await json('package-lock.json')) as { packages: Record<string, Locked> };
  const workspaces = Object.keys(packages).filter((place) => !place.includes('node_modules'));
  const manifests = await Promise.all(
    workspaces.map(async (place) => manifestOf(place || '.', await json(join(place, 'package.json')))),
  );
  // A bundled package is part of the archive of another one, whose hash covers it.
  const installed = Object.entries(packages).filter(
    ([place, entry]) => place.includes('node_modules') && !entry.link && !entry.inBundle,
  );
  return { packages: installed.map(([place, entry]) => packageOf(place, entry)), manifests };
}

function packageOf(place: string, entry: Locked): Package {
  return {
    name: entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version: entry.version ?? '',
    place,
    license: entry.license,
    isDev: entry.dev === true,
    hasScript: entry.hasInstallScript === true,
    integrity: entry.integrity,
    resolved: entry.resolved,
    needs: Object.keys(entry.dependencies ?? {}),
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
