import { isComposite } from '@fynbos/core/catalogue/composite-type.ts';
import type { Attribute, AttributeOption, Category } from '@fynbos/core/catalogue/entities.ts';
import type { SourcePrice } from '@fynbos/core/pricing/price.ts';
import type { TaxRule } from '@fynbos/core/pricing/tax.ts';
import { type StoreView, shop } from '@fynbos/core/shop.ts';
import type { Db } from '../../db.ts';
import type { PricePolicy } from '../../pricing/price-policy.ts';
import { type PriceRow, readPrices, readTaxRules } from '../../pricing/read-store.ts';
import { inView, type ProductTexts } from '../../schema/view-texts.ts';
import { readStock } from '../../stock/read-store.ts';
import { type CatalogueText, catalogueTexts } from '../labels/catalogue-labels.ts';
import {
  type CategoryInView,
  type ProductRow,
  readAttributeOptions,
  readAttributes,
  readCategories,
  readCategoriesOf,
  readChildrenOf,
  readOptionIds,
  readProducts,
  readProductsBySku,
} from './catalogue-store.ts';
import { storageAttributes } from './cold-product.ts';
import type { DocumentSources } from './document-sources.ts';
import type { OptionIds } from './option-ids.ts';
import { composeProduct, type Document, linkedSkus } from './product-document.ts';
import type { ReadStatistics } from './product-statistics.ts';
import type { PromotionLabels } from './promotion-labels.ts';
import { optionSlugs } from './transliterated-slug.ts';

/** Data that rarely changes and every document needs: read at the start, and after an announced change. */
export interface ReferenceData {
  taxRules: TaxRule[];
  attributes: Map<string, Attribute>;
  /** The attributes with a name of their own in the view. */
  renamed: ReadonlySet<string>;
  shopLabels: DocumentSources['shopLabels'];
  categoryRows: CategoryInView[];
  /** What may be translated (spec D68). */
  texts: readonly CatalogueText[];
}

/** Reads the reference data with the texts of a store view. */
export async function readReferenceData(db: Db, view: StoreView): Promise<ReferenceData> {
  const optionRows = await readAttributeOptions(db);
  const options = Map.groupBy(optionRows, (option) => option.attribute_id);
  const rows = await readAttributes(db);
  const categoryRows = await readCategories(db);
  const attributes = rows.map((row): [string, Attribute] => {
    const { view_texts: _, ...shown } = inView(row, view);
    const ownOptions = (options.get(row.attribute_id) ?? []).map((option) => inView(option, view));
    return [
      row.attribute_code,
      {
        ...shown,
        id: row.attribute_id,
        frontend_input: row.frontend_input,
        default_frontend_label: shown.frontend_label,
        options: readOptions(row.attribute_code, ownOptions),
      },
    ];
  });
  const renamed = rows.filter((row) => row.view_texts[view.code]?.frontend_label);
  return {
    taxRules: await readTaxRules(db),
    attributes: new Map(attributes),
    renamed: new Set(renamed.map((row) => row.attribute_code)),
    shopLabels: new Map(
      rows
        .filter(({ attribute_code }) => isStorageAttribute(attribute_code))
        .map((row) => [row.attribute_code, { options: options.get(row.attribute_id) ?? [] }]),
    ),
    categoryRows: categoryRows.map((row) => {
      const { view_texts: _, ...shown } = inView(row, view);
      return shown;
    }),
    texts: [
      ...catalogueTexts(categoryRows, 'name'),
      ...catalogueTexts(categoryRows, 'description'),
      ...catalogueTexts(rows, 'frontend_label'),
      ...catalogueTexts(optionRows, 'label'),
    ],
  };
}

const isStorageAttribute = (code: string): boolean => storageAttributes.some((known) => known === code);

function readOptions(code: string, rows: readonly AttributeOption[]): AttributeOption[] {
  const options = rows.map(({ value, label }) => ({ value, label }));
  if (code !== 'product_brand') return options;
  const slugs = optionSlugs(options);
  // Every option has a slug.
  return options.map((option) => ({ ...option, slug: slugs.get(option.value)! }));
}

/** Store view, price policy, time and data of other features for which documents are composed. */
export interface Selling {
  view: StoreView;
  policy: PricePolicy;
  promotionLabels: PromotionLabels;
  readStatistics: ReadStatistics;
  now: Date;
}

/**
 * Composes the documents of a batch of product rows, with one query for each kind of data. A view with its
 * own currency leaves out products without a price in it: amounts are not converted.
 */
