import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { type FairQueue, fairQueue, type QueuedWork } from './fair-queue.ts';
import { createCacheEviction } from './image-cache-eviction.ts';

type Make = () => Promise<Buffer>;

/** The place of a picture in the cache, and the client that asks for it. */
interface Wanted {
  key: string;
  /** Client IP whose turn it is in the queue of renderings. */
  client?: string;
}

/**
 * Disk cache of pictures. The key is derived from the picture's source, so entries never become stale and
 * the folder can be emptied at any time. Concurrent requests for a picture share one rendering, which runs
 * at the first turn of any of them. A picture that cannot be cached is still returned, and `onWriteError`
 * receives the error. When the cache is full, the least recently used files are deleted; a file's
 * modification time is its last use, to the day.
 * @param of `maxBytes`: size limit; the default is in `image-cache-eviction.ts`
 */
export function pictureCache(
  folder: string,
  onWriteError: (error: unknown) => void,
  { maxBytes, queue = pictureQueue() }: { maxBytes?: number | undefined; queue?: FairQueue } = {},
) {
  const grew = createCacheEviction(folder, onWriteError, maxBytes);
  const flights = new Map<string, Flight>();
  const used = noteUses();

  async function find(key: string, make: Make, flight: Omit<Flight, 'picture'>): Promise<Buffer> {
    const file = join(folder, key.slice(0, 2), key);
    const cached = await read(file);
    if (cached) {
      used(file);
      return cached;
    }
    const [first = '', ...rest] = flight.clients;
    flight.queued = queue(first, make);
    for (const client of rest) flight.queued.alsoFor(client);
    const made = await flight.queued.result;
    await write(file, made).then(() => grew(made.length), onWriteError);
    return made;
  }

  return ({ key, client = '' }: Wanted, make: Make): Promise<Buffer> => {
    const pending = flights.get(key);
    if (pending) {
      if (!pending.clients.has(client)) pending.queued?.alsoFor(client);
      pending.clients.add(client);
      return pending.picture;
    }
    const flight: Omit<Flight, 'picture'> = { clients: new Set([client]), queued: undefined };
    const picture = find(key, make, flight).finally(() => flights.delete(key));
    flights.set(key, Object.assign(flight, { picture }));
    return picture;
  };
}

/** A picture that is being looked up or rendered, and the clients that wait for it. */
interface Flight {
  picture: Promise<Buffer>;
  clients: Set<string>;
  queued: QueuedWork<Buffer> | undefined;
}

/** Renders a few pictures at a time, leaving one core for the rest of the shop. */
export const pictureQueue = (): FairQueue => fairQueue(Math.max(1, availableParallelism() - 1));

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
