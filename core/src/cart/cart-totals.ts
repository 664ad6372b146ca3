import { type Cents, type NetUnits, netOfCents, type Percent, shareOut } from '../money.ts';
import type { ShopPrice } from '../pricing/price.ts';

/** The share of a line's price that carries one tax rate; a bundle can have several. */
export interface RateShare {
  rate: Percent;
  /** Weight of this share relative to the others. */
  weight: number;
}

/** A cart line as input of the totals. */
export interface TotalsLine {
  key: string;
  qty: number;
  price: ShopPrice;
  shares: readonly RateShare[];
  /** Reductions of the whole line by promotions and coupon, tax included. */
  deal: Cents;
  coupon: Cents;
}

/** Shipping: price with tax, discount by coupon, and tax rate. */
export interface TotalsShipping {
  price: Cents;
  discount: Cents;
  rate: Percent;
}

/** Amounts paid at one tax rate. */
export interface Taxed {
  rate: Percent;
  paid: Cents;
  net: Cents;
  tax: Cents;
}

/** Totals of one line, in cents; tax included unless the name says net. */
export interface LineTotal {
  key: string;
  unit: Cents;
  unit_net: NetUnits;
  row: Cents;
  row_net: Cents;
  discount: Cents;
  /** Amount paid for the line, and the tax in it by rate. */
  paid: Cents;
  taxes: Taxed[];
  tax: Cents;
}

/** Totals of the cart, in cents (spec commerce 3 «platform totals»). */
export interface Totals {
  lines: LineTotal[];
  subtotal: Cents;
  subtotal_net: Cents;
  discount: Cents;
  shipping: Cents;
  shipping_net: Cents;
  shipping_discount: Cents;
  tax: Cents;
  /** Tax by rate, highest rate first; rates without an amount are left out. */
  taxes: { rate: Percent; net: Cents; tax: Cents }[];
  /** The amount paid by voucher; the tax is on all of it. */
  voucher: Cents;
  /** What is left to pay. */
  grand_total: Cents;
  units: number;
}

/**
 * Computes the totals of a cart (spec D16, D18, D22). A unit is taxed and rounded, then multiplied.
 * Promotions and coupon reduce the line and never make it negative. The tax is the part contained in the
 * paid amount. Shipping is added once.
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
    voucher: 0,
    grand_total: sum('paid') + delivery.reduce((total, { paid }) => total + paid, 0),
    units: lines.reduce((total, line) => total + line.qty, 0),
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

/** Splits the tax contained in an amount by the rates of its shares. */
function taxed(paid: Cents, shares: readonly RateShare[]): Taxed[] {
  const amounts = shareOut(
    paid,
    shares.map((share) => share.weight),
  );
  return shares.map(({ rate }, index) => {
    // `shareOut` returns one amount for each weight.
    const amount = amounts[index]!;
    const net = netOfCents(amount, rate);
    return { rate, paid: amount, net, tax: amount - net };
  });
}

function byRate(parts: readonly Taxed[]): Totals['taxes'] {
  const rates = Map.groupBy(
    parts.filter((part) => part.paid > 0),
    (part) => part.rate,
  );
  return [...rates]
    .map(([rate, group]) => ({
      rate,
      net: group.reduce((sum, part) => sum + part.net, 0),
      tax: group.reduce((sum, part) => sum + part.tax, 0),
    }))
    .toSorted((a, b) => b.rate - a.rate);
}
