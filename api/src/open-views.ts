import type { SearchEngine } from '@fynbos/core/search/engine.ts';
import { inProcessEngine } from '@fynbos/core/search/in-process.ts';
import type { Synonyms } from '@fynbos/core/search/synonyms.ts';
import type { StoreView } from '@fynbos/core/shop.ts';
import { missingViews, storeViews } from '@fynbos/core/store-views.ts';
import { type CatalogueSource, openCatalogue } from './catalogue/live.ts';
import type { Config } from './config.ts';
import type { PricePolicy } from './pricing/policy.ts';
import { openSearchKeeper } from './search/opensearch/keeper.ts';
import { openWire } from './search/opensearch/wire.ts';
import { openPack } from './search/pack-service.ts';
import { openSearch } from './search/service.ts';
import { type SellingView, type Views, viewsOf } from './views.ts';

/** Reads the catalogue once for each store view that sells, with a search of its own. */
export async function openViews(
  config: Config,
  synonyms: Synonyms,
  source: Required<Pick<CatalogueSource, 'db' | 'now' | 'warn' | 'marks'>> & { caughtUp(): void },
): Promise<Views> {
  const [standard, ...others] = storeViews;
  missingViews.forEach(source.warn);
  const open = async (view: StoreView, warn = source.warn): Promise<SellingView> => {
    const { listOutOfStock } = config;
    const policy = policyOf(config);
    const catalogue = await openCatalogue({ ...source, view, warn, policy, listOutOfStock });
    const search = await openSearch(catalogue, engineFor(view, config, synonyms), config, source);
    const pack = openPack({ catalogue, synonyms: synonyms.written, listing: config, now: source.now });
    return { catalogue, search, pack };
  };
  const all = [await open(standard!)];
  // What is wrong with a product is said once, not once a view.
  for (const view of config.multistore ? others : []) all.push(await open(view, () => {}));
  return viewsOf(all);
}

/** The engine that the operator named, or one in this process. */
function engineFor({ code }: StoreView, config: Config, synonyms: Synonyms): SearchEngine {
  if (!config.searchUrl) return inProcessEngine({ synonyms, pause });
  const wire = openWire(config.searchUrl);
  return openSearchKeeper({ wire, prefix: config.searchIndex, viewCode: code, synonyms, pause });
}

/** Requests are answered between two steps of building an index. */
const pause = () => new Promise(setImmediate);

/** Which prices count, as the operator switched it. */
export function policyOf(config: Config): PricePolicy {
  return {
    tiers: config.priceTiers,
    groupTax: config.userGroupTax,
    region: config.taxRegion,
    camelCase: config.camelCasePrices,
  };
}
