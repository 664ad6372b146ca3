import { type Cents, centsToDecimal, type NetUnits, netToDecimal, type Percent, withTax } from '../money.ts';
import { isWithin } from './tax.ts';

/** What a product costs at the source: without tax, with an optional special price and its dates. */
export interface SourcePrice {
  price: NetUnits;
  special_price: NetUnits | null;
  /** ISO 8601 instants; either may be absent (commerce 4). */
  special_from_date: string | null;
  special_to_date: string | null;
}

/** The price a shopper sees now, as whole numbers. */
export interface ShopPrice {
  rate: Percent;
  original: NetUnits;
  original_incl_tax: Cents;
  /** 0 when no special price is in force. */
  special: NetUnits;
  special_incl_tax: Cents;
  final: NetUnits;
  final_incl_tax: Cents;
}

/**
 * The price of one unit now (commerce 4): the special price when it is below the original and `now`
 * lies within its dates, otherwise the original; tax on each, rounded once (decision 16).
 */
export function priceOf(source: SourcePrice, rate: Percent, now: Date): ShopPrice {
  const special = specialInForce(source, now) ?? 0;
  const final = special || source.price;
  return {
    rate,
    original: source.price,
    original_incl_tax: withTax(source.price, rate),
    special,
    special_incl_tax: withTax(special, rate),
    final,
    final_incl_tax: withTax(final, rate),
  };
}

function specialInForce(source: SourcePrice, now: Date): NetUnits | undefined {
  const special = source.special_price;
  if (special === null || special <= 0 || special >= source.price) return undefined;
  return isWithin(now, source.special_from_date, source.special_to_date) ? special : undefined;
}

/** The next instant at which `priceOf` may answer differently, or undefined when it never will. */
export function priceChangesAt(source: SourcePrice, now: Date): Date | undefined {
  if (source.special_price === null) return undefined;
  const { special_from_date: from, special_to_date: to } = source;
  const instants = [from && Date.parse(from), to && Date.parse(to) + 1]
    .filter((instant) => typeof instant === 'number')
    .filter((instant) => instant > now.getTime());
  return instants.length > 0 ? new Date(Math.min(...instants)) : undefined;
}

/** The computed price fields of a product document (commerce 3), as decimals of the currency. */
export interface PriceFields {
  price: number;
  price_tax: number;
  price_incl_tax: number;
  special_price: number;
  special_price_tax: number;
  special_price_incl_tax: number;
  final_price: number;
  final_price_tax: number;
  final_price_incl_tax: number;
  original_price: number;
  original_price_tax: number;
  original_price_incl_tax: number;
}

/** Writes a price as the wire's fields. `price` is what is asked now, as in the final price. */
export function priceFields(of: ShopPrice): PriceFields {
  return {
    ...pair('price', of.final, of.final_incl_tax),
    ...pair('special_price', of.special, of.special_incl_tax),
    ...pair('final_price', of.final, of.final_incl_tax),
    ...pair('original_price', of.original, of.original_incl_tax),
  } as unknown as PriceFields;
}

function pair(name: string, net: NetUnits, inclTax: Cents): Record<string, number> {
  return {
    [name]: netToDecimal(net),
    [`${name}_tax`]: netToDecimal(inclTax * 100 - net),
    [`${name}_incl_tax`]: centsToDecimal(inclTax),
  };
}

/**
 * The price of a set of products: the sum over its parts, each unit taxed and rounded before it is
 * multiplied (decision 16). Parts may carry different rates, so the sum has none of its own.
 */
export function sumOfPrices(parts: readonly { price: ShopPrice; qty: number }[]): ShopPrice {
  const sum = (field: Exclude<keyof ShopPrice, 'rate'>) =>
    parts.reduce((total, { price, qty }) => total + price[field] * qty, 0);
  const reduced = parts.some(({ price }) => price.special > 0);
  return {
    rate: 0,
    original: sum('original'),
    original_incl_tax: sum('original_incl_tax'),
    special: reduced ? sum('final') : 0,
    special_incl_tax: reduced ? sum('final_incl_tax') : 0,
    final: sum('final'),
    final_incl_tax: sum('final_incl_tax'),
  };
}