export async function loadDocuments(
  db: Db,
  storedRows: readonly ProductRow[],
  referenceData: ReferenceData & { categories: ReadonlyMap<number, Category> },
  selling: Selling,
): Promise<Document[]> {
  if (storedRows.length === 0) return [];
  const translate = translatorFor(referenceData, selling.view);
  const rows = storedRows.map(translate);
  const children = await childrenOf(db, rows, translate);
  const linked = await linkedOf(db, rows);
  const ids = [...rows, ...[...children.values()].flat(), ...linked.values()].map((row) => row.id);
  const prices = await pricesOf(db, ids, selling.view);
  const material = {
    ...referenceData,
    ...selling,
    ...priced(children, linked, prices, selling.view),
    prices,
    stock: new Map((await readStock(db, ids)).map((stock) => [stock.product_id, stock])),
    categoryIds: await categoryIdsOf(db, rows),
    statistics: await selling.readStatistics(
      db,
      rows.map((row) => row.id),
    ),
    optionIds: await optionIdsOf(db, rows),
  };
  const documents = rows.map((row, at) => {
    const document = composeProduct(row, material);
    // `rows` has the length and the order of `storedRows`.
    const { name } = storedRows[at]!;
    return name === row.name ? document : { ...document, shopName: name };
  });
  return hasOwnCurrency(selling.view)
    ? documents.filter(({ product }) => product.final_price > 0)
    : documents;
}

/**
 * Returns a function that applies the view's texts to a row. The labels of configurable options were set at
 * import; a name of the view replaces them.
 */
function translatorFor({ renamed }: ReferenceData, view: StoreView): (row: ProductRow) => ProductRow {
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

/** Applies a view's texts to text attributes. */
function withAttributes(row: ProductRow, texts: ProductTexts[string] | undefined): ProductRow {
  const attributeTexts = Object.entries(texts ?? {}).filter(([field]) => field.startsWith('attr_'));
  if (attributeTexts.length === 0) return row;
  const translated = attributeTexts.map(([field, text]) => [field.slice('attr_'.length), text]);
  return { ...row, attributes: { ...row.attributes, ...Object.fromEntries(translated) } };
}

const hasOwnCurrency = (view: StoreView): boolean => view.currency !== shop.currency;

/** The children and parts that have a price in this view. */
function priced(
  children: Map<number, ProductRow[]>,
  linked: Map<string, ProductRow>,
  prices: ReadonlyMap<number, SourcePrice>,
  view: StoreView,
): Pick<DocumentSources, 'children' | 'linked'> {
  if (!hasOwnCurrency(view)) return { children, linked };
  const isPriced = (row: ProductRow) => prices.has(row.id) || isComposite(row.type_id);
  return {
    children: new Map([...children].map(([parent, siblings]) => [parent, siblings.filter(isPriced)])),
    linked: new Map([...linked].filter(([, row]) => isPriced(row))),
  };
}

async function childrenOf(
  db: Db,
  rows: readonly ProductRow[],
  translate: (row: ProductRow) => ProductRow,
): Promise<Map<number, ProductRow[]>> {
  const parents = rows.filter((row) => row.type_id === 'configurable').map((row) => row.id);
  if (parents.length === 0) return new Map();
  const links = await readChildrenOf(db, parents);
  if (links.length === 0) return new Map();
  const products = await readProducts(db, [...new Set(links.map((link) => link.child_id))]);
  const byId = new Map(products.map((product) => [product.id, translate(product)]));
  const byParent = Map.groupBy(links, (link) => link.parent_id);
  return new Map(
    [...byParent].map(([parent, childLinks]) => [
      parent,
      childLinks.flatMap((link) => byId.get(link.child_id) ?? []),
    ]),
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
  const ordered = rows.sort((left, right) => left.store_code.length - right.store_code.length);
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
  return new Map(
    [...byProduct].map(([id, categoryLinks]) => [id, categoryLinks.map((link) => link.category_id)]),
  );
}

async function optionIdsOf(db: Db, rows: readonly ProductRow[]): Promise<Map<number, OptionIds>> {
  const withOptions = rows.filter((row) => row.bundle_options.length + row.custom_options.length > 0);
  if (withOptions.length === 0) return new Map();
  const ids = await readOptionIds(
    db,
    withOptions.map((row) => row.id),
  );
  const byProduct = Map.groupBy(ids, (row) => row.product_id);
  return new Map([...byProduct].map(([id, named]) => [id, new Map(named.map((row) => [row.path, row.id]))]));
}
