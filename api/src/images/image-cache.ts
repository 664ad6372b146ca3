import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { folderTrimmer } from './image-cache-eviction.ts';

type Make = () => Promise<Buffer>;

/**
 * Disk cache of pictures. The key is derived from the picture's source, so entries never become stale and
 * the folder can be emptied at any time. Concurrent requests for a picture share one rendering. Renderings
 * run a few at a time, leaving one core for the rest of the shop. A picture that cannot be cached is still
 * returned, and `onWriteError` receives the error. When the cache is full, the least recently used files
 * are deleted; a file's modification time is its last use, to the day.
 * @param maxBytes size limit; the default is in `image-cache-eviction.ts`
 */
export function pictureCache(folder: string, onWriteError: (error: unknown) => void, maxBytes?: number) {
  const grew = folderTrimmer(folder, onWriteError, maxBytes);
  const inTurn = limitConcurrency(Math.max(1, availableParallelism() - 1));
  const flights = new Map<string, Promise<Buffer>>();
  const used = noteUses();

  async function find(key: string, make: Make): Promise<Buffer> {
    const file = join(folder, key.slice(0, 2), key);
    const cached = await read(file);
    if (cached) {
      used(file);
      return cached;
    }
    const made = await inTurn(make);
    await write(file, made).then(() => grew(made.length), onWriteError);
    return made;
  }

  return (key: string, make: Make): Promise<Buffer> => {
    const flight = flights.get(key) ?? find(key, make).finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };
}

const day = 86_400_000;
const maxNoted = 20_000;

/** Updates a file's time once a day when it is used, without blocking. Errors for deleted files are ignored. */
function noteUses() {
  const noted = new Set<string>();
  let resetAt = 0;
  return (file: string): void => {
    const now = Date.now();
    if (now >= resetAt || noted.size >= maxNoted) {
      noted.clear();
      resetAt = now + day;
    }
    if (noted.has(file)) return;
    noted.add(file);
    utimes(file, now / 1000, now / 1000).catch(() => {});
  };
}

/** Undefined when the file is missing or empty: a power failure can leave a name without content. */
async function read(file: string): Promise<Buffer | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes?.length ? bytes : undefined;
}

/** Writes atomically, because other processes read the same folder. */
async function write(file: string, bytes: Buffer): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(unfinished, bytes);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Limits the number of tasks that run at once to `count`, first come, first served. */
export function limitConcurrency(count: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Made>(work: () => Promise<Made>): Promise<Made> => {
    if (running >= count) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
