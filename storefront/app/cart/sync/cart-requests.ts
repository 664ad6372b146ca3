import { lineKey } from '@fynbos/core/cart/cart-line.ts';
import {
  addVoucher,
  applyCoupon,
  type CartItem,
  type CartTotals,
  createCart,
  deleteCartItem,
  deleteCoupon,
  paymentMethods,
  pullCart,
  shippingInformation,
  shippingMethods,
  updateCartItem,
} from '@fynbos/core/cart/contract.ts';
import { readProductOption } from '@fynbos/core/catalogue/read-product-option.ts';
import type { Endpoint } from '@fynbos/core/endpoint.ts';
import { type Cents, decimalToCents } from '@fynbos/core/money.ts';
import type { Static } from 'typebox';
import type { ApiResponse, CallOptions } from '../../api-client.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import type { DeliveryPlace, PaymentMethod, ShippingMethod } from './cart-methods.ts';
import type { ConfirmedTotals, PendingEntry, ServerCart } from './cart-outbox.ts';
import type { CartLine, ConfirmedLine } from './cart-view.ts';

/** How a cart call is made: with the token of exactly this customer, or as a guest. */
export type CallCart = <E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
  customer: number | undefined,
) => Promise<ApiResponse<E>>;

/** The cart, and the customer it is for. */
export interface Where {
  token: string;
  customer: number | undefined;
}

export type CodeKind = 'coupon' | 'voucher';

/** The result of a write: the cart afterwards, and the line as the server has it. */
export interface WriteResult {
  cart: ServerCart;
  line?: ConfirmedLine | undefined;
}

const query = { whole: true };

/** The API calls of the cart (spec commerce 7). All throw ApiProblem. */
export class CartCalls {
  readonly #call: CallCart;

  constructor(call: CallCart) {
    this.#call = call;
  }

