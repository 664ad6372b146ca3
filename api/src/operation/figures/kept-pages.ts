import { Gauge, type Registry } from 'prom-client';

/** How many finished pages a process keeps, and how much memory they take. */
export interface KeptPages {
  pages: number;
  bytes: number;
}

/** Counts finished pages. @param kept nothing where there are no pages yet, or none in this process */
export function measureKeptPages(registry: Registry, kept: () => KeptPages | undefined): void {
  const registers = [registry];
  new Gauge({
    name: 'page_cache_pages',
    help: 'Finished pages that are kept',
    registers,
    collect() {
      this.set(kept()?.pages ?? 0);
    },
  });
  new Gauge({
    name: 'page_cache_bytes',
    help: 'Memory they take',
    registers,
    collect() {
      this.set(kept()?.bytes ?? 0);
    },
  });
}
