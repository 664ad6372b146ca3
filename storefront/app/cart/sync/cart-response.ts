import type { CartItem, CartTotals } from '@fynbos/core/cart/contract.ts';
import { readProductOption } from '@fynbos/core/catalogue/read-product-option.ts';
import { type Cents, decimalToCents } from '@fynbos/core/money.ts';
import type { Static } from 'typebox';
import type { ConfirmedLine } from './cart-line.ts';
import type { ConfirmedTotals, ServerCart } from './cart-outbox.ts';

type WireItem = Static<typeof CartItem>;
type WireTotals = Static<typeof CartTotals>;

/** Reads the cart in a response; undefined if there is none. */
export function serverCart({ cartVersion, cart }: Record<string, unknown>): ServerCart | undefined {
  if (typeof cartVersion !== 'number' || typeof cart !== 'object' || cart === null) return undefined;
  // The contract of the API gives every cart in a response these fields.
  const { items, totals } = cart as { items: WireItem[]; totals: WireTotals };
  return { version: cartVersion, items: items.map(confirmedLine), totals: confirmedTotals(totals) };
}

const cents = (decimal: number): Cents => decimalToCents(decimal) ?? 0;

export function confirmedLine(item: WireItem): ConfirmedLine {
  const { item_id, sku, parentSku, qty, name, image, url_path, options, available, deals, problems } = item;
  return {
    ...{ item_id, sku, parentSku, qty, name, image, url_path, options, available, deals, problems },
    product_type: item.product_type,
    product_option: readProductOption(item.product_option),
    unit: cents(item.price_incl_tax),
    original: cents(item.original_price_incl_tax),
    paid: cents(item.row_total_incl_tax),
    discount: cents(item.discount_amount),
    inStock: item.is_in_stock,
    minimum: item.min_sale_qty,
  };
}

function confirmedTotals(totals: WireTotals): ConfirmedTotals {
  const hasDelivery = totals.total_segments.some(({ code }) => code === 'shipping');
  return {
    subtotal: cents(totals.subtotal_incl_tax),
    discount: Math.abs(cents(totals.discount_amount)),
    shipping: hasDelivery ? cents(totals.shipping_incl_tax) : undefined,
    tax: cents(totals.tax_amount),
    grandTotal: cents(totals.grand_total),
    coupon: totals.coupon_code,
    voucher: totals.voucher_code,
    ...balanceIn(totals),
    freeDeliveryFrom: totals.free_delivery_from === undefined ? undefined : cents(totals.free_delivery_from),
    segments: totals.total_segments.map(({ code, title, value }) => ({ code, title, value: cents(value) })),
    taxes: totals.total_segments.flatMap(taxesIn),
  };
}

function balanceIn({ voucher_balance: before, voucher_balance_after: after, voucher_items }: WireTotals) {
  if (before === undefined || after === undefined) return {};
  const items = voucher_items && { items: voucher_items };
  return { voucherBalance: { before: cents(before), after: cents(after), ...items } };
}

interface TaxDetail {
  amount: number;
  rates: { percent: string }[];
}

/** The tax by rate, where a segment contains it (wire contract 1.1). */
function taxesIn({ extension_attributes }: WireTotals['total_segments'][number]) {
  // Wire contract 1.1 defines the details; the schema leaves their type open.
  const details = (extension_attributes?.tax_grandtotal_details ?? []) as TaxDetail[];
  return details.map(({ amount, rates }) => ({
    percent: Number(rates[0]?.percent ?? 0),
    value: cents(amount),
  }));
}
