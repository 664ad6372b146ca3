import type { ProductType, Stock } from '@fynbos/core/catalogue/entities.ts';
import type { TaxRule } from '@fynbos/core/pricing/tax.ts';
import { categoryRootId } from '@fynbos/core/shop.ts';
import type { Db } from '../../db.ts';
import { type PriceRow, pricesOf, taxRules } from '../../pricing/service.ts';
import type { StoreStock } from '../../stock/read-store.ts';
import { stockForUpdate, storeStockForUpdate } from '../../stock/service.ts';
import { keptStores, type NewStore } from '../../stores/service.ts';
import {
  type AttributeRecord,
  type CategoryRecord,
  nextId,
  type OptionRecord,
  type ProductRecord,
  readFamilies,
  readKeptProducts,
  readPlaces,
  readProductIndex,
} from '../import-store.ts';
import { readAttributeOptions, readAttributes, readCategories } from '../store.ts';

/** What the shop has before the import, as far as the input touches it. */
export interface Shop {
  taxRules: TaxRule[];
  categories: CategoryRecord[];
  attributes: AttributeRecord[];
  options: OptionRecord[];
  /** Every product, by sku. */
  index: Map<string, { id: number; sku: string; url_path: string; type_id: ProductType }>;
  skuById: Map<number, string>;
  /** The products the input mentions, their parents and their children. */
  kept: Map<string, ProductRecord>;
  /** Children of those that are parents, in order. */
  childIds: Map<number, number[]>;
  prices: Map<number, PriceRow[]>;
  stock: Map<number, Stock>;
  /** Every store, by code. */
  stores: Map<string, NewStore>;
  storeStock: StoreStock[];
  places: Map<number, number[]>;
  /** Addresses that later nouns hold, and whose they are. */
  heldAddresses: ReadonlyMap<string, string>;
  next: { product: number; category: number; attribute: number };
}

/** What changes seldom: read before the input, since entities are read with it in mind. */
export type Ground = Pick<Shop, 'taxRules' | 'categories' | 'attributes' | 'options' | 'next'>;

export async function readGround(db: Db): Promise<Ground> {
  return {
    taxRules: await taxRules(db),
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

/** Reads what the shop has of these products. @param heldAddresses what later nouns say */
export async function readShop(
  db: Db,
  ground: Ground,
  skus: Iterable<string>,
  heldAddresses: Shop['heldAddresses'],
): Promise<Shop> {
  const index = new Map((await readProductIndex(db)).map((row) => [row.sku, row]));
  const ids = [...skus].flatMap((sku) => index.get(sku)?.id ?? []);
  const families = await readFamilies(db, ids);
  const all = [...new Set([...ids, ...families.flatMap((link) => [link.parent_id, link.child_id])])];
  const children = Map.groupBy(families, (link) => link.parent_id);
  return {
    ...ground,
    index,
    skuById: new Map([...index.values()].map((row) => [row.id, row.sku])),
    kept: new Map((await readKeptProducts(db, all)).map((row) => [row.sku, row])),
    childIds: new Map([...children].map(([parent, links]) => [parent, links.map((link) => link.child_id)])),
    prices: await pricesOf(db, ids),
    stock: await stockForUpdate(db, ids),
    stores: await keptStores(db),
    storeStock: await storeStockForUpdate(db, ids),
    places: placesById(await readPlaces(db, ids)),
    heldAddresses,
  };
}

function placesById(rows: readonly { product_id: number; category_id: number }[]): Map<number, number[]> {
  const byProduct = Map.groupBy(rows, (row) => row.product_id);
  return new Map([...byProduct].map(([id, own]) => [id, own.map((row) => row.category_id)]));
}

/** The names from the top of every category, by id; the root is an empty path. */
export function categoryPaths(categories: readonly CategoryRecord[]): Map<number, string[]> {
  const paths = new Map<number, string[]>([[categoryRootId, []]]);
  for (const category of categories) {
    const above = paths.get(category.parent_id);
    if (above && !paths.has(category.id)) paths.set(category.id, [...above, category.name]);
  }
  return paths;
}