  /** @returns the token of a new cart, or of the customer's cart into which the guest's was merged */
  async open(guestToken: string | undefined, customer: number | undefined): Promise<string> {
    return (await this.#call(createCart, { cartToken: guestToken }, customer)).result;
  }

  /** @returns the token of a new cart beside the customer's own, for one order */
  async openApart(customer: number | undefined): Promise<string> {
    return (await this.#call(createCart, { query: { apart: true } }, customer)).result;
  }

  async read({ token, customer }: Where): Promise<ServerCart> {
    return wholeOf(await this.#call(pullCart, { cartToken: token, query }, customer));
  }

  /**
   * Sends an entry.
   * @returns undefined if it has no effect because its line no longer exists
   * @param items the confirmed lines, the same at each attempt
   */
  async send(
    where: Where,
    entry: PendingEntry,
    items: readonly ConfirmedLine[],
  ): Promise<WriteResult | undefined> {
    if (entry.kind === 'add') return this.#update(where, entry.id, itemOf(entry.line, entry.qty));
    const line = items.find((item) => lineKey(item) === entry.key);
    if (!line) return undefined;
    if (entry.kind === 'remove') return this.#delete(where, entry.id, line);
    const { item_id } = line;
    // A quantity alone leaves the options unchanged.
    if (entry.kind === 'set')
      return this.#update(where, entry.id, { sku: line.sku, qty: entry.qty, item_id });
    return this.#update(where, entry.id, { ...itemOf(entry.line, entry.qty), item_id });
  }

  /** Applies a code, as a coupon or as a voucher; an empty code removes the code of this kind. */
  async code(
    { token: cartToken, customer }: Where,
    key: string,
    kind: CodeKind,
    code: string,
  ): Promise<ServerCart> {
    if (kind === 'voucher') {
      const options = { cartToken, key, query: { ...query, voucherCode: code } };
      return wholeOf(await this.#call(addVoucher, options, customer));
    }
    if (code === '') return wholeOf(await this.#call(deleteCoupon, { cartToken, key, query }, customer));
    const options = { cartToken, key, query: { ...query, coupon: code, orVoucher: true } };
    return wholeOf(await this.#call(applyCoupon, options, customer));
  }

  async shippingMethods({ token, customer }: Where, address: DeliveryPlace): Promise<ShippingMethod[]> {
    const options = { cartToken: token, body: { address } };
    return (await this.#call(shippingMethods, options, customer)).result;
  }

  async paymentMethods({ token, customer }: Where): Promise<PaymentMethod[]> {
    return (await this.#call(paymentMethods, { cartToken: token }, customer)).result;
  }

  /** Chooses a shipping method; the cart must be read afterwards. */
  async chooseDelivery(
    { token, customer }: Where,
    key: string,
    shippingAddress: DeliveryPlace,
    { carrier_code, method_code }: ShippingMethod,
  ): Promise<void> {
    const chosen = { shippingCarrierCode: carrier_code, shippingMethodCode: method_code };
    const body = { addressInformation: { shippingAddress, ...chosen } };
    await this.#call(shippingInformation, { cartToken: token, key, body }, customer);
  }

  async #update({ token, customer }: Where, key: string, item: WrittenItem): Promise<WriteResult> {
    const options = { cartToken: token, key, query, body: { cartItem: { ...item, quoteId: token } } };
    const response = await this.#call(updateCartItem, options, customer);
    const line = typeof response.result === 'object' ? confirmedLine(response.result) : undefined;
    return { cart: wholeOf(response), line };
  }

  async #delete({ token, customer }: Where, key: string, line: ConfirmedLine): Promise<WriteResult> {
    const { sku, item_id } = line;
    const options = { cartToken: token, key, query, body: { cartItem: { sku, item_id, quoteId: token } } };
    return { cart: wholeOf(await this.#call(deleteCartItem, options, customer)) };
  }
}

interface WrittenItem {
  sku: string;
  parentSku?: string;
  qty: number;
  product_option?: CartLine['product_option'];
  item_id?: number;
}

function itemOf({ sku, parentSku, product_option }: CartLine, qty: number): WrittenItem {
  return { sku, ...(parentSku && { parentSku }), qty, product_option };
}

function wholeOf({ meta }: { meta: Record<string, unknown> }): ServerCart {
  const cart = serverCart(meta);
  if (!cart) throw new ApiProblem('wrong_format');
  return cart;
}

type WireItem = Static<typeof CartItem>;
type WireTotals = Static<typeof CartTotals>;

/** Reads the cart in a response; undefined if there is none. */
function serverCart({ cartVersion, cart }: Record<string, unknown>): ServerCart | undefined {
  if (typeof cartVersion !== 'number' || typeof cart !== 'object' || cart === null) return undefined;
  // The contract of the API gives every cart in a response these fields.
  const { items, totals } = cart as { items: WireItem[]; totals: WireTotals };
  return { version: cartVersion, items: items.map(confirmedLine), totals: confirmedTotals(totals) };
}

const cents = (decimal: number): Cents => decimalToCents(decimal) ?? 0;

function confirmedLine(item: WireItem): ConfirmedLine {
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
    unitPrice: item.unit_price,
    dealsMet: item.deals_met?.map((deal) => ({ ...deal, saving: cents(deal.saving) })),
    dealsMissed: item.deals_missed?.map(({ is_combo: isCombo, ...deal }) => ({ ...deal, isCombo })),
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
    ...deliveryIn(totals),
    segments: totals.total_segments.map(({ code, title, value }) => ({ code, title, value: cents(value) })),
    taxes: totals.total_segments.flatMap(taxesIn),
  };
}

function deliveryIn({ free_delivery_from, shipping_carrier_title: carrier, ...totals }: WireTotals) {
  const { expected_first: first, expected_last: last, goods_value } = totals;
  return {
    freeDeliveryFrom: free_delivery_from === undefined ? undefined : cents(free_delivery_from),
    freeDeliveryBy: totals.free_delivery_by,
    goodsValue: goods_value === undefined ? undefined : cents(goods_value),
    needsCold: totals.needs_cold,
    delivery: carrier === undefined ? undefined : { carrier, first, last },
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

/**
 * The shopper as this tab knows it. If another tab has logged in as a different customer, the stored
 * profile that all tabs share is newer.
 * @throws ApiProblem `unreachable` until this tab has received the change
 */
export function shopperOf(known: number | undefined, shared: number | undefined): number | undefined {
  if (shared !== undefined && shared !== known) throw new ApiProblem('unreachable');
  return known;
}
