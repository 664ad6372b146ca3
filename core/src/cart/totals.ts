import { type Cents, type NetUnits, netOfCents, type Percent, shareOut } from '../money.ts';
import type { ShopPrice } from '../pricing/price.ts';

/** A part of what a line costs that carries one rate of tax; a bundle may have several. */
export interface RateShare {
  rate: Percent;
  /** How much of the price it is, beside the other shares. */
  weight: number;
}

/** A line as totals count it. */
export interface TotalsLine {
  key: string;
  qty: number;
  price: ShopPrice;
  shares: readonly RateShare[];
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

/** What is paid at one rate of tax. */
export interface Taxed {
  rate: Percent;
  paid: Cents;
  net: Cents;
  tax: Cents;
}

/** One line worked out, in cents; tax included unless the name says net. */
export interface LineTotal {
  key: string;
  unit: Cents;
  unit_net: NetUnits;
  row: Cents;
  row_net: Cents;
  discount: Cents;
  /** What is paid for the line, and the tax in it by rate. */
  paid: Cents;
  taxes: Taxed[];
  tax: Cents;
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
  const shipped = shipping && { ...shipping, discount: Math.min(shipping.discount, shipping.price) };
  const delivery = shipped
    ? taxed(shipped.price - shipped.discount, [{ rate: shipped.rate, weight: 1 }])
    : [];
  const sum = (field: 'row' | 'row_net' | 'discount' | 'paid') =>
    worked.reduce((total, line) => total + line[field], 0);
  const taxes = byRate([...worked.flatMap((line) => line.taxes), ...delivery]);
  return {
    lines: worked,
    subtotal: sum('row'),
    subtotal_net: sum('row_net'),
    discount: sum('discount'),
    shipping: shipped?.price ?? 0,
    shipping_net: shipped ? netOfCents(shipped.price, shipped.rate) : 0,
    shipping_discount: shipped?.discount ?? 0,
    tax: taxes.reduce((total, { tax }) => total + tax, 0),
    taxes,
    grand_total: sum('paid') + delivery.reduce((total, { paid }) => total + paid, 0),
    pieces: lines.reduce((total, line) => total + line.qty, 0),
  };
}

function lineTotal({ key, qty, price, shares, deal, coupon }: TotalsLine): LineTotal {
  const row = price.final_incl_tax * qty;
  const discount = Math.min(row, deal + coupon);
  const taxes = taxed(row - discount, shares);
  return {
    key,
    unit: price.final_incl_tax,
    unit_net: price.final,
    row,
    row_net: taxed(row, shares).reduce((total, { net }) => total + net, 0),
    discount,
    paid: row - discount,
    taxes,
    tax: taxes.reduce((total, { tax }) => total + tax, 0),
  };
}

/** The tax that is contained in an amount, by the rates its parts carry. */
function taxed(paid: Cents, shares: readonly RateShare[]): Taxed[] {
  const amounts = shareOut(
    paid,
    shares.map((share) => share.weight),
  );
  return shares.map(({ rate }, index) => {
    const own = amounts[index]!;
    const net = netOfCents(own, rate);
    return { rate, paid: own, net, tax: own - net };
  });
}

function byRate(parts: readonly Taxed[]): Totals['taxes'] {
  const rates = Map.groupBy(
    parts.filter((part) => part.paid > 0),
    (part) => part.rate,
  );
  return [...rates]
    .map(([rate, own]) => ({
      rate,
      net: own.reduce((sum, part) => sum + part.net, 0),
      tax: own.reduce((sum, part) => sum + part.tax, 0),
    }))
    .toSorted((one, other) => other.rate - one.rate);
}
