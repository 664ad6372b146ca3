import type { Category, Product } from '@fynbos/core/catalogue/entities.ts';
import { priceField } from '@fynbos/core/catalogue/listing.ts';
import { guestGroup } from '@fynbos/core/pricing/price.ts';
import type { SearchDocument } from '@fynbos/core/search/engine.ts';
import type { Scalar } from '@fynbos/core/search/request.ts';

/** Fields that are read whole, never filtered by: keeping them as values would only cost memory. */
const neverValues = new Set([
  'description',
  'short_description',
  'media_gallery',
  'custom_options',
  'bundle_options',
]);

/** What a document needs from the catalogue besides its product. */
export interface Surroundings {
  /** The label of an option value, so that `product_type` is searched as it is read. */
  labelOf: (code: string, value: unknown) => string;
  findCategory: (id: number) => Category | undefined;
  /** What each customer group pays for it, in decimals, where groups do not pay what guests do. */
  groupPrices: ReadonlyMap<number, number>;
  /** What the shop itself calls it, where the store view says it otherwise. */
  shopName: string | undefined;
}

/** The field that holds the price a buyer sees: guests' has the plain name (decision 3). */
export function priceColumn(group: number): string {
  return group === guestGroup ? priceField : `${priceField}@${group}`;
}

/** A product as the search engine sees it. */
export function searchDocument(
  product: Product,
  { labelOf, findCategory, groupPrices, shopName }: Surroundings,
): SearchDocument {
  return {
    id: product.id,
    text: {
      name: product.name,
      sku: product.sku,
      product_code: textOf(product.product_code),
      description: plainText(product.description),
      brand: textOf(product.brand) || labelOf('product_brand', product.product_brand),
      type: [product.product_type, product.product_subtype]
        .map((value, index) => labelOf(index === 0 ? 'product_type' : 'product_subtype', value))
        .concat(
          product.category.map((category) => category.name),
          shopName ?? [],
        )
        .join(' '),
    },
    skus: [product.sku, ...product.configurable_children.map((child) => child.sku)],
    values: {
      ...valuesOf(product, categoriesAbove(product, findCategory)),
      ...Object.fromEntries([...groupPrices].map(([group, price]) => [priceColumn(group), price])),
    },
    inStock: product.stock.is_in_stock,
  };
}

function valuesOf(product: Product, categories: readonly Category[]): SearchDocument['values'] {
  const values: Record<string, Scalar | readonly Scalar[]> = {
    'stock.is_in_stock': product.stock.is_in_stock,
    'stock.qty': product.stock.qty,
    'category.name': categories.map((category) => category.name),
    'category.category_id': categories.map((category) => category.id),
  };
  for (const [field, value] of Object.entries(product)) {
    if (!neverValues.has(field) && isValue(value)) values[field] = value;
  }
  values.category_ids = categories.map((category) => category.id);
  // A configurable is found, filtered and counted through its children (wire contract 3.2).
  for (const { attribute_code } of product.configurable_options) {
    values[attribute_code] = product[`${attribute_code}_options`] as string[];
  }
  return values;
}

/** A product stands in its categories and in all above them, as on a category page. */
function categoriesAbove(product: Product, find: Surroundings['findCategory']): Category[] {
  const ids = product.category_ids.flatMap((id) => [id, ...(find(id)?.parent_ids ?? [])]);
  return [...new Set(ids)].flatMap((id) => find(id) ?? []);
}

function isValue(value: unknown): value is Scalar | Scalar[] {
  if (Array.isArray(value)) return value.length > 0 && value.every((one) => typeof one !== 'object');
  return value !== null && value !== '' && typeof value !== 'object' && value !== undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The words of a description, without its markup. */
function plainText(html: string): string {
  return html.replace(/<[^>]*>/g, ' ').replace(/&\w+;/g, ' ');
}
