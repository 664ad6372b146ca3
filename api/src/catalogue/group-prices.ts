import type { Product } from '@fynbos/core/catalogue/entities.ts';
import { everyGroup, guestGroup } from '@fynbos/core/pricing/price.ts';
import type { Material } from './document.ts';
import { childFields, type PricedFields, partsOf, productFields } from './document-price.ts';
import type { ProductRow } from './store.ts';

/** What a customer group pays for a product and its children: what its document says instead. */
export interface GroupPrices {
  own: PricedFields;
  children: Readonly<Record<string, PricedFields>>;
}

/** Prices by customer group, of the groups that do not pay what strangers do. */
export type PricesByGroup = ReadonlyMap<number, GroupPrices>;

/** A group that nothing mentions: everybody's tiers, and no tax rule of its own. */
export const strangers = -1;

/**
 * What each customer group pays that the product's tiers or the tax rules mention; undefined when all pay
 * what guests do. A group that is missing pays what strangers do, and they, when missing, what guests do.
 */
export function pricesByGroup(
  row: ProductRow,
  enabled: readonly ProductRow[],
  from: Material,
): PricesByGroup | undefined {
  const groups = groupsNamed(row, enabled, from);
  if (groups.size === 0) return undefined;
  const pricesOf = (group: number): GroupPrices => ({
    own: productFields(row, enabled, from, group),
    children: Object.fromEntries(enabled.map((child) => [child.sku, childFields(child, from, group)])),
  });
  const ofStrangers = pricesOf(strangers);
  const found = new Map<number, GroupPrices>();
  if (!alike(ofStrangers, pricesOf(guestGroup))) found.set(strangers, ofStrangers);
  for (const group of groups) {
    const prices = pricesOf(group);
    if (group !== guestGroup && !alike(prices, ofStrangers)) found.set(group, prices);
  }
  return found.size > 0 ? found : undefined;
}

function groupsNamed(row: ProductRow, enabled: readonly ProductRow[], from: Material): Set<number> {
  const { tiers, groupTax } = from.policy;
  const groups = new Set(groupTax ? from.taxRules.flatMap((rule) => rule.customer_tax_class_ids) : []);
  if (!tiers) return groups;
  for (const one of [row, ...enabled, ...partsOf(row, from).flatMap((part) => part.row ?? [])]) {
    for (const { customer_group_id: group } of one.tier_prices) if (group !== everyGroup) groups.add(group);
  }
  return groups;
}

const alike = (one: GroupPrices, other: GroupPrices): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The groups that some of these products have prices for. */
export function groupsIn(all: Iterable<{ byGroup: PricesByGroup | undefined }>): Set<number> {
  const groups = new Set<number>();
  for (const { byGroup } of all) for (const group of byGroup?.keys() ?? []) groups.add(group);
  return groups;
}

/** Under which group a buyer finds their prices: their own, or one that pays the same everywhere. */
export function payingGroup(known: ReadonlySet<number>, group: number): number {
  if (group === guestGroup || known.has(group)) return group;
  return known.has(strangers) ? strangers : guestGroup;
}

/** What a group pays where that differs from what the document says. */
export function findPrices(prices: PricesByGroup | undefined, group: number): GroupPrices | undefined {
  return group === guestGroup ? undefined : (prices?.get(group) ?? prices?.get(strangers));
}

/** The document of a product as a customer of this group sees it. */
export function documentFor(
  kept: { json: Buffer; byGroup: PricesByGroup | undefined },
  group: number,
): Product {
  return priceFor(JSON.parse(kept.json.toString()), findPrices(kept.byGroup, group));
}

/** Puts a group's prices into a document that was just read from its JSON. */
function priceFor(product: Product, prices: GroupPrices | undefined): Product {
  if (!prices) return product;
  Object.assign(product, prices.own);
  for (const child of product.configurable_children) Object.assign(child, prices.children[child.sku]);
  return product;
}
