import { defaultStoreView } from '@fynbos/core/shop.ts';
import { Gauge, type Registry } from 'prom-client';
import type { WatchedCatalogue } from '../../shop-context.ts';

const gauges = {
  catalogue_products: {
    help: 'Products this process serves',
    of: ({ catalogue }: WatchedCatalogue) => catalogue.size,
  },
  catalogue_version: {
    help: 'Catalogue changes this process has read since it started',
    of: ({ catalogue }: WatchedCatalogue) => catalogue.version,
  },
  catalogue_heard_seconds: {
    help: 'Seconds since the last announced change, or since the start',
    of: ({ watch }: WatchedCatalogue) => watch.secondsSinceNotification,
  },
  catalogue_behind_seconds: {
    help: 'Seconds since a change occurred, or may have occurred, that this process has not read yet',
    of: ({ watch }: WatchedCatalogue) => watch.behindSeconds,
  },
  search_failing: {
    help: 'Whether the search engine is unreachable or differs from the catalogue: 0 or 1',
    of: ({ search }: WatchedCatalogue) => Number(search.isFailing),
  },
};

/** Measures how many products this process serves in each store view, and how current they are. */
export function measureCatalogue(registry: Registry, catalogues: readonly WatchedCatalogue[]): void {
  for (const [name, { help, of }] of Object.entries(gauges))
    new Gauge({
      ...{ name, help, labelNames: ['view'], registers: [registry] },
      collect() {
        for (const watched of catalogues) this.set({ view: nameOf(watched) }, of(watched));
      },
    });
}

const nameOf = ({ catalogue: { view } }: WatchedCatalogue): string =>
  view.code || defaultStoreView.country.toLowerCase();
