import type { Page } from './page.ts';

interface Kept {
  page: Page;
  bytes: number;
  /** Milliseconds since the epoch. */
  until: number;
}

/** How many tags are remembered to have changed: a page is made in far less time than it takes to change as many. */
const mostNoted = 10_000;

/** What a cache holds besides the bodies: headers, tags, the entry itself; an estimate, in bytes. */
const overhead = 2000;

export interface DocumentCacheLimits {
  /** Bodies in the codings that are kept and an estimate of the rest, together; the least recently used page leaves first. */
  bytes: number;
  /** Seconds a page may be kept when nothing it shows changes (commerce 9: 86400). */
  seconds: number;
}

/** Finished anonymous pages in memory, found by key and forgotten by tag (SHELL-2). */
export class DocumentCache {
  readonly #limits: DocumentCacheLimits;
  readonly #kept = new Map<string, Kept>();
  readonly #keysByTag = new Map<string, Set<string>>();
  #bytes = 0;
  #changes = 0;
  /** By tag, in the order of the changes: the last of its changes. */
  readonly #changedAt = new Map<string, number>();
  /** Whatever was begun before this change is taken to be old. */
  #allChangedAt = 0;

  constructor(limits: DocumentCacheLimits) {
    this.#limits = limits;
  }

  /** How many times something was invalidated. */
  get changes(): number {
    return this.#changes;
  }

  /** Whether something of this was invalidated since: a page begun before may show old data. @param since an earlier `changes` */
  hasChanged(tags: Iterable<string>, since: number): boolean {
    if (this.#allChangedAt > since) return true;
    for (const tag of tags) if ((this.#changedAt.get(tag) ?? 0) > since) return true;
    return false;
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.#kept.size, bytes: this.#bytes };
  }

  get(key: string, now: number): Page | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    if (kept.until <= now) {
      this.#forget(key);
      return undefined;
    }
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.page;
  }

  /** Keeps a page, unless it is larger than all there is room for. @param seconds for how long, where not as long as any */
  set(key: string, page: Page, now: number, seconds = this.#limits.seconds): void {
    this.#forget(key);
    const bytes = bytesOf(key, page);
    if (bytes > this.#limits.bytes) return;
    this.#kept.set(key, { page, bytes, until: now + seconds * 1000 });
    this.#bytes += bytes;
    for (const tag of page.tags) {
      const keys = this.#keysByTag.get(tag) ?? new Set();
      this.#keysByTag.set(tag, keys.add(key));
    }
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#limits.bytes) break;
      this.#forget(oldest);
    }
  }

  /** Forgets every page that shows one of these; returns how many there were. */
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

  /** Forgets every page; returns how many there were. */
  clear(): number {
    const { size } = this.#kept;
    this.#changes++;
    this.#allChangedAt = this.#changes;
    this.#changedAt.clear();
    this.#kept.clear();
    this.#keysByTag.clear();
    this.#bytes = 0;
    return size;
  }

  #note(tag: string): void {
    this.#changedAt.delete(tag);
    this.#changedAt.set(tag, this.#changes);
    const [oldest] = this.#changedAt;
    if (!oldest || this.#changedAt.size <= mostNoted) return;
    this.#changedAt.delete(oldest[0]);
    this.#allChangedAt = oldest[1];
  }

  #forget(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    this.#kept.delete(key);
    this.#bytes -= kept.bytes;
    for (const tag of kept.page.tags) {
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
