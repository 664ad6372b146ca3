import type { Attribute, Category } from '@fynbos/core/catalogue/entities.ts';
import type { SourcePrice } from '@fynbos/core/pricing/price.ts';
import type { TaxRule } from '@fynbos/core/pricing/tax.ts';
import { type StoreView, shop } from '@fynbos/core/shop.ts';
import type { Db } from '../db.ts';
import type { PricePolicy } from '../pricing/policy.ts';
import { type PriceRow, readPrices, readTaxRules } from '../pricing/read-store.ts';
import { readStock } from '../stock/read-store.ts';
import { composeProduct, type Document, linkedSkus, type Material } from './document.ts';
import type { Marks } from './marks.ts';
import { isPutTogether } from './put-together.ts';
import {
  type CategoryInView,
  type ProductRow,
  readAttributeOptions,
  readAttributes,
  readCategories,
  readCategoriesOf,
  readChildrenOf,
  readProducts,
  readProductsBySku,
} from './store.ts';
import { inView, type ProductTexts } from './view-texts.ts';

/** What changes seldom and every document needs: read once, and again when it is announced. */
export interface Ground {
  taxRules: TaxRule[];
  attributes: Map<string, Attribute>;
  /** The attributes that the view calls by a name of its own. */
  renamed: ReadonlySet<string>;
  categoryRows: CategoryInView[];
}

/** Reads it as a store view says it. */
export async function readGround(db: Db, view: StoreView): Promise<Ground> {
  const options = Map.groupBy(await readAttributeOptions(db), (option) => option.attribute_id);
  const rows = await readAttributes(db);
  const attributes = rows.map((row): [string, Attribute] => {
    const { view_texts: _, ...shown } = inView(row, view);
    const own = (options.get(row.attribute_id) ?? []).map((option) => inView(option, view));
    return [
      row.attribute_code,
      {
        ...shown,
        id: row.attribute_id,
        frontend_input: row.frontend_input as Attribute['frontend_input'],
        default_frontend_label: shown.frontend_label,
        options: own.map(({ value, label }) => ({ value, label })),
      },
    ];
  });
  const renamed = rows.filter((row) => row.view_texts[view.code]?.frontend_label);
  return {
    taxRules: await readTaxRules(db),
    attributes: new Map(attributes),
    renamed: new Set(renamed.map((row) => row.attribute_code)),
    categoryRows: (await readCategories(db)).map((row) => {
      const { view_texts: _, ...shown } = inView(row, view);
      return shown;
    }),
  };
}

/** For which store view documents are composed, by which prices, and as of when. */
export interface Selling {
  view: StoreView;
  policy: PricePolicy;
  marks: Marks;
  now: Date;
}

/**
 * Composes the documents of a batch of product rows, with one query for each kind of material. A view that
 * sells in a currency of its own leaves out what has no price in it: an amount in rand is none in euros.
 */
export async function composeBatch(
  db: Db,
  kept: readonly ProductRow[],
  ground: Ground & { categories: ReadonlyMap<number, Category> },
  selling: Selling,
): Promise<Document[]> {
  if (kept.length === 0) return [];
  const inWords = wordsOf(ground, selling.view);
  const rows = kept.map(inWords);
  const children = await childrenOf(db, rows, inWords);
  const linked = await linkedOf(db, rows);
  const ids = [...rows, ...[...children.values()].flat(), ...linked.values()].map((row) => row.id);
  const prices = await pricesOf(db, ids, selling.view);
  const material = {
    ...ground,
    ...selling,
    ...priced(children, linked, prices, selling.view),
    prices,
    stock: new Map((await readStock(db, ids)).map((stock) => [stock.product_id, stock])),
    categoryIds: await categoryIdsOf(db, rows),
  };
  const documents = rows.map((row, at) => {
    const document = composeProduct(row, material);
    const { name } = kept[at]!;
    return name === row.name ? document : { ...document, shopName: name };
  });
  return hasOwnCurrency(selling.view)
    ? documents.filter(({ product }) => product.final_price > 0)
    : documents;
}

