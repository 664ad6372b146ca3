import type { StoreView } from '@fynbos/core/shop.ts';
import { missingViews, storeViews } from '@fynbos/core/store-views.ts';
import { type CatalogueSource, openCatalogue } from './catalogue/live.ts';
import type { Config } from './config.ts';
import type { PricePolicy } from './pricing/policy.ts';
import { inProcessEngine } from './search/in-process.ts';
import { openSearch } from './search/service.ts';
import type { Synonyms } from './search/synonyms.ts';
import { type SellingView, type Views, viewsOf } from './views.ts';

/** Reads the catalogue once for each store view that sells, with a search of its own. */
export async function openViews(
  config: Config,
  synonyms: Synonyms,
  source: Required<Pick<CatalogueSource, 'db' | 'now' | 'warn' | 'marks'>>,
): Promise<Views> {
  const [standard, ...others] = storeViews;
  missingViews.forEach(source.warn);
  const open = async (view: StoreView, warn = source.warn): Promise<SellingView> => {
    const { listOutOfStock } = config;
    const policy = policyOf(config);
    const catalogue = await openCatalogue({ ...source, view, warn, policy, listOutOfStock });
    return { catalogue, search: await openSearch(catalogue, inProcessEngine({ synonyms }), config) };
  };
  const all = [await open(standard!)];
  // What is wrong with a product is said once, not once a view.
  for (const view of config.multistore ? others : []) all.push(await open(view, () => {}));
  return viewsOf(all);
}

/** Which prices count, as the operator switched it. */
export function policyOf(config: Config): PricePolicy {
  return {
    tiers: config.priceTiers,
    groupTax: config.userGroupTax,
    region: config.taxRegion,
    camelCase: config.camelCasePrices,
  };
}
