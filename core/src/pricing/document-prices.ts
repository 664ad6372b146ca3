import { centsToDecimal, decimalToNet, netToDecimal, type Percent, withTax } from '../money.ts';
import {
  type Buyer,
  type PriceFields,
  priceFields,
  priceOf,
  type SourcePrice,
  type SourceTier,
} from './price.ts';

/** The source price as stored in a product document beside the computed fields (spec commerce 3). */
export interface SourceFields {
  original_price: number;
  /** The special price without tax, in force or not; null when there is none. */
  original_special_price: number | null;
  /** The source's own final price without tax; null when there is none. */
  original_final_price: number | null;
  special_from_date: string | null;
  special_to_date: string | null;
  tier_prices: TierFields[];
}

/** A tier of a document, as decimals of the currency; documents from elsewhere have no price with tax. */
export interface TierFields {
  customer_group_id: number;
  qty: number;
  value: number;
  value_incl_tax?: number;
}

/** Writes a source price as the fields of a document. */
export function sourceFields(source: SourcePrice, rate: Percent): Omit<SourceFields, 'original_price'> {
  const decimal = (net: number | null | undefined) => (net ? netToDecimal(net) : null);
  return {
    original_special_price: decimal(source.special_price),
    original_final_price: decimal(source.final_price),
    special_from_date: source.special_from_date,
    special_to_date: source.special_to_date,
    tier_prices: (source.tiers ?? []).map((tier) => ({
      ...tier,
      value: netToDecimal(tier.value),
      value_incl_tax: centsToDecimal(withTax(tier.value, rate)),
    })),
  };
}

/** A document from elsewhere: decimals as numbers or text, with or without computed fields. */
export type LooseDocument = {
  [Field in keyof SourceFields]?: Field extends 'tier_prices' ? SourceFields['tier_prices'] : unknown;
} & { price?: unknown; special_price?: unknown; final_price?: unknown };

/**
 * Reads the source price of a document. Its `original_…` fields always hold the source, so a document that
 * was priced before is never taxed or reduced twice (wire contract 4.2 N and R).
 */
export function priceSourceOf(document: LooseDocument): SourcePrice {
  const computed = 'original_price' in document;
  const { special_from_date: from, special_to_date: to } = document;
  return {
    price: netOf(document.original_price ?? document.price) ?? 0,
    special_price: netOf(computed ? document.original_special_price : document.special_price) ?? null,
    final_price: netOf(computed ? document.original_final_price : document.final_price) ?? null,
    special_from_date: typeof from === 'string' ? from : null,
    special_to_date: typeof to === 'string' ? to : null,
    tiers: (document.tier_prices ?? []).map(
      ({ customer_group_id, qty, value }): SourceTier => ({
        customer_group_id,
        qty,
        value: decimalToNet(value) ?? 0,
      }),
    ),
  };
}

function netOf(decimal: unknown): number | undefined {
  return decimal === null || decimal === undefined || decimal === ''
    ? undefined
    : decimalToNet(Number(decimal));
}

/** Computes the current price fields of a document for a buyer; the same on server and in browser (SHOP-5). */
export function pricesNow(document: LooseDocument, rate: Percent, now: Date, buyer?: Buyer): PriceFields {
  return priceFields(priceOf(priceSourceOf(document), rate, now, buyer));
}

/** Returns every price field also in camelCase, for old clients (spec commerce 3). */
export function camelCaseTwins(fields: object): Record<string, unknown> {
  const priceName = /^(price|special_price|final_price|original_price)(_|$)/;
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => priceName.test(name) && name.includes('_'))
      .map(([name, value]) => [
        name.replace(/_(\w)/g, (_, character: string) => character.toUpperCase()),
        value,
      ]),
  );
}
