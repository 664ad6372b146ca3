import { Gauge, type Registry } from 'prom-client';

/** Number of cached pages of a process, and their memory. */
export interface PageCacheSize {
  pages: number;
  bytes: number;
}

/**
 * Measures the page cache.
 * @param readSize returns nothing when there is no cache in this process yet
 */
export function measurePageCache(registry: Registry, readSize: () => PageCacheSize | undefined): void {
  const registers = [registry];
  new Gauge({
    name: 'page_cache_pages',
    help: 'Cached pages',
    registers,
    collect() {
      this.set(readSize()?.pages ?? 0);
    },
  });
  new Gauge({
    name: 'page_cache_bytes',
    help: 'Memory of the cached pages',
    registers,
    collect() {
      this.set(readSize()?.bytes ?? 0);
    },
  });
}
