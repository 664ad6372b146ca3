import type { IDBPDatabase } from 'idb';
import { warnOnce } from '../browser/warn-once.ts';
import { deleteAllBut, openCache, readEntry, wipe, writeEntry } from './cache-db.ts';
import { within } from './database.ts';
import { isFull } from './database-names.ts';

/** Spec accounts 9, in milliseconds: time limits of storage operations, and how often the size is checked. */
export const cacheTimings = { read: 800, write: 800, iterate: 2000, check: 30_000 };
/**
 * The number of errors after which the cache is not read or written any more while the page lives (spec accounts 9).
 */
const maxErrors = { read: 1, write: 30 };
/** How many entries survive a purge: the most recently used, since shoppers return to pages they visited. */
export const entriesAfterPurge = 100;
/**
 * The size limit in bytes of text (wire contract 6.6), and the share of the browser's quota that may be
 * used.
 */
const quota = { bytes: 4_194_304, share: 0.8 };
/** The size of the memory copy, which is read first. */
const maxInMemory = 30;

export interface CacheParts {
  /** Milliseconds since 1970. */
  now(): number;
  /** Storage used by this origin and its quota, in bytes. */
  estimate(): Promise<{ usage?: number; quota?: number }>;
  open(): Promise<IDBPDatabase>;
}

/**
 * Caches data that the shop also has, for speed and for offline use (OFF-4). It never fails and never takes
 * long: an operation that exceeds its time limit is dropped. It never contains data that must not be lost.
 */
export class Cache<Value> {
  readonly #parts: CacheParts;
  readonly #memory = new Map<string, Value>();
  #errors = { read: 0, write: 0 };
  #db: Promise<IDBPDatabase> | undefined;
  #hasGrown = false;

  constructor(parts: CacheParts) {
    this.#parts = parts;
  }

  async get(key: string): Promise<Value | undefined> {
    const known = this.#memory.get(key);
    if (known !== undefined) this.#remember(key, known);
    if (known !== undefined || this.#errors.read >= maxErrors.read) return known;
    try {
      const entry = await within(cacheTimings.read, async () => readEntry<Value>(await this.#open(), key));
      if (entry === undefined) return undefined;
      this.#remember(key, entry.value);
      void this.#write(key, entry.value);
      return entry.value;
    } catch {
      this.#errors.read += 1;
      return undefined;
    }
  }

  /** @returns when the value is stored, or will not be */
  async put(key: string, value: Value): Promise<void> {
    this.#remember(key, value);
    this.#hasGrown = true;
    await this.#write(key, value);
  }

  async clear(): Promise<void> {
    this.#memory.clear();
    await within(cacheTimings.write, async () => wipe(await this.#open())).catch(() => {});
  }

  /** Checks the size; over quota, all but the hundred most recently used entries are deleted. */
  async checkSize(): Promise<void> {
    if (!this.#hasGrown || this.#errors.write >= maxErrors.write) return;
    this.#hasGrown = false;
    const { usage = 0, quota: allowed = Number.POSITIVE_INFINITY } = await this.#parts
      .estimate()
      .catch(() => ({ usage: 0, quota: undefined }));
    const limit = usage > allowed * quota.share ? 0 : quota.bytes;
    const purge = async () => deleteAllBut(await this.#open(), entriesAfterPurge, limit);
    await within(cacheTimings.iterate, purge).catch(() => {
      this.#errors.write += 1;
    });
  }

  async #write(key: string, value: Value): Promise<void> {
    if (this.#errors.write >= maxErrors.write) return;
    const write = () =>
      within(cacheTimings.write, async () =>
        writeEntry(await this.#open(), { key, value, used_at: this.#parts.now() }),
      );
    try {
      await write().catch(async (error: unknown) => {
        if (!isFull(error)) throw error;
        await this.clear();
        await write();
      });
    } catch (error) {
      warnOnce('The cache cannot be written', error);
      this.#errors.write += 1;
    }
  }

  #remember(key: string, value: Value): void {
    this.#memory.delete(key);
    this.#memory.set(key, value);
    const [oldest] = this.#memory.keys();
    if (this.#memory.size > maxInMemory && oldest !== undefined) this.#memory.delete(oldest);
  }

  /** Opened on first use, and reopened after it was closed to free space. */
  #open(): Promise<IDBPDatabase> {
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

/** The cache of this browser, whose size is checked every 30 s while the page lives. */
export function browserCache<Value>(): Cache<Value> {
  const cache = new Cache<Value>({
    now: () => Date.now(),
    estimate: async () => (await navigator.storage?.estimate?.()) ?? {},
    open: openCache,
  });
  setInterval(() => void cache.checkSize(), cacheTimings.check);
  return cache;
}
