import type { Category, Product } from '@fynbos/core/catalogue/entities.ts';
import { priceField, savingField, unitPriceField } from '@fynbos/core/catalogue/listing.ts';
import { plainText } from '@fynbos/core/content/plain-text.ts';
import { guestGroup } from '@fynbos/core/pricing/price.ts';
import type { SearchDocument } from '@fynbos/core/search/search-engine.ts';
import type { Scalar } from '@fynbos/core/search/search-request.ts';

/** Fields that are never filtered by; indexing them would only cost memory. */
const neverValues = new Set([
  'description',
  'short_description',
  'media_gallery',
  'custom_options',
  'bundle_options',
  'parentId',
]);

/** Catalogue data a search document needs in addition to its product. */
export interface Surroundings {
  /** Label of an option value, so that `product_type` is searchable by its label. */
  labelOf: (code: string, value: unknown) => string;
  findCategory: (id: number) => Category | undefined;
  /** The fields of `pricedFields` per customer group, for groups with prices that differ from those of guests. */
  groupPrices: ReadonlyMap<number, Pick<Product, PricedField>>;
  /** The product's name in the default store view, where this view translates it. */
  shopName: string | undefined;
}

/** The fields that depend on the prices of the buyer: filters and sorts use those that the buyer sees (spec D3). */
export const pricedFields = [priceField, unitPriceField, savingField] as const;
type PricedField = (typeof pricedFields)[number];

/** The column of one of these fields for a buyer; guests' has the plain name. */
export function pricedColumn(field: PricedField, group: number): string {
  return group === guestGroup ? field : `${field}@${group}`;
}

/** Converts a product to a document of the search engine. */
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
      description: plainText(product.description).join(' '),
      brand: textOf(product.brand) || labelOf('product_brand', product.product_brand),
      type: [product.product_type, product.product_subtype]
        .map((value, index) => labelOf(index === 0 ? 'product_type' : 'product_subtype', value))
        .concat(
          product.category.map((category) => category.name),
          shopName ?? [],
        )
        .join('\n'),
    },
    skus: [product.sku, ...product.configurable_children.map((child) => child.sku)],
    values: {
      ...valuesOf(product, categoriesAbove(product, findCategory)),
      ...Object.fromEntries([...groupPrices].flatMap(columnsOf)),
    },
    inStock: product.stock.is_in_stock,
  };
}

function columnsOf([group, prices]: [number, Pick<Product, PricedField>]): [string, number][] {
  return pricedFields.flatMap((field): [string, number][] => {
    const value = prices[field];
    return typeof value === 'number' ? [[pricedColumn(field, group), value]] : [];
  });
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
  // A configurable product is found, filtered and counted by its children (wire contract 3.2).
  for (const { attribute_code } of product.configurable_options) {
    // The document lists the values of the children under this name.
    values[attribute_code] = product[`${attribute_code}_options`] as string[];
  }
  return values;
}

/** The categories of a product and all their ancestors, as on a category page. */
function categoriesAbove(product: Product, find: Surroundings['findCategory']): Category[] {
  const ids = product.category_ids.flatMap((id) => [id, ...(find(id)?.parent_ids ?? [])]);
  return [...new Set(ids)].flatMap((id) => find(id) ?? []);
}

function isValue(value: unknown): value is Scalar | Scalar[] {
  if (Array.isArray(value)) return value.length > 0 && value.every((item) => typeof item !== 'object');
  return value !== null && value !== '' && typeof value !== 'object' && value !== undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
