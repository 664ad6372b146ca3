import type { Product } from '@fynbos/core/catalogue/entities.ts';
import { everyGroup, guestGroup } from '@fynbos/core/pricing/price.ts';
import type { ProductRow } from './catalogue-store.ts';
import {
  childFields,
  type PricedFields,
  type ProductPriceFields,
  partsOf,
  productFields,
} from './document-price.ts';
import type { DocumentSources } from './document-sources.ts';

/** The prices of a customer group for a product and its children, which replace those of the document. */
export interface GroupPrices {
  productPrice: ProductPriceFields;
  children: Readonly<Record<string, PricedFields>>;
}

/** Prices by customer group, of the groups whose prices differ from those of strangers. */
export type PricesByGroup = ReadonlyMap<number, GroupPrices>;

/** A group without tiers or tax rules of its own: it gets the tiers for everybody. */
const strangers = -1;

/**
 * Prices of each customer group that the product's tiers or the tax rules name; undefined when all pay the
 * same as guests. A missing group pays the same as strangers, and they, when missing, the same as guests.
 */
export function pricesByGroup(
  row: ProductRow,
  enabled: readonly ProductRow[],
  from: DocumentSources,
): PricesByGroup | undefined {
  const groups = groupsNamed(row, enabled, from);
  if (groups.size === 0) return undefined;
  const pricesOf = (group: number): GroupPrices => ({
    productPrice: productFields(row, enabled, from, group),
    children: Object.fromEntries(enabled.map((child) => [child.sku, childFields(child, from, group)])),
  });
  const ofStrangers = pricesOf(strangers);
  const differing = new Map<number, GroupPrices>();
  if (!alike(ofStrangers, pricesOf(guestGroup))) differing.set(strangers, ofStrangers);
  for (const group of groups) {
    const prices = pricesOf(group);
    if (group !== guestGroup && !alike(prices, ofStrangers)) differing.set(group, prices);
  }
  return differing.size > 0 ? differing : undefined;
}

function groupsNamed(row: ProductRow, enabled: readonly ProductRow[], from: DocumentSources): Set<number> {
  const { tiers, groupTax } = from.policy;
  const groups = new Set(groupTax ? from.taxRules.flatMap((rule) => rule.customer_tax_class_ids) : []);
  if (!tiers) return groups;
  for (const product of [row, ...enabled, ...partsOf(row, from).flatMap((part) => part.row ?? [])]) {
    for (const { customer_group_id: group } of product.tier_prices)
      if (group !== everyGroup) groups.add(group);
  }
  return groups;
}

const alike = (left: GroupPrices, right: GroupPrices): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

/** The groups with prices for any of these products. */
export function groupsIn(all: Iterable<{ byGroup: PricesByGroup | undefined }>): Set<number> {
  const groups = new Set<number>();
  for (const { byGroup } of all) for (const group of byGroup?.keys() ?? []) groups.add(group);
  return groups;
}

/** The group key for a buyer's prices: their own, or an equivalent one. */
export function payingGroup(known: ReadonlySet<number>, group: number): number {
  if (group === guestGroup || known.has(group)) return group;
  return known.has(strangers) ? strangers : guestGroup;
}

/** The prices of a group that differ from the document. */
export function findPrices(prices: PricesByGroup | undefined, group: number): GroupPrices | undefined {
  return group === guestGroup ? undefined : (prices?.get(group) ?? prices?.get(strangers));
}

/** The document of a product as a customer of this group sees it. */
export function documentFor(
  record: { json: Buffer; byGroup: PricesByGroup | undefined },
  group: number,
): Product {
  return priceFor(JSON.parse(record.json.toString()), findPrices(record.byGroup, group));
}

/** Applies a group's prices to a document that was just parsed. */
function priceFor(product: Product, prices: GroupPrices | undefined): Product {
  if (!prices) return product;
  Object.assign(product, prices.productPrice);
  for (const child of product.configurable_children) Object.assign(child, prices.children[child.sku]);
  return product;
}
