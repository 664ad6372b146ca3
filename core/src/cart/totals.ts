import { type Cents, type NetUnits, netOfCents, type Percent } from '../money.ts';
import type { ShopPrice } from '../pricing/price.ts';

/** A line as totals count it. */
export interface TotalsLine {
  key: string;
  qty: number;
  price: ShopPrice;
  rate: Percent;
  /** What promotions and coupon take off the whole line, tax included. */
  deal: Cents;
  coupon: Cents;
}

/** How the cart is delivered: what that costs with tax, what a coupon takes off it, and its rate. */
export interface TotalsShipping {
  price: Cents;
  discount: Cents;
  rate: Percent;
}

/** One line worked out, in cents; tax included unless the name says net. */
export interface LineTotal {
  key: string;
  unit: Cents;
  row: Cents;
  discount: Cents;
  /** What is paid for the line. */
  paid: Cents;
  paid_net: Cents;
  tax: Cents;
  rate: Percent;
  row_net: Cents;
  unit_net: NetUnits;
}

/** What the cart costs, in cents (commerce 3 «platform totals»). */
export interface Totals {
  lines: LineTotal[];
  subtotal: Cents;
  subtotal_net: Cents;
  discount: Cents;
  shipping: Cents;
  shipping_net: Cents;
  shipping_discount: Cents;
  tax: Cents;
  /** Tax by rate, the highest rate first; rates that nothing carries are left out. */
  taxes: { rate: Percent; net: Cents; tax: Cents }[];
  grand_total: Cents;
  pieces: number;
}

/**
 * Adds a cart up (decisions 16, 18, 22): a unit is taxed and rounded, then multiplied; promotions and coupon
 * come off the line and never make it negative; the tax is what is contained in what is paid. Shipping is
 * added once.
 */
export function totalsOf(lines: readonly TotalsLine[], shipping: TotalsShipping | undefined): Totals {
  const worked = lines.map(lineTotal);
  const delivery = shippingTotal(shipping);
  const sum = (field: 'row' | 'row_net' | 'discount' | 'paid') =>
    worked.reduce((total, line) => total + line[field], 0);
  const taxes = taxesOf([...worked, ...(delivery ? [delivery] : [])]);
  return {
    lines: worked,
    subtotal: sum('row'),
    subtotal_net: sum('row_net'),
    discount: sum('discount'),
    shipping: shipping?.price ?? 0,
    shipping_net: delivery ? netOfCents(shipping!.price, shipping!.rate) : 0,
    shipping_discount: shipping ? Math.min(shipping.discount, shipping.price) : 0,
    tax: taxes.reduce((total, { tax }) => total + tax, 0),
    taxes,
    grand_total: sum('paid') + (delivery?.paid ?? 0),
    pieces: lines.reduce((total, line) => total + line.qty, 0),
  };
}

function lineTotal({ key, qty, price, rate, deal, coupon }: TotalsLine): LineTotal {
  const row = price.final_incl_tax * qty;
  const discount = Math.min(row, deal + coupon);
  const paid = row - discount;
  const paid_net = netOfCents(paid, rate);
  return {
    key,
    unit: price.final_incl_tax,
    unit_net: price.final,
    row,
    row_net: netOfCents(row, rate),
    discount,
    paid,
    paid_net,
    tax: paid - paid_net,
    rate,
  };
}

interface Taxed {
  paid: Cents;
  paid_net: Cents;
  tax: Cents;
  rate: Percent;
}

function shippingTotal(shipping: TotalsShipping | undefined): Taxed | undefined {
  if (!shipping) return undefined;
  const paid = shipping.price - Math.min(shipping.discount, shipping.price);
  const paid_net = netOfCents(paid, shipping.rate);
  return { paid, paid_net, tax: paid - paid_net, rate: shipping.rate };
}

function taxesOf(parts: readonly Taxed[]): Totals['taxes'] {
  const byRate = Map.groupBy(
    parts.filter((part) => part.paid > 0),
    (part) => part.rate,
  );
  return [...byRate]
    .map(([rate, own]) => ({
      rate,
      net: own.reduce((sum, part) => sum + part.paid_net, 0),
      tax: own.reduce((sum, part) => sum + part.tax, 0),
    }))
    .toSorted((one, other) => other.rate - one.rate);
}
