import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { folderTrimmer } from './trim.ts';

type Make = () => Promise<Buffer>;

/**
 * Pictures on disk, each under the key of what it was made from, so that nothing ever goes stale: another
 * source is another key, and the folder may be emptied at any time. Those who ask for the same picture at once
 * share one making of it, and pictures are made a few at a time, leaving a core for the rest of the shop.
 * A picture that cannot be kept is still given; `notKept` hears why. When they take too much room those go
 * that were asked for longest ago: a file's time is of its last use, to the day.
 *
 * @param most bytes of room; as `trim.ts` says, where left out
 */
export function pictureCache(folder: string, notKept: (error: unknown) => void, most?: number) {
  const grew = folderTrimmer(folder, notKept, most);
  const inTurn = atMost(Math.max(1, availableParallelism() - 1));
  const flights = new Map<string, Promise<Buffer>>();
  const used = noteUses();

  async function find(key: string, make: Make): Promise<Buffer> {
    const file = join(folder, key.slice(0, 2), key);
    const kept = await read(file);
    if (kept) {
      used(file);
      return kept;
    }
    const made = await inTurn(make);
    await write(file, made).then(() => grew(made.length), notKept);
    return made;
  }

  return (key: string, make: Make): Promise<Buffer> => {
    const flight = flights.get(key) ?? find(key, make).finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };
}

const day = 86_400_000;
const mostNoted = 20_000;

/** Writes down that a file was used, once a day; nobody waits for it, and one that is gone by then has no time to keep. */
function noteUses() {
  const noted = new Set<string>();
  let until = 0;
  return (file: string): void => {
    const now = Date.now();
    if (now >= until || noted.size >= mostNoted) {
      noted.clear();
      until = now + day;
    }
    if (noted.has(file)) return;
    noted.add(file);
    utimes(file, now / 1000, now / 1000).catch(() => {});
  };
}

/** Undefined when it is not there, or empty: a machine that lost power may leave a name without its bytes. */
async function read(file: string): Promise<Buffer | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes?.length ? bytes : undefined;
}

/** Appears whole or not at all: another process may read the same folder. */
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

/** Runs what it is given, at most `count` at once, first come first served. */
export function atMost(count: number) {
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
