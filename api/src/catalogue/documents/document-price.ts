import {
  defaultLinks,
  quantityOfLink,
  type StockedPart,
} from '@fynbos/core/catalogue/choices/bundle-choices.ts';
import { canChooseAll } from '@fynbos/core/catalogue/choices/custom-choices.ts';
import type { BundleOption, Product } from '@fynbos/core/catalogue/entities.ts';
import { linkable } from '@fynbos/core/catalogue/entities.ts';
import { centsToDecimal } from '@fynbos/core/money.ts';
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
import { savingPercent } from '@fynbos/core/pricing/saving.ts';
import { cheapestByMeasure, wholeUnitPrice } from '@fynbos/core/pricing/unit-price.ts';
import { shop } from '@fynbos/core/shop.ts';
import { maxPurchasable } from '@fynbos/core/stock/quantity.ts';
import { rateFor } from '../../pricing/tax-rate.ts';
import type { ProductRow } from './catalogue-store.ts';
import type { DocumentSources } from './document-sources.ts';
import { configuredBy, shownMeasure } from './product-attributes.ts';

/** The price fields of a document: current prices, and the source prices they are computed from. */
export type PricedFields = PriceFields & Omit<SourceFields, 'original_price'>;

/** The price fields of a product, and those that lists are sorted by (spec D60). */
export type ProductPriceFields = PricedFields &
  Required<Pick<Product, 'unit_price_incl_tax' | 'saving_percent'>>;

const free: SourcePrice = { price: 0, special_price: null, special_from_date: null, special_to_date: null };

/** The price fields of a product of any type, for a customer group. */
export function productFields(
  row: ProductRow,
  enabled: readonly ProductRow[],
  from: DocumentSources,
  group: number = guestGroup,
): ProductPriceFields {
  const price = priceOfProduct(row, enabled, from, group);
  return {
    ...pricedFields(row, price, from, group),
    unit_price_incl_tax: unitPriceOf(row, enabled, from, group) ?? null,
    saving_percent: price.special > 0 ? savingPercent(price.original_incl_tax, price.final_incl_tax) : 0,
  };
}

/** The lowest unit price of a product and its variants in stock, as on its card; undefined for a set. */
function unitPriceOf(
  row: ProductRow,
  enabled: readonly ProductRow[],
  from: DocumentSources,
  group: number,
): number | undefined {
  if (row.type_id === 'grouped' || row.type_id === 'bundle') return undefined;
  const needed = configuredBy(row);
  const ownMeasure = shownMeasure(row, from, needed);
  const inclTax = (item: ProductRow) => centsToDecimal(priceOfRow(item, from, group).final_incl_tax);
  const variants = enabled.filter((child) => isInStock(child, from));
  if (variants.length === 0) return wholeUnitPrice({ inclTax: inclTax(row), measure: ownMeasure });
  const best = cheapestByMeasure(
    variants.map((child) => ({
      inclTax: inclTax(child),
      measure: shownMeasure(child, from, needed) ?? ownMeasure,
    })),
  );
  return best && wholeUnitPrice(best);
}

/** The price fields of a child of a configurable product, for a customer group. */
export function childFields(
  row: ProductRow,
  from: DocumentSources,
  group: number = guestGroup,
): PricedFields {
  return pricedFields(row, priceOfRow(row, from, group), from, group);
}

function pricedFields(row: ProductRow, price: ShopPrice, from: DocumentSources, group: number): PricedFields {
  const rate = rateFor(row.tax_class_id, from, group);
  const fields = { ...priceFields(price), ...sourceFields(sourceOf(row, from, group), rate) };
  return from.policy.camelCase ? { ...fields, ...camelCaseTwins(fields) } : fields;
}

function priceOfRow(row: ProductRow, from: DocumentSources, group: number): ShopPrice {
  const rate = rateFor(row.tax_class_id, from, group);
  const buyer = from.policy.tiers ? { group, quantity: 1 } : undefined;
  return priceOf(sourceOf(row, from, group), rate, from.now, buyer);
}

/**
 * Tiers are stored in the currency of the shop, so a view with another currency has none. A buyer gets only
 * those of their own group, also when tiers do not count (wire contract 4.3, T31).
 */
function sourceOf(row: ProductRow, from: DocumentSources, group: number): SourcePrice {
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
  from: DocumentSources,
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

/** Whether a variant can be bought: it is in stock, nothing blocks it, and its options can be chosen. */
export function isBuyable(row: ProductRow, from: DocumentSources): boolean {
  return isInStock(row, from) && Object.keys(row.errors).length === 0;
}

function isInStock({ id, custom_options }: ProductRow, from: DocumentSources): boolean {
  return from.stock.get(id)?.is_in_stock === true && canChooseAll(custom_options);
}

/**
 * A configurable shows its cheapest child that can be bought, or the cheapest when none can. An unknown price never
 * counts as the lowest (wire contract 8.2).
 */
function cheapestChild(
  enabled: readonly ProductRow[],
  from: DocumentSources,
  group: number,
): ShopPrice | undefined {
  const buyable = enabled.filter((child) => isBuyable(child, from));
  const prices = (buyable.length > 0 ? buyable : enabled).map((child) => priceOfRow(child, from, group));
  const rank = (price: ShopPrice) => price.final_incl_tax || Number.POSITIVE_INFINITY;
  return prices.reduce<ShopPrice | undefined>(
    (lowest, price) => (lowest && rank(lowest) <= rank(price) ? lowest : price),
    undefined,
  );
}

/** A default part of a grouped or bundle product; a part that cannot be loaded has no row. */
interface DefaultPart {
  sku: string;
  row: ProductRow | undefined;
  qty: number;
}

/** The products whose prices make up the price of this one, with quantities. */
export function partsOf(row: ProductRow, from: DocumentSources): DefaultPart[] {
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
function defaultPart(option: BundleOption, from: DocumentSources): DefaultPart[] {
  const links = defaultLinks(option, (sku) => findPart(sku, from));
  if (links.length > 0)
    return links.map((link) => ({
      sku: link.sku,
      row: enabledRow(link.sku, from),
      qty: quantityOfLink(link),
    }));
  const missing = option.required ? option.product_links.slice(0, 1) : [];
  return missing.map(({ sku, qty }) => ({ sku, row: undefined, qty }));
}

/** The stock of a part of a set, as the cart sees it; undefined when it is not sold. */
export function findPart(sku: string, from: DocumentSources): StockedPart | undefined {
  const row = enabledRow(sku, from);
  if (!row || Object.keys(row.errors).length > 0) return undefined;
  const stock = from.stock.get(row.id);
  return { inStock: stock?.is_in_stock ?? false, available: maxPurchasable(stock) };
}

function enabledRow(sku: string, from: DocumentSources): ProductRow | undefined {
  const row = from.linked.get(sku);
  return row?.status === linkable ? row : undefined;
}

/** The next time at which one of these prices changes by its dates, in milliseconds. */
export function changesAt(rows: readonly ProductRow[], from: DocumentSources): number | undefined {
  const instants = rows
    .map((row) => priceChangesAt(from.prices.get(row.id) ?? free, from.now)?.getTime())
    .filter((instant) => instant !== undefined);
  return instants.length > 0 ? Math.min(...instants) : undefined;
}