/** Reads a row in the words of the view. What a product is chosen by was named when it was imported: a name of the view's own replaces that. */
function wordsOf({ renamed }: Ground, view: StoreView): (row: ProductRow) => ProductRow {
  if (view.code === '') return (row) => row;
  return (row) => {
    const shown = withAttributes(inView(row, view), row.view_texts[view.code]);
    if (!row.configurable_options.some((option) => renamed.has(option.attribute_code))) return shown;
    const configurable_options = row.configurable_options.map((option) =>
      renamed.has(option.attribute_code) ? { ...option, label: '' } : option,
    );
    return { ...shown, configurable_options };
  };
}

/** Puts attributes that are texts in the words of a view. */
function withAttributes(row: ProductRow, texts: ProductTexts[string] | undefined): ProductRow {
  const own = Object.entries(texts ?? {}).filter(([field]) => field.startsWith('attr_'));
  if (own.length === 0) return row;
  const said = own.map(([field, text]) => [field.slice('attr_'.length), text]);
  return { ...row, attributes: { ...row.attributes, ...Object.fromEntries(said) } };
}

const hasOwnCurrency = (view: StoreView): boolean => view.currency !== shop.currency;

/** The children and parts that have a price where this view sells. */
function priced(
  children: Map<number, ProductRow[]>,
  linked: Map<string, ProductRow>,
  prices: ReadonlyMap<number, SourcePrice>,
  view: StoreView,
): Pick<Material, 'children' | 'linked'> {
  if (!hasOwnCurrency(view)) return { children, linked };
  const isPriced = (row: ProductRow) => prices.has(row.id) || isPutTogether(row.type_id);
  return {
    children: new Map([...children].map(([parent, own]) => [parent, own.filter(isPriced)])),
    linked: new Map([...linked].filter(([, row]) => isPriced(row))),
  };
}

async function childrenOf(
  db: Db,
  rows: readonly ProductRow[],
  inWords: (row: ProductRow) => ProductRow,
): Promise<Map<number, ProductRow[]>> {
  const parents = rows.filter((row) => row.type_id === 'configurable').map((row) => row.id);
  if (parents.length === 0) return new Map();
  const links = await readChildrenOf(db, parents);
  if (links.length === 0) return new Map();
  const products = await readProducts(db, [...new Set(links.map((link) => link.child_id))]);
  const byId = new Map(products.map((product) => [product.id, inWords(product)]));
  const byParent = Map.groupBy(links, (link) => link.parent_id);
  return new Map(
    [...byParent].map(([parent, own]) => [parent, own.flatMap((link) => byId.get(link.child_id) ?? [])]),
  );
}

async function linkedOf(db: Db, rows: readonly ProductRow[]): Promise<Map<string, ProductRow>> {
  const skus = [...new Set(rows.flatMap(linkedSkus))];
  if (skus.length === 0) return new Map();
  return new Map((await readProductsBySku(db, skus)).map((row) => [row.sku, row]));
}

async function pricesOf(db: Db, ids: readonly number[], view: StoreView): Promise<Map<number, SourcePrice>> {
  const rows = (await readPrices(db, ids)).filter(
    (row) => row.store_code === view.code || (row.store_code === '' && !hasOwnCurrency(view)),
  );
  // The view's own price wins over the default one.
  const ordered = rows.sort((one, other) => one.store_code.length - other.store_code.length);
  return new Map(ordered.map((row) => [row.product_id, sourcePrice(row)]));
}

function sourcePrice(row: PriceRow): SourcePrice {
  return {
    price: row.price,
    special_price: row.special_price,
    final_price: row.final_price,
    special_from_date: row.special_from_date?.toISOString() ?? null,
    special_to_date: row.special_to_date?.toISOString() ?? null,
  };
}

async function categoryIdsOf(db: Db, rows: readonly ProductRow[]): Promise<Map<number, number[]>> {
  const links = await readCategoriesOf(
    db,
    rows.map((row) => row.id),
  );
  const byProduct = Map.groupBy(links, (link) => link.product_id);
  return new Map([...byProduct].map(([id, own]) => [id, own.map((link) => link.category_id)]));
}
