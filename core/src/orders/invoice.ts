import { type Cents, centsToDecimal, decimalToCents, type Percent } from '../money.ts';

/** A line of an invoice, in the currency: amount without VAT, VAT, and amount paid. */
export interface InvoiceLine {
  /** Id of the order line; absent for delivery. */
  item?: number;
  net: number;
  vat: number;
  gross: number;
}

/** The lines of one tax rate; an invoice lists each rate separately (spec D41). */
export interface InvoiceGroup {
  percent: Percent;
  lines: readonly InvoiceLine[];
}

/** The parts of an order from which its invoice is computed. */
export interface Invoiced {
  items: readonly { item_id: number; taxes: readonly RateOfTax[] }[];
  grand_total: number;
  voucher_amount?: number;
  tax_amount: number;
  extension_attributes: { applied_taxes: readonly RateOfTax[] };
}

/** The amount paid at one rate: without VAT, and the VAT. */
interface RateOfTax {
  percent: Percent;
  net: number;
  amount: number;
}

/**
 * Returns the lines of a tax invoice by rate, the highest first; a set with several rates appears under
 * each. The rest of the order's total is delivery, so all lines add up to the amount paid and to the
 * order's VAT.
 */
export function invoiceGroups(order: Invoiced): InvoiceGroup[] {
  const lines = order.items.flatMap(({ item_id: item, taxes }) =>
    taxes.map((tax) => ({ ...taxLine(tax), item })),
  );
  const all = [...lines, ...deliveryOf(order)];
  const rates = [...new Set(all.map(({ percent }) => percent))].sort((a, b) => b - a);
  return rates.map((rate) => ({
    percent: rate,
    lines: all.filter(({ percent }) => percent === rate).map(({ percent: _, ...line }) => line),
  }));
}

/** Returns the amount paid at each VAT rate, the highest first. */
export function invoiceTaxes({ extension_attributes }: Invoiced): ({ percent: Percent } & InvoiceLine)[] {
  return extension_attributes.applied_taxes.toSorted((a, b) => b.percent - a.percent).map(taxLine);
}

/** Delivery is taxed at the highest rate of the order; free delivery is not a line. */
function deliveryOf(order: Invoiced): ({ percent: Percent } & InvoiceLine)[] {
  const taxes = order.items.flatMap((item) => item.taxes);
  const gross =
    sum([order.grand_total, order.voucher_amount ?? 0]) -
    sum(taxes.flatMap(({ net, amount }) => [net, amount]));
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
