import {
  type Cents,
  centsToDecimal,
  decimalToCents,
  decimalToNet,
  type NetUnits,
  netToDecimal,
  type Percent,
  taxWithin,
  withTax,
} from '../money.ts';
import { isWithin } from './tax.ts';

/** The source price of a product, without tax. */
export interface SourcePrice {
  price: NetUnits;
  /** A price computed by the source's own rules; it applies when it is lower. */
  final_price?: NetUnits | null;
  special_price: NetUnits | null;
  /** ISO 8601 instants; either may be absent (spec commerce 4). */
  special_from_date: string | null;
  special_to_date: string | null;
  tiers?: readonly SourceTier[];
}

/** A price for a customer group, from a quantity on. */
export interface SourceTier {
  customer_group_id: number;
  qty: number;
  value: NetUnits;
}

/** The tier group that stands for everyone, and the group of visitors without one (wire contract 4.3). */
export const everyGroup = 32_000;
export const guestGroup = 0;

/** The customer group and quantity for which tier prices are looked up. */
export interface Buyer {
  group: number;
  quantity: number;
}

/** The current price for a shopper, as whole numbers. */
export interface ShopPrice {
  original: NetUnits;
  original_incl_tax: Cents;
  /** 0 when the special price does not apply. */
  special: NetUnits;
  special_incl_tax: Cents;
  final: NetUnits;
  final_incl_tax: Cents;
}

/**
 * Returns the current price of one unit (spec commerce 4, spec D18): the lowest of the price, the source's
 * own final price, the special price (when it is below the original and `now` is within its dates) and the
 * buyer's tiers. Each is taxed and rounded once (spec D16).
 * @param buyer left out where price tiers are off
 */
export function priceOf(source: SourcePrice, rate: Percent, now: Date, buyer?: Buyer): ShopPrice {
  const final = Math.min(
    source.price,
    ...counting(source.final_price),
    ...counting(specialInForce(source, now)),
    ...tiersFor(source, buyer),
  );
  const special = specialInForce(source, now) === final ? final : 0;
  return {
    original: source.price,
    original_incl_tax: withTax(source.price, rate),
    special,
    special_incl_tax: withTax(special, rate),
    final,
    final_incl_tax: withTax(final, rate),
  };
}

/** Documents use a reduced price of 0 for none. */
function counting(price: NetUnits | null | undefined): NetUnits[] {
  return price ? [price] : [];
}

function specialInForce(source: SourcePrice, now: Date): NetUnits | undefined {
  const special = source.special_price;
  if (special === null || special <= 0 || special >= source.price) return undefined;
  return isWithin(now, source.special_from_date, source.special_to_date) ? special : undefined;
}

function tiersFor({ tiers = [] }: SourcePrice, buyer: Buyer | undefined): NetUnits[] {
  if (!buyer) return [];
  return tiers
    .filter((tier) => tier.customer_group_id === buyer.group || tier.customer_group_id === everyGroup)
    .filter((tier) => tier.qty <= buyer.quantity)
    .flatMap((tier) => counting(tier.value));
}

/** Returns the next instant at which `priceOf` may change, or undefined when it never will. */
export function priceChangesAt(source: SourcePrice, now: Date): Date | undefined {
  if (source.special_price === null) return undefined;
  const { special_from_date: from, special_to_date: to } = source;
  const instants = [from && Date.parse(from), to && Date.parse(to) + 1]
    .filter((instant) => typeof instant === 'number')
    .filter((instant) => instant > now.getTime());
  return instants.length > 0 ? new Date(Math.min(...instants)) : undefined;
}

/** The computed price fields of a product document (spec commerce 3), as decimals of the currency. */
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

/** Writes a price as wire fields. `price` is the current price, as is the final price. */
export function priceFields(of: ShopPrice): PriceFields {
  // `pair` returns the fields of each name.
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
    [`${name}_tax`]: netToDecimal(taxWithin(inclTax, net)),
    [`${name}_incl_tax`]: centsToDecimal(inclTax),
  };
}

/** The fields from which a price is read back: those a page receives of a product. */
export type KnownPrice = Pick<
  PriceFields,
  'original_price' | 'original_price_incl_tax' | 'final_price' | 'final_price_incl_tax'
> &
  Partial<Pick<PriceFields, 'special_price' | 'special_price_incl_tax'>>;

/** Reads the wire fields back: the inverse of `priceFields`. Missing fields count as unknown, 0. */
export function shopPriceOf(fields: Partial<KnownPrice>): ShopPrice {
  const net = (decimal: number | undefined) => decimalToNet(decimal ?? 0) ?? 0;
  const cents = (decimal: number | undefined) => decimalToCents(decimal ?? 0) ?? 0;
  return {
    original: net(fields.original_price),
    original_incl_tax: cents(fields.original_price_incl_tax),
    special: net(fields.special_price),
    special_incl_tax: cents(fields.special_price_incl_tax),
    final: net(fields.final_price),
    final_incl_tax: cents(fields.final_price_incl_tax),
  };
}

/**
 * Whether an amount is no price. 0 is one only where free products are sold (switch «zero-price products»); a
 * negative amount marks a price that could not be computed (spec commerce 5).
 */
export function isPriceUnknown(amount: number, { zeroPrice }: { zeroPrice: boolean }): boolean {
  return !(amount > 0 || (amount === 0 && zeroPrice));
}

/** An unknown price; a product without a price cannot be bought (spec commerce 5, spec D22). */
export const unknownPrice: ShopPrice = {
  original: 0,
  original_incl_tax: 0,
  special: 0,
  special_incl_tax: 0,
  final: 0,
  final_incl_tax: 0,
};
