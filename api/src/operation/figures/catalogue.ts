import { defaultStoreView } from '@fynbos/core/shop.ts';
import { Gauge, type Registry } from 'prom-client';
import type { LiveCatalogue } from '../../catalogue/live.ts';
import type { CatalogueWatch } from '../../catalogue/watch.ts';
import type { LiveSearch } from '../../search/service.ts';

/** A store view's catalogue, and how it is kept fresh. */
export interface WatchedCatalogue {
  catalogue: LiveCatalogue;
  search: Pick<LiveSearch, 'isFailing'>;
  watch: CatalogueWatch;
}

const figures = {
  catalogue_products: {
    help: 'Products this process serves',
    of: ({ catalogue }: WatchedCatalogue) => catalogue.size,
  },
  catalogue_version: {
    help: 'How many changes of the catalogue this process has read since it started',
    of: ({ catalogue }: WatchedCatalogue) => catalogue.version,
  },
  catalogue_heard_seconds: {
    help: 'Since a change was announced last, or since the start',
    of: ({ watch }: WatchedCatalogue) => watch.heardSeconds,
  },
  catalogue_behind_seconds: {
    help: 'For how long something has changed, or may have, that this process has not read yet',
    of: ({ watch }: WatchedCatalogue) => watch.behindSeconds,
  },
  search_failing: {
    help: 'Whether the search engine is away or holds something else than the catalogue: 0 or 1',
    of: ({ search }: WatchedCatalogue) => Number(search.isFailing),
  },
};

/** How much this process sells in each store view, and how fresh that is. */
export function measureCatalogue(registry: Registry, catalogues: readonly WatchedCatalogue[]): void {
  for (const [name, { help, of }] of Object.entries(figures))
    new Gauge({
      ...{ name, help, labelNames: ['view'], registers: [registry] },
      collect() {
        for (const one of catalogues) this.set({ view: nameOf(one) }, of(one));
      },
    });
}

const nameOf = ({ catalogue: { view } }: WatchedCatalogue): string =>
  view.code || defaultStoreView.country.toLowerCase();
