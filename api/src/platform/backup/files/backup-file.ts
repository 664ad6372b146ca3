import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { codeOf, messageOf, UserFacingError } from '../../errors/user-facing-error.ts';
import { isRecord } from '../../json/is-record.ts';
import { BrokenBackup } from './backup-format.ts';

/**
 * The last bytes of a file, as a frame that zstd decoders skip. Node's decoder does not report a missing
 * frame end once all compressed data was read.
 */
export const endFrame = Buffer.concat([Buffer.from('502a4d1804000000', 'hex'), Buffer.from('done')]);

/** The file holds customer data and the session signing keys. */
const forItsOwnerOnly = 0o600;

/**
 * Compresses bytes into a file. Until all of them are on disk the file has a temporary name, so a file with
 * this name is always complete.
 * @returns its size in bytes
 * @throws UserFacingError when the file exists or cannot be written; a partial file is removed
 */
export async function writeBackupFile(path: string, bytes: AsyncIterable<Buffer>): Promise<number> {
  await refuseExisting(path);
  let currentPath = `${path}.unfinished-${process.pid}`;
  try {
    await fill(currentPath, bytes);
    // Another process may have created a file of this name meanwhile.
    await refuseExisting(path);
    await rename(currentPath, path);
    currentPath = path;
    await sync(dirname(path));
    return (await stat(path)).size;
  } catch (cause) {
    await rm(currentPath, { force: true }).catch(() => {});
    throw explainWriting(path, cause);
  }
}

/**
 * The decompressed bytes of a file.
 * @throws BrokenBackup, UserFacingError while they are read
 */
export async function* readBackupFile(path: string): AsyncGenerator<Buffer> {
  // The file is read twice, so a pipe is not possible.
  const stats = await stat(path).catch((cause) => {
    throw new UserFacingError(`${path} cannot be read (${cause.message}).`, { cause });
  });
  if (!stats.isFile()) throw new UserFacingError(`${path} is not a file.`);
  const end = stats.size - endFrame.length;
  if (end <= 0) throw new BrokenBackup('it ends too early');
  const compressed = createReadStream(path, { end: end - 1 });
  const bytes = createZstdDecompress({ chunkSize: chunkSize });
  const joined = pipeline(compressed, bytes);
  joined.catch(() => {});
  try {
    yield* bytes;
    // The end of the file may be damaged although everything before it was read.
    await joined;
    if (!(await bytesFrom(path, end)).equals(endFrame)) throw new BrokenBackup('it ends too early');
  } catch (cause) {
    throw explainReading(path, cause);
  }
}

const chunkSize = 256 * 1024;

const bytesFrom = (path: string, start: number): Promise<Buffer> => buffer(createReadStream(path, { start }));

async function fill(path: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  // The checksum also covers the parts that no table sum covers.
  const compressor = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const file = createWriteStream(path, { flags: 'wx', mode: forItsOwnerOnly, flush: true });
  await pipeline(bytes, compressor, withEndFrame, file);
}

async function* withEndFrame(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* compressed;
  yield endFrame;
}

async function refuseExisting(path: string): Promise<void> {
  if (await stat(path).catch(() => undefined))
    throw new UserFacingError(`${path} already exists: choose another name, or remove it first.`);
}

/** The directory entry has to survive a power failure too. */
async function sync(folder: string): Promise<void> {
  const file = await open(folder);
  await file.sync().finally(() => file.close());
}

/** Error codes of the disk; others come from the database connection. */
const ofDisks = new Set([
  ...['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EACCES', 'EPERM'],
  ...['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'],
]);

function explainWriting(path: string, cause: unknown): unknown {
  const code = codeOf(cause) ?? '';
  if (!ofDisks.has(code)) return cause;
  const why = code === 'ENOSPC' ? 'the disk is full' : messageOf(cause);
  return new UserFacingError(`${path} cannot be written (${why}): nothing is left of it.`, { cause });
}

function explainReading(path: string, cause: unknown): unknown {
  const code = codeOf(cause);
  if (isRecord(cause) && cause.syscall)
    return new UserFacingError(`${path} cannot be read (${messageOf(cause)}).`, { cause });
  if (code === 'Z_BUF_ERROR') return new BrokenBackup('it ends too early', { cause });
  return code?.startsWith('Z') ? new BrokenBackup('it cannot be unpacked', { cause }) : cause;
}
