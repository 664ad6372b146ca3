import { createHash, randomUUID } from 'node:crypto';
import { chown, lstat, mkdir, readlink, realpath, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, canEnter } from './account.ts';
import { codeOf, StartProblem } from './start-problem.ts';

/** Where root may put what an unprivileged account must reach when the project lies in a closed folder. */
export const reachableFolder = '/var/lib/fynbos';

/**
 * The folder that holds the cluster: `postgres` in the data folder. Where the account cannot enter the data
 * folder, that name is a symbolic link to a folder which it can enter, so that whoever looks finds it and a
 * moved project keeps its data.
 *
 * @returns the real path; the folder itself may not exist yet, the one above it does
 * @throws StartProblem when we may not write there
 */
export async function placeOfCluster(dataFolder: string, account?: Account): Promise<string> {
  try {
    await mkdir(dataFolder, { recursive: true });
    const place = join(await realpath(dataFolder), 'postgres');
    const found = await lstat(place).catch(() => undefined);
    if (found?.isSymbolicLink()) return await readlink(place);
    if (found || !account || (await canEnter(dataFolder, account))) return place;
    // A name of its own: a project cloned anew at the same path must not find what an earlier one left.
    const elsewhere = join(reachableFolder, `data-${randomUUID().slice(0, 12)}`);
    await mkdir(reachableFolder, { recursive: true, mode: 0o755 });
    await symlink(elsewhere, place);
    return elsewhere;
  } catch (cause) {
    throw cannotWrite(dataFolder, cause);
  }
}

/** Says that the data folder cannot be written, in one sentence; other failures pass unchanged. */
export function cannotWrite(folder: string, cause: unknown): unknown {
  const code = codeOf(cause);
  if (code === 'EACCES' || code === 'EPERM')
    return new StartProblem(
      `No permission to write to the data folder ${folder}: start as its owner, or choose another with FYNBOS_DATA.`,
      { cause },
    );
  if (code === 'EROFS' || code === 'ENOSPC' || code === 'EDQUOT')
    return new StartProblem(
      `The data folder ${folder} lies on a disk that is ${code === 'EROFS' ? 'read-only' : 'full'}: choose another with FYNBOS_DATA.`,
      { cause },
    );
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return new StartProblem(`The data folder ${folder} is not a folder: choose another with FYNBOS_DATA.`, {
      cause,
    });
  return cause;
}

/** The kernel's limit for the path of a Unix socket, without the closing zero byte. */
const longestSocketPath = process.platform === 'linux' ? 107 : 103;

/**
 * The folder of the server's socket: the cluster itself (closed to others), or, where that path is too long
 * for a socket, a short closed folder in the machine's temporary folder.
 */
export async function socketFolder(cluster: string, account?: Account): Promise<string> {
  if (fits(cluster)) return cluster;
  const folder = join(tmpdir(), `fynbos-${digest(cluster)}`);
  if (!fits(folder))
    throw new StartProblem(`The path ${cluster} is too long for a socket: choose a shorter FYNBOS_DATA.`);
  await mkdir(folder, { mode: 0o700 }).then(
    () => account && chown(folder, account.uid, account.gid),
    () => refuseForeign(folder, account?.uid ?? process.getuid?.()),
  );
  return folder;
}

const fits = (folder: string) => Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= longestSocketPath;

/** The temporary folder is open to all: somebody else's folder of that name could catch our connections. */
async function refuseForeign(folder: string, uid?: number): Promise<void> {
  const { uid: owner, mode } = await stat(folder);
  if (owner === uid && (mode & 0o077) === 0) return;
  throw new StartProblem(
    `The folder ${folder} belongs to somebody else: remove it, or choose a shorter FYNBOS_DATA.`,
  );
}

const digest = (path: string) => createHash('sha256').update(path).digest('hex').slice(0, 12);
