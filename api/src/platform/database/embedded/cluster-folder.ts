import { createHash, randomUUID } from 'node:crypto';
import { chown, lstat, mkdir, readlink, realpath, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf, UserFacingError } from '../../errors/user-facing-error.ts';
import { type Account, canEnter } from './system-account.ts';

/** Folder that root may use for files of an unprivileged account when the project is in a closed folder. */
export const reachableFolder = '/var/lib/fynbos';

/**
 * The folder that holds the cluster: `postgres` in the data folder. If the account cannot enter the data
 * folder, that name is a symbolic link to a folder that it can enter, so that the data is easy to find and
 * a moved project keeps it.
 * @returns the real path; the folder itself may not exist yet, its parent does
 * @throws UserFacingError when this process may not write there
 */
export async function placeOfCluster(dataFolder: string, account?: Account): Promise<string> {
  try {
    await mkdir(dataFolder, { recursive: true });
    const place = join(await realpath(dataFolder), 'postgres');
    const stats = await lstat(place).catch(() => undefined);
    if (stats?.isSymbolicLink()) return await readlink(place);
    if (stats || !account || (await canEnter(dataFolder, account))) return place;
    // A unique name: a new clone of the project at the same path must not use the data of an earlier one.
    const elsewhere = join(reachableFolder, `data-${randomUUID().slice(0, 12)}`);
    await mkdir(reachableFolder, { recursive: true, mode: 0o755 });
    await symlink(elsewhere, place);
    return elsewhere;
  } catch (cause) {
    throw cannotWrite(dataFolder, cause);
  }
}

/** Converts a write failure of the data folder to a readable error; other failures pass unchanged. */
export function cannotWrite(folder: string, cause: unknown): unknown {
  const code = codeOf(cause);
  if (code === 'EACCES' || code === 'EPERM')
    return new UserFacingError(
      `No permission to write to the data folder ${folder}: start as its owner, or choose another with FYNBOS_DATA.`,
      { cause },
    );
  if (code === 'EROFS' || code === 'ENOSPC' || code === 'EDQUOT')
    return new UserFacingError(
      `The data folder ${folder} lies on a disk that is ${code === 'EROFS' ? 'read-only' : 'full'}: choose another with FYNBOS_DATA.`,
      { cause },
    );
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return new UserFacingError(
      `The data folder ${folder} is not a folder: choose another with FYNBOS_DATA.`,
      {
        cause,
      },
    );
  return cause;
}

/** The kernel's limit for the path of a Unix socket, without the closing zero byte. */
const maxSocketPath = process.platform === 'linux' ? 107 : 103;

/**
 * The folder of the server's socket: the cluster itself (closed to others). If that path is too long for a
 * socket, a short closed folder in the system's temporary folder.
 */
export async function socketFolder(cluster: string, account?: Account): Promise<string> {
  if (fits(cluster)) return cluster;
  const folder = join(tmpdir(), `fynbos-${digest(cluster)}`);
  if (!fits(folder))
    throw new UserFacingError(`The path ${cluster} is too long for a socket: choose a shorter FYNBOS_DATA.`);
  await mkdir(folder, { mode: 0o700 }).then(
    () => account && chown(folder, account.uid, account.gid),
    () => refuseForeign(folder, account?.uid ?? process.getuid?.()),
  );
  return folder;
}

const fits = (folder: string) => Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= maxSocketPath;

/**
 * The temporary folder is open to all: a folder of that name owned by another user could intercept
 * connections.
 */
async function refuseForeign(folder: string, uid?: number): Promise<void> {
  const { uid: owner, mode } = await stat(folder);
  if (owner === uid && (mode & 0o077) === 0) return;
  throw new UserFacingError(
    `The folder ${folder} belongs to another user: remove it, or choose a shorter FYNBOS_DATA.`,
  );
}

const digest = (path: string) => createHash('sha256').update(path).digest('hex').slice(0, 12);
