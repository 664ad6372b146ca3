import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { codeOf, StartProblem } from '../database/start-problem.ts';
import { BrokenBackup } from './backup-format.ts';

/**
 * The last bytes of a file, as a frame that unpackers of zstd skip: Node's does not miss the end of a frame once all that was packed in it
 * has come out.
 */
export const endMark = Buffer.concat([Buffer.from('502a4d1804000000', 'hex'), Buffer.from('done')]);

/** It holds the data of customers, and the keys that sign their logins. */
const forItsOwnerOnly = 0o600;

/**
 * Packs bytes into a file. Until all of them are on the disk they stand under another name beside it, so that no file
 * of this name is ever half of one.
 *
 * @returns its size in bytes
 * @throws StartProblem when it is there already, or cannot be written; then nothing is left of it
 */
export async function writePacked(path: string, bytes: AsyncIterable<Buffer>): Promise<number> {
  await refuseExisting(path);
  let there = `${path}.unfinished-${process.pid}`;
  try {
    await fill(there, bytes);
    // Somebody else may have written one of this name meanwhile.
    await refuseExisting(path);
    await rename(there, path);
    there = path;
    await sync(dirname(path));
    return (await stat(path)).size;
  } catch (cause) {
    await rm(there, { force: true }).catch(() => {});
    throw explainWriting(path, cause);
  }
}

/** The bytes that were packed into a file. @throws BrokenBackup, StartProblem while they are read */
export async function* readPacked(path: string): AsyncGenerator<Buffer> {
  // Read twice, so a pipe will not do.
  const found = await stat(path).catch((cause) => {
    throw new StartProblem(`${path} cannot be read (${cause.message}).`, { cause });
  });
  if (!found.isFile()) throw new StartProblem(`${path} is no file.`);
  const end = found.size - endMark.length;
  if (end <= 0) throw new BrokenBackup('it ends too early');
  const packed = createReadStream(path, { end: end - 1 });
  const bytes = createZstdDecompress({ chunkSize: pieceSize });
  const joined = pipeline(packed, bytes);
  joined.catch(() => {});
  try {
    yield* bytes;
    // Its very end may be found wrong after everything before it was given out.
    await joined;
    if (!(await bytesFrom(path, end)).equals(endMark)) throw new BrokenBackup('it ends too early');
  } catch (cause) {
    throw explainReading(path, cause);
  }
}

const pieceSize = 256 * 1024;

const bytesFrom = (path: string, start: number): Promise<Buffer> => buffer(createReadStream(path, { start }));

async function fill(path: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  // The checksum covers what no sum of a table does.
  const packer = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const file = createWriteStream(path, { flags: 'wx', mode: forItsOwnerOnly, flush: true });
  await pipeline(bytes, packer, withEndMark, file);
}

async function* withEndMark(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* packed;
  yield endMark;
}

async function refuseExisting(path: string): Promise<void> {
  if (await stat(path).catch(() => undefined))
    throw new StartProblem(`${path} is there already: choose another name, or remove it first.`);
}

/** The name, too, has to outlive a power cut. */
async function sync(folder: string): Promise<void> {
  const file = await open(folder);
  await file.sync().finally(() => file.close());
}

/** Beside those of the connection that the bytes come from. */
const ofDisks = new Set([
  ...['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EACCES', 'EPERM'],
  ...['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'],
]);

function explainWriting(path: string, cause: unknown): unknown {
  const code = codeOf(cause) ?? '';
  if (!ofDisks.has(code)) return cause;
  const why = code === 'ENOSPC' ? 'the disk is full' : (cause as Error).message;
  return new StartProblem(`${path} cannot be written (${why}): nothing is left of it.`, { cause });
}

function explainReading(path: string, cause: unknown): unknown {
  const { syscall, code, message } = cause as NodeJS.ErrnoException;
  if (syscall) return new StartProblem(`${path} cannot be read (${message}).`, { cause });
  if (code === 'Z_BUF_ERROR') return new BrokenBackup('it ends too early', { cause });
  return code?.startsWith('Z') ? new BrokenBackup('it cannot be unpacked', { cause }) : cause;
}
