import { defaultLinks, quantityOfLink } from '@fynbos/core/catalogue/bundle-choices.ts';
import type { BundleOption } from '@fynbos/core/catalogue/entities.ts';
import { linkable } from '@fynbos/core/catalogue/entities.ts';
import { bundlePrice, groupedPrice, type PricedPart } from '@fynbos/core/pricing/bundle-prices.ts';
import { camelCaseTwins, type SourceFields, sourceFields } from '@fynbos/core/pricing/document-prices.ts';
import {
  everyGroup,
  guestGroup,
  type PriceFields,
  priceChangesAt,
  priceFields,
  priceOf,
  type ShopPrice,
  type SourcePrice,
} from '@fynbos/core/pricing/price.ts';
import { shop } from '@fynbos/core/shop.ts';
import { rateFor } from '../../pricing/tax-rate.ts';
import type { ProductRow } from './catalogue-store.ts';
import type { Material } from './product-document.ts';

/** The price fields of a document: current prices, and the source prices they are computed from. */
export type PricedFields = PriceFields & Omit<SourceFields, 'original_price'>;

const free: SourcePrice = { price: 0, special_price: null, special_from_date: null, special_to_date: null };

/** The price fields of a product of any type, for a customer group. */
export function productFields(
  row: ProductRow,
  enabled: readonly ProductRow[],
  from: Material,
  group: number = guestGroup,
): PricedFields {
  return pricedFields(row, priceOfProduct(row, enabled, from, group), from, group);
}

/** The price fields of a child of a configurable product, for a customer group. */
export function childFields(row: ProductRow, from: Material, group: number = guestGroup): PricedFields {
  return pricedFields(row, priceOfRow(row, from, group), from, group);
}

function pricedFields(row: ProductRow, price: ShopPrice, from: Material, group: number): PricedFields {
  const rate = rateFor(row.tax_class_id, from, group);
  const fields = { ...priceFields(price), ...sourceFields(sourceOf(row, from, group), rate) };
  return from.policy.camelCase ? { ...fields, ...camelCaseTwins(fields) } : fields;
}

function priceOfRow(row: ProductRow, from: Material, group: number): ShopPrice {
  const rate = rateFor(row.tax_class_id, from, group);
  const buyer = from.policy.tiers ? { group, quantity: 1 } : undefined;
  return priceOf(sourceOf(row, from, group), rate, from.now, buyer);
}

/**
 * Tiers are stored in the currency of the shop, so a view with another currency has none. A buyer gets only
 * those of their own group, also when tiers do not count (wire contract 4.3, T31).
 */
function sourceOf(row: ProductRow, from: Material, group: number): SourcePrice {
  const source = from.prices.get(row.id) ?? free;
  if (from.view.currency !== shop.currency) return source;
  const isTheirs = (tier: { customer_group_id: number }) =>
    tier.customer_group_id === group || tier.customer_group_id === everyGroup;
  return { ...source, tiers: row.tier_prices.filter(isTheirs) };
}

/** The price shown for a product of any type (spec commerce 4 «Price calculation»). */
function priceOfProduct(
  row: ProductRow,
  enabled: readonly ProductRow[],
  from: Material,
  group: number,
): ShopPrice {
  const ownPrice = priceOfRow(row, from, group);
  if (row.type_id === 'configurable') return cheapestChild(enabled, from, group) ?? ownPrice;
  const parts = partsOf(row, from).map(
    ({ row: part, qty }): PricedPart => ({ price: part && priceOfRow(part, from, group), qty }),
  );
  if (row.type_id === 'grouped') return groupedPrice(parts);
  return row.type_id === 'bundle' ? bundlePrice(ownPrice, parts) : ownPrice;
}

/** A configurable shows its cheapest child that can be bought, or the cheapest when none can. */
function cheapestChild(enabled: readonly ProductRow[], from: Material, group: number): ShopPrice | undefined {
  const buyable = enabled.filter((child) => from.stock.get(child.id)?.is_in_stock);
  const prices = (buyable.length > 0 ? buyable : enabled).map((child) => priceOfRow(child, from, group));
  return prices.sort((left, right) => left.final_incl_tax - right.final_incl_tax)[0];
}

/** A default part of a grouped or bundle product; a part that cannot be loaded has no row. */
interface DefaultPart {
  sku: string;
  row: ProductRow | undefined;
  qty: number;
}

/** The products whose prices make up the price of this one, with quantities. */
export function partsOf(row: ProductRow, from: Material): DefaultPart[] {
  if (row.type_id === 'grouped') {
    return row.product_links
      .filter((link) => link.link_type === 'associated')
      .map((link) => ({
        sku: link.linked_product_sku,
        row: enabledRow(link.linked_product_sku, from),
        qty: 1,
      }));
  }
  return row.type_id === 'bundle' ? row.bundle_options.flatMap((option) => defaultPart(option, from)) : [];
}

/** The default selection of an option, as on its page; an optional option may have none. */
function defaultPart(option: BundleOption, from: Material): DefaultPart[] {
  const links = defaultLinks(option, (sku) => partAvailability(sku, from));
  if (links.length > 0)
    return links.map((link) => ({
      sku: link.sku,
      row: enabledRow(link.sku, from),
      qty: quantityOfLink(link),
    }));
  const missing = option.required ? option.product_links.slice(0, 1) : [];
  return missing.map(({ sku, qty }) => ({ sku, row: undefined, qty }));
}

/** Stock state of a part of a set; undefined when it is not sold. */
export function partAvailability(sku: string, from: Material): { inStock: boolean } | undefined {
  const row = enabledRow(sku, from);
  return row && { inStock: from.stock.get(row.id)?.is_in_stock ?? false };
}

function enabledRow(sku: string, from: Material): ProductRow | undefined {
  const row = from.linked.get(sku);
  return row?.status === linkable ? row : undefined;
}

/** The next time at which one of these prices changes by its dates, in milliseconds. */
export function changesAt(rows: readonly ProductRow[], from: Material): number | undefined {
  const instants = rows
    .map((row) => priceChangesAt(from.prices.get(row.id) ?? free, from.now)?.getTime())
    .filter((instant) => instant !== undefined);
  return instants.length > 0 ? Math.min(...instants) : undefined;
}
