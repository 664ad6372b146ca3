import { inProcessEngine } from '@fynbos/core/search/in-process/in-process-engine.ts';
import type { SearchEngine } from '@fynbos/core/search/search-engine.ts';
import type { Synonyms } from '@fynbos/core/search/text/synonyms.ts';
import type { StoreView } from '@fynbos/core/shop.ts';
import { missingViews, storeViews } from '@fynbos/core/store-views.ts';
import { type CatalogueSource, openCatalogue } from './catalogue/live-catalogue.ts';
import type { Config } from './config/config.ts';
import { policyOf } from './pricing/price-policy.ts';
import { openSearchClient } from './search/opensearch/index/opensearch-client.ts';
import { openSearchEngine } from './search/opensearch/opensearch-engine.ts';
import { openSearch } from './search/search-service.ts';
import { openCatalogSnapshot } from './search/snapshot/catalog-snapshot-service.ts';
import type { OpenView } from './shop-context.ts';
import { type Views, viewsOf } from './store-views.ts';

/** Loads the catalogue once for each enabled store view, with its own search. */
export async function openViews(
  config: Config,
  synonyms: Synonyms,
  source: Required<Pick<CatalogueSource, 'db' | 'now' | 'warn' | 'promotionLabels' | 'readStatistics'>> & {
    caughtUp(): void;
  },
): Promise<Views<OpenView>> {
  const [standard, ...otherViews] = storeViews;
  missingViews.forEach(source.warn);
  const open = async (view: StoreView, warn = source.warn): Promise<OpenView> => {
    const { listOutOfStock } = config;
    const policy = policyOf(config);
    const catalogue = await openCatalogue({ ...source, view, warn, policy, listOutOfStock });
    const search = await openSearch(catalogue, engineFor(view, config, synonyms), config, source);
    const catalogSnapshot = openCatalogSnapshot({
      catalogue,
      synonyms: synonyms.written,
      listing: config,
      now: source.now,
    });
    return { catalogue, search, catalogSnapshot };
  };
  const all = [await open(standard)];
  // Warn about an invalid product once, not once per view.
  for (const view of config.multistore ? otherViews : []) all.push(await open(view, () => {}));
  return viewsOf(all);
}

/** The configured search engine, or the in-process engine. */
function engineFor({ code }: StoreView, config: Config, synonyms: Synonyms): SearchEngine {
  if (!config.searchUrl) return inProcessEngine({ synonyms, pause });
  const wire = openSearchClient(config.searchUrl);
  return openSearchEngine({ wire, prefix: config.searchIndex, viewCode: code, synonyms, pause });
}

/** Lets the server handle requests between two steps of an index build. */
const pause = () => new Promise(setImmediate);
