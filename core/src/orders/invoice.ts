import { type Cents, centsToDecimal, decimalToCents, type Percent } from '../money.ts';

/** A line of an invoice, in the currency: what it is without VAT, the VAT in it, and what is paid. */
export interface InvoiceLine {
  /** Names the line; delivery has none. */
  item?: number;
  net: number;
  vat: number;
  gross: number;
}

/** The lines of one rate, which an invoice keeps apart (decision 41). */
export interface InvoiceGroup {
  percent: Percent;
  lines: readonly InvoiceLine[];
}

/** What an invoice is worked out from. */
export interface Invoiced {
  items: readonly { item_id: number; taxes: readonly RateOfTax[] }[];
  grand_total: number;
  tax_amount: number;
  extension_attributes: { applied_taxes: readonly RateOfTax[] };
}

/** What is paid at one rate: without VAT, and the VAT. */
interface RateOfTax {
  percent: Percent;
  net: number;
  amount: number;
}

/**
 * The lines of a tax invoice by rate, the highest first; a set that carries several stands at each of them. What the order costs beyond its products is its
 * delivery, so that all lines together are exactly what is paid, and their VAT exactly the order's.
 */
export function invoiceGroups(order: Invoiced): InvoiceGroup[] {
  const lines = order.items.flatMap(({ item_id: item, taxes }) =>
    taxes.map((tax) => ({ ...taxLine(tax), item })),
  );
  const all = [...lines, ...deliveryOf(order)];
  const rates = [...new Set(all.map(({ percent }) => percent))].sort((one, other) => other - one);
  return rates.map((rate) => ({
    percent: rate,
    lines: all.filter(({ percent }) => percent === rate).map(({ percent: _, ...line }) => line),
  }));
}

/** What is paid at each rate of VAT, the highest first. */
export function invoiceTaxes({ extension_attributes }: Invoiced): ({ percent: Percent } & InvoiceLine)[] {
  return extension_attributes.applied_taxes
    .toSorted((one, other) => other.percent - one.percent)
    .map(taxLine);
}

/** Delivery is taxed at the highest rate of its order; one that costs nothing is no line. */
function deliveryOf(order: Invoiced): ({ percent: Percent } & InvoiceLine)[] {
  const taxes = order.items.flatMap((item) => item.taxes);
  const gross = cents(order.grand_total) - sum(taxes.flatMap(({ net, amount }) => [net, amount]));
  if (gross === 0) return [];
  const vat = cents(order.tax_amount) - sum(taxes.map(({ amount }) => amount));
  const rates = order.extension_attributes.applied_taxes.map(({ percent }) => percent);
  return [{ percent: vat === 0 ? 0 : Math.max(0, ...rates), ...lineOf(gross, vat) }];
}

function taxLine({ percent, net, amount }: RateOfTax): { percent: Percent } & InvoiceLine {
  return { percent, ...lineOf(sum([net, amount]), cents(amount)) };
}

function lineOf(gross: Cents, vat: Cents): InvoiceLine {
  return { net: centsToDecimal(gross - vat), vat: centsToDecimal(vat), gross: centsToDecimal(gross) };
}

const sum = (decimals: readonly number[]): Cents =>
  decimals.reduce((total, decimal) => total + cents(decimal), 0);

const cents = (decimal: number): Cents => decimalToCents(decimal) ?? 0;
