import { deleteAllBut, openCache, readEntry, wipe, writeEntry } from './cache-db.ts';
import { isFull } from './cache-names.ts';

/** Accounts 9, in milliseconds: how long the browser's storage may take, and how often its size is looked at. */
export const patience = { read: 800, write: 800, iterate: 2000, check: 30_000 };
/** After so many errors it is not read, or not written, any more while the page lives (accounts 9). */
const mostErrors = { read: 1, write: 30 };
/** So many stay when it is over quota: those that were used last, since a shopper goes back to where they were. */
export const keptWhenPurged = 100;
/** What it may come to in bytes of text (wire contract 6.6), and how much of the browser's own quota may be used. */
const quota = { bytes: 4_194_304, share: 0.8 };
/** The memory copy, which is asked first. */
const mostInMemory = 30;

export interface CacheParts {
  /** Milliseconds since 1970. */
  now(): number;
  /** What this origin uses of what it may, in bytes. */
  estimate(): Promise<{ usage?: number; quota?: number }>;
  open(): Promise<IDBDatabase>;
}

/**
 * Keeps what the shop has anyway, so that it is there sooner, or without a network (OFF-4). It never fails and never
 * takes long: what it cannot do in time it leaves. Nothing that must not be lost is ever in it.
 */
export class Cache<Value> {
  readonly #parts: CacheParts;
  readonly #memory = new Map<string, Value>();
  #errors = { read: 0, write: 0 };
  #db: Promise<IDBDatabase> | undefined;
  #hasGrown = false;

  constructor(parts: CacheParts) {
    this.#parts = parts;
  }

  async get(key: string): Promise<Value | undefined> {
    const known = this.#memory.get(key);
    if (known !== undefined) this.#remember(key, known);
    if (known !== undefined || this.#errors.read >= mostErrors.read) return known;
    try {
      const entry = await within(patience.read, async () => readEntry<Value>(await this.#open(), key));
      if (entry === undefined) return undefined;
      this.#remember(key, entry.value);
      void this.#write(key, entry.value);
      return entry.value;
    } catch {
      this.#errors.read += 1;
      return undefined;
    }
  }

  /** @returns when it is kept, or is not going to be */
  async put(key: string, value: Value): Promise<void> {
    this.#remember(key, value);
    this.#hasGrown = true;
    await this.#write(key, value);
  }

  async clear(): Promise<void> {
    this.#memory.clear();
    await within(patience.write, async () => wipe(await this.#open())).catch(() => {});
  }

  /** Looks at the size; over quota all but the first hundred go. */
  async checkSize(): Promise<void> {
    if (!this.#hasGrown || this.#errors.write >= mostErrors.write) return;
    this.#hasGrown = false;
    const { usage = 0, quota: allowed = Number.POSITIVE_INFINITY } = await this.#parts
      .estimate()
      .catch(() => ({ usage: 0, quota: undefined }));
    const limit = usage > allowed * quota.share ? 0 : quota.bytes;
    const purge = async () => deleteAllBut(await this.#open(), keptWhenPurged, limit);
    await within(patience.iterate, purge).catch(() => {
      this.#errors.write += 1;
    });
  }

  async #write(key: string, value: Value): Promise<void> {
    if (this.#errors.write >= mostErrors.write) return;
    const write = () =>
      within(patience.write, async () =>
        writeEntry(await this.#open(), { key, value, used_at: this.#parts.now() }),
      );
    try {
      await write().catch(async (error: unknown) => {
        if (!isFull(error)) throw error;
        await this.clear();
        await write();
      });
    } catch {
      this.#errors.write += 1;
    }
  }

  #remember(key: string, value: Value): void {
    this.#memory.delete(key);
    this.#memory.set(key, value);
    const [oldest] = this.#memory.keys();
    if (this.#memory.size > mostInMemory && oldest !== undefined) this.#memory.delete(oldest);
  }

  /** Opened when it is needed first, and again after it was given up to make room. */
  #open(): Promise<IDBDatabase> {
    const forget = () => {
      this.#db = undefined;
    };
    this.#db ??= this.#parts.open().then((db) => {
      db.onversionchange = () => {
        db.close();
        forget();
      };
      return db;
    });
    this.#db.catch(forget);
    return this.#db;
  }
}

/** The cache of this browser, looked at every 30 s while the page lives. */
export function browserCache<Value>(): Cache<Value> {
  const cache = new Cache<Value>({
    now: () => Date.now(),
    estimate: async () => (await navigator.storage?.estimate?.()) ?? {},
    open: openCache,
  });
  setInterval(() => void cache.checkSize(), patience.check);
  return cache;
}

/** Rejects when it takes longer than so many milliseconds. */
async function within<Result>(milliseconds: number, run: () => Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The storage is too slow')), milliseconds);
  try {
    return await Promise.race([run(), promise]);
  } finally {
    clearTimeout(timer);
  }
}
