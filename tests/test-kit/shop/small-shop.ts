import { withFiles } from '../catalogue/catalogue-state.ts';
import { openTestShop, type TestShop } from './test-shop.ts';

/** A whole API that contains only these files of the import (docs/import.md). */
export function openSmallShop(
  files: Record<string, string>,
  settings: Record<string, string> = {},
  now?: () => Date,
): Promise<TestShop> {
  return withFiles(files, (folder) => openTestShop(folder, now, settings));
}

/** Searches the default store view and returns products and the requested facets. */
export async function search(shop: TestShop, body: object = {}, index = 'fynbos') {
  const { body: results } = await shop.post(`/api/catalog/${index}/product/_search`, body);
  return results;
}

/** The price info of each sku, from the render list. */
export async function rendered(shop: TestShop, skus: string, more = 'currencyCode=ZAR&storeId=1') {
  const { body } = await shop.get(`/api/product/render-list?skus=${skus}&${more}`);
  const infos = body.result.items.map((item: { sku: string; price_info: object }) => [
    item.sku,
    item.price_info,
  ]);
  return Object.fromEntries(infos);
}
