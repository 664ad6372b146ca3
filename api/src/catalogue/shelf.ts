import {
  type Attribute,
  type AttributeValue,
  disabledFrom,
  type Product,
  type Stock,
} from '@fynbos/core/catalogue/entities.ts';
import { priceField } from '@fynbos/core/catalogue/listing.ts';
import type { Document } from './document.ts';
import type { PricesByGroup } from './group-prices.ts';

/** A product in memory: its whole document as JSON, and the few facts asked for on every request. */
export interface Kept {
  id: number;
  sku: string;
  urlPath: string;
  type: Product['type_id'];
  json: Buffer;
  categoryIds: readonly number[];
  status: number;
  listable: boolean;
  /** The option values it holds, by attribute: what labels may be wanted for. */
  choices: Readonly<Record<string, AttributeValue>>;
  childSkus: readonly string[];
  /** What the shop itself calls it, where this view says it otherwise. */
  shopName: string | undefined;
  stock: Stock;
  /** Decimals of the currency. */
  price: { incl: number; originalIncl: number; special: number };
  /** What customer groups pay, where they do not pay what guests do. */
  byGroup: PricesByGroup | undefined;
  changesAt: number | undefined;
}

/** The products in memory and the ways to find one. */
export interface Shelf {
  byId: Map<number, Kept>;
  bySku: Map<string, number>;
  byUrlPath: Map<string, number>;
  parents: Map<string, number[]>;
  /** Those whose price changes by itself, each with when. */
  dated: Map<number, number>;
}

export function emptyShelf(): Shelf {
  return { byId: new Map(), bySku: new Map(), byUrlPath: new Map(), parents: new Map(), dated: new Map() };
}

export function place(shelf: Shelf, kept: Kept): void {
  shelf.byId.set(kept.id, kept);
  shelf.bySku.set(kept.sku, kept.id);
  shelf.byUrlPath.set(kept.urlPath, kept.id);
  if (kept.changesAt !== undefined) shelf.dated.set(kept.id, kept.changesAt);
  for (const sku of kept.childSkus) shelf.parents.set(sku, [...(shelf.parents.get(sku) ?? []), kept.id]);
}

export function displace(shelf: Shelf, id: number): void {
  const kept = shelf.byId.get(id);
  if (!kept) return;
  shelf.byId.delete(id);
  shelf.dated.delete(id);
  if (shelf.bySku.get(kept.sku) === id) shelf.bySku.delete(kept.sku);
  if (shelf.byUrlPath.get(kept.urlPath) === id) shelf.byUrlPath.delete(kept.urlPath);
  for (const sku of kept.childSkus) {
    shelf.parents.set(
      sku,
      (shelf.parents.get(sku) ?? []).filter((parent) => parent !== id),
    );
  }
}

/** Makes ready for the shelf what was composed. */
export function keep(
  { product, childSkus, shopName, changesAt, byGroup }: Document,
  attributes: ReadonlyMap<string, Attribute>,
): Kept {
  return {
    id: product.id,
    sku: product.sku,
    urlPath: product.url_path,
    type: product.type_id,
    json: Buffer.from(JSON.stringify(product)),
    categoryIds: product.category_ids,
    status: product.status,
    listable: product.visibility > 1 && product.status < disabledFrom,
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
    if (options.length > 0 && value !== undefined) choices[code] = value as AttributeValue;
  }
  return choices;
}
