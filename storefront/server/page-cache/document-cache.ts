import type { Page } from './page.ts';

interface CacheEntry {
  page: Page;
  bytes: number;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/**
 * Maximum number of changed tags that are tracked: rendering a page takes far less time than so many
 * changes.
 */
const maxTrackedTags = 10_000;

/** Estimated size in bytes of an entry without its bodies: headers, tags and the entry itself. */
const overhead = 2000;

export interface DocumentCacheLimits {
  /**
   * Maximum size of all bodies in their stored encodings and the estimated overhead; the least recently
   * used page is evicted first.
   */
  bytes: number;
  /** Seconds a page may be cached when none of its tags changes (spec commerce 9: 86400). */
  seconds: number;
}

/** Rendered anonymous pages in memory, found by key and invalidated by tag (SHELL-2). */
export class DocumentCache {
  readonly #limits: DocumentCacheLimits;
  readonly #entries = new Map<string, CacheEntry>();
  readonly #keysByTag = new Map<string, Set<string>>();
  #bytes = 0;
  #changes = 0;
  /** The last change of each tag, in the order of the changes. */
  readonly #changedAt = new Map<string, number>();
  /** A page started before this change counts as stale. */
  #allChangedAt = 0;

  constructor(limits: DocumentCacheLimits) {
    this.#limits = limits;
  }

  /** Number of invalidations so far. */
  get changes(): number {
    return this.#changes;
  }

  /**
   * Whether one of these tags was invalidated since: a page started before may show old data.
   * @param since an earlier value of `changes`
   */
  hasChanged(tags: Iterable<string>, since: number): boolean {
    if (this.#allChangedAt > since) return true;
    for (const tag of tags) if ((this.#changedAt.get(tag) ?? 0) > since) return true;
    return false;
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.#entries.size, bytes: this.#bytes };
  }

  get(key: string, now: number): Page | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.expiresAt <= now) {
      this.#forget(key);
      return undefined;
    }
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.page;
  }

  /**
   * Stores a page, unless it is larger than the cache.
   * @param seconds how long, if less than the maximum
   */
  set(key: string, page: Page, now: number, seconds = this.#limits.seconds): void {
    this.#forget(key);
    const bytes = bytesOf(key, page);
    if (bytes > this.#limits.bytes) return;
    this.#entries.set(key, { page, bytes, expiresAt: now + seconds * 1000 });
    this.#bytes += bytes;
    for (const tag of page.tags) {
      const keys = this.#keysByTag.get(tag) ?? new Set();
      this.#keysByTag.set(tag, keys.add(key));
    }
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#limits.bytes) break;
      this.#forget(oldest);
    }
  }

  /**
   * Invalidates every page that has one of these tags.
   * @returns how many there were
   */
  invalidate(tags: Iterable<string>): number {
    this.#changes++;
    const stale = new Set<string>();
    for (const tag of tags) {
      this.#note(tag);
      for (const key of this.#keysByTag.get(tag) ?? []) stale.add(key);
    }
    for (const key of stale) this.#forget(key);
    return stale.size;
  }

  /**
   * Removes every page.
   * @returns how many there were
   */
  clear(): number {
    const { size } = this.#entries;
    this.#changes++;
    this.#allChangedAt = this.#changes;
    this.#changedAt.clear();
    this.#entries.clear();
    this.#keysByTag.clear();
    this.#bytes = 0;
    return size;
  }

  #note(tag: string): void {
    this.#changedAt.delete(tag);
    this.#changedAt.set(tag, this.#changes);
    const [oldest] = this.#changedAt;
    if (!oldest || this.#changedAt.size <= maxTrackedTags) return;
    this.#changedAt.delete(oldest[0]);
    this.#allChangedAt = oldest[1];
  }

  #forget(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
    for (const tag of entry.page.tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }
}

function bytesOf(key: string, { bodies, tags }: Page): number {
  const sizes = [bodies.identity, bodies.gzip, bodies.br].map((body) => body?.length ?? 0);
  return sizes.reduce((sum, size) => sum + size, overhead + 2 * key.length + 40 * tags.length);
}
