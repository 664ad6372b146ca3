import type { ProductType, Stock } from '@fynbos/core/catalogue/entities.ts';
import { cleanCode } from '@fynbos/core/clean-text.ts';
import type { TaxRule } from '@fynbos/core/pricing/tax.ts';
import { categoryRootId } from '@fynbos/core/shop.ts';
import type { Db } from '../../../db.ts';
import { type PriceRow, pricesOf, taxRules } from '../../../pricing/pricing-service.ts';
import type { StoreStock } from '../../../stock/read-store.ts';
import { stockForUpdate, storeStockForUpdate } from '../../../stock/stock-service.ts';
import { type NewStore, storedStores } from '../../../stores/store-service.ts';
import { readAttributeOptions, readAttributes, readCategories } from '../../documents/catalogue-store.ts';
import {
  type AttributeRecord,
  type CategoryRecord,
  nextId,
  type OptionRecord,
  type ProductRecord,
  readFamilies,
  readPlaces,
  readProductIndex,
  readStoredProducts,
  readUncleanSkus,
} from '../../documents/catalogue-write-store.ts';

/** The state of the shop before the import, as far as the input affects it. */
export interface Shop {
  taxRules: TaxRule[];
  /** The SKUs that are stored in another spelling than the cleaned one, by that. */
  storedSkus: ReadonlyMap<string, string>;
  categories: CategoryRecord[];
  attributes: AttributeRecord[];
  options: OptionRecord[];
  /** Every product, by SKU. */
  index: Map<string, { id: number; sku: string; url_path: string; type_id: ProductType }>;
  skuById: Map<number, string>;
  /** The products of the input, their parents and their children. */
  storedProducts: Map<string, ProductRecord>;
  /** Children by parent id, in order. */
  childIds: Map<number, number[]>;
  prices: Map<number, PriceRow[]>;
  stock: Map<number, Stock>;
  /** Every store, by code. */
  stores: Map<string, NewStore>;
  storeStock: StoreStock[];
  places: Map<number, number[]>;
  /** Addresses that other features use, with their owners. */
  heldAddresses: ReadonlyMap<string, string>;
  next: { product: number; category: number; attribute: number };
}

/** Reference data that is read before the input, because it is needed to read entities. */
export type ImportReferenceData = Pick<
  Shop,
  'taxRules' | 'storedSkus' | 'categories' | 'attributes' | 'options' | 'next'
>;

export async function readImportReferenceData(db: Db): Promise<ImportReferenceData> {
  return {
    taxRules: await taxRules(db),
    storedSkus: await readStoredSpellings(db),
    categories: await readCategories(db),
    attributes: await readAttributes(db),
    options: await readAttributeOptions(db),
    next: {
      product: await nextId(db, 'product'),
      category: await nextId(db, 'category'),
      attribute: await nextId(db, 'attribute'),
    },
  };
}

/** A cleaned SKU that a product has itself means that product. */
async function readStoredSpellings(db: Db): Promise<Map<string, string>> {
  const spellings = new Map((await readUncleanSkus(db)).map((sku) => [cleanCode(sku), sku]));
  if (spellings.size > 0) for (const { sku } of await readProductIndex(db)) spellings.delete(sku);
  return spellings;
}

/**
 * Reads the shop's state of these products.
 * @param heldAddresses addresses that other features use
 */
export async function readCurrentCatalogue(
  db: Db,
  referenceData: ImportReferenceData,
  skus: Iterable<string>,
  heldAddresses: Shop['heldAddresses'],
): Promise<Shop> {
  const index = new Map((await readProductIndex(db)).map((row) => [row.sku, row]));
  const ids = [...skus].flatMap((sku) => index.get(sku)?.id ?? []);
  const families = await readFamilies(db, ids);
  const all = [...new Set([...ids, ...families.flatMap((link) => [link.parent_id, link.child_id])])];
  const children = Map.groupBy(families, (link) => link.parent_id);
  return {
    ...referenceData,
    index,
    skuById: new Map([...index.values()].map((row) => [row.id, row.sku])),
    storedProducts: new Map((await readStoredProducts(db, all)).map((row) => [row.sku, row])),
    childIds: new Map([...children].map(([parent, links]) => [parent, links.map((link) => link.child_id)])),
    prices: await pricesOf(db, ids),
    stock: await stockForUpdate(db, ids),
    stores: await storedStores(db),
    storeStock: await storeStockForUpdate(db, ids),
    places: placesById(await readPlaces(db, ids)),
    heldAddresses,
  };
}

function placesById(rows: readonly { product_id: number; category_id: number }[]): Map<number, number[]> {
  const byProduct = Map.groupBy(rows, (row) => row.product_id);
  return new Map([...byProduct].map(([id, productRows]) => [id, productRows.map((row) => row.category_id)]));
}

/** The names of every category from the top down, by id; the root is an empty path. */
export function categoryPaths(categories: readonly CategoryRecord[]): Map<number, string[]> {
  const paths = new Map<number, string[]>([[categoryRootId, []]]);
  for (const category of categories) {
    const above = paths.get(category.parent_id);
    if (above && !paths.has(category.id)) paths.set(category.id, [...above, category.name]);
  }
  return paths;
}
