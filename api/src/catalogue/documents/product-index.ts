import {
  type Attribute,
  type AttributeValue,
  disabledFrom,
  type Product,
  type Stock,
} from '@fynbos/core/catalogue/entities.ts';
import { priceField } from '@fynbos/core/catalogue/listing.ts';
import type { PricesByGroup } from './group-prices.ts';
import type { Document } from './product-document.ts';

/** A product in memory: its whole document as JSON, and the few fields that every request needs. */
export interface LiveProduct {
  id: number;
  sku: string;
  urlPath: string;
  type: Product['type_id'];
  json: Buffer;
  categoryIds: readonly number[];
  status: number;
  listable: boolean;
  /** The option values of the product by attribute, used to look up labels. */
  choices: Readonly<Record<string, AttributeValue>>;
  childSkus: readonly string[];
  /** The default name, if this store view has another one. */
  shopName: string | undefined;
  stock: Stock;
  /** Decimal amounts in the currency of the view. */
  price: { incl: number; originalIncl: number; special: number };
  /** Prices of customer groups where they differ from those of guests. */
  byGroup: PricesByGroup | undefined;
  changesAt: number | undefined;
}

/** Whether shoppers may see a product. A disabled one stays in memory for the carts that hold it (T36). */
export const isEnabled = (record: Pick<LiveProduct, 'status'>): boolean => record.status < disabledFrom;

/** Reads the document of a product from its stored JSON. */
export function parseProduct(json: Buffer): Product {
  return JSON.parse(json.toString());
}

/** The products in memory with the indexes to find them. */
export interface LiveProductIndex {
  byId: Map<number, LiveProduct>;
  bySku: Map<string, number>;
  byUrlPath: Map<string, number>;
  /** Products whose path has capital letters, by the path in lower case. */
  byLowerPath: Map<string, number>;
  parents: Map<string, number[]>;
  /** Products whose price changes by date, with the instant of the change. */
  dated: Map<number, number>;
}

export function emptyLiveProductIndex(): LiveProductIndex {
  return {
    ...{ byId: new Map(), bySku: new Map(), byUrlPath: new Map(), byLowerPath: new Map() },
    ...{ parents: new Map(), dated: new Map() },
  };
}

export function place(index: LiveProductIndex, record: LiveProduct): void {
  index.byId.set(record.id, record);
  index.bySku.set(record.sku, record.id);
  index.byUrlPath.set(record.urlPath, record.id);
  const lowerPath = record.urlPath.toLowerCase();
  if (lowerPath !== record.urlPath) index.byLowerPath.set(lowerPath, record.id);
  if (record.changesAt !== undefined) index.dated.set(record.id, record.changesAt);
  for (const sku of record.childSkus) index.parents.set(sku, [...(index.parents.get(sku) ?? []), record.id]);
}

export function displace(index: LiveProductIndex, id: number): void {
  const record = index.byId.get(id);
  if (!record) return;
  index.byId.delete(id);
  index.dated.delete(id);
  if (index.bySku.get(record.sku) === id) index.bySku.delete(record.sku);
  if (index.byUrlPath.get(record.urlPath) === id) index.byUrlPath.delete(record.urlPath);
  const lowerPath = record.urlPath.toLowerCase();
  if (index.byLowerPath.get(lowerPath) === id) index.byLowerPath.delete(lowerPath);
  for (const sku of record.childSkus) {
    index.parents.set(
      sku,
      (index.parents.get(sku) ?? []).filter((parent) => parent !== id),
    );
  }
}

/** Converts a composed document to the record in memory. */
export function toLiveProduct(
  { product, childSkus, shopName, changesAt, byGroup }: Document,
  attributes: ReadonlyMap<string, Attribute>,
): LiveProduct {
  return {
    id: product.id,
    sku: product.sku,
    urlPath: product.url_path,
    type: product.type_id,
    json: Buffer.from(JSON.stringify(product)),
    categoryIds: product.category_ids,
    status: product.status,
    listable: product.visibility > 1 && isEnabled(product),
    choices: choicesOf(product, attributes),
    childSkus,
    shopName,
    stock: product.stock,
    price: {
      incl: product[priceField],
      originalIncl: product.original_price_incl_tax,
      special: product.special_price,
    },
    byGroup,
    changesAt,
  };
}

function choicesOf(
  product: Product,
  attributes: ReadonlyMap<string, Attribute>,
): Record<string, AttributeValue> {
  const choices: Record<string, AttributeValue> = {};
  for (const [code, { options }] of attributes) {
    const value = product[code] ?? product[`${code}_options`];
    // The field of an attribute has a value of an attribute.
    if (options.length > 0 && value !== undefined) choices[code] = value as AttributeValue;
  }
  return choices;
}
