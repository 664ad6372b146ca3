import type { SearchEngine } from '@fynbos/core/search/engine.ts';
import { inProcessEngine } from '@fynbos/core/search/in-process.ts';
import type { Synonyms } from '@fynbos/core/search/synonyms.ts';
import type { StoreView } from '@fynbos/core/shop.ts';
import { missingViews, storeViews } from '@fynbos/core/store-views.ts';
import { type CatalogueSource, openCatalogue } from './catalogue/live.ts';
import type { Config } from './config.ts';
import type { PricePolicy } from './pricing/policy.ts';
import { openSearchEngine } from './search/opensearch/keeper.ts';
import { openWire } from './search/opensearch/wire.ts';
import { openCatalogSnapshot } from './search/pack-service.ts';
import { openSearch } from './search/service.ts';
import { type SellingView, type Views, viewsOf } from './views.ts';

/** Loads the catalogue once for each enabled store view, with its own search. */
export async function openViews(
  config: Config,
  synonyms: Synonyms,
  source: Required<Pick<CatalogueSource, 'db' | 'now' | 'warn' | 'promotionLabels'>> & { caughtUp(): void },
): Promise<Views> {
  const [standard, ...otherViews] = storeViews;
  missingViews.forEach(source.warn);
  const open = async (view: StoreView, warn = source.warn): Promise<SellingView> => {
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
  const all = [await open(standard!)];
  // Warn about an invalid product once, not once per view.
  for (const view of config.multistore ? otherViews : []) all.push(await open(view, () => {}));
  return viewsOf(all);
}

/** The configured search engine, or the in-process engine. */
function engineFor({ code }: StoreView, config: Config, synonyms: Synonyms): SearchEngine {
  if (!config.searchUrl) return inProcessEngine({ synonyms, pause });
  const wire = openWire(config.searchUrl);
  return openSearchEngine({ wire, prefix: config.searchIndex, viewCode: code, synonyms, pause });
}

/** Lets the server handle requests between two steps of an index build. */
const pause = () => new Promise(setImmediate);

/** The price rules that the operator enabled. */
export function policyOf(config: Config): PricePolicy {
  return {
    tiers: config.priceTiers,
    groupTax: config.userGroupTax,
    region: config.taxRegion,
    camelCase: config.camelCasePrices,
  };
}
