import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import { shippingTitle } from '@fynbos/core/delivery/shipping-title.ts';
import type { OrderState } from '@fynbos/core/orders/order-states.ts';
import type { WorkedCart } from '../../cart/calculated-cart.ts';
import { optionLabels } from '../../cart/items/product-facts.ts';
import type { Shopper } from '../../cart/records/cart-context.ts';
import type { LiveCatalogue } from '../../catalogue/live-catalogue.ts';
import type { DeductedUnits } from '../../stock/stock-service.ts';
import type { NewOrder, OrderLineRow } from '../records/order-store.ts';
import type { OrderDetails } from './order-details.ts';
import type { OrderableLine } from './order-lines.ts';

/** The input of a new order, already priced. */
export interface NewOrderInput {
  orderId: string;
  fingerprint: string;
  cartTokenHash: Buffer;
  worked: WorkedCart;
  lines: readonly OrderableLine[];
  details: OrderDetails;
  payment: { code: string; title: string };
  taken: readonly DeductedUnits[];
  shopper: Shopper;
  locale: string;
  state: OrderState;
  /** The time until which its stock is held for the payment. */
  heldUntil: Date | null;
  /** The balance of its voucher after it; null without one. */
  voucherBalance: number | null;
  /** A hash of its client IP; empty for an order that is placed at once. */
  clientKey: string;
  now: Date;
}

/** The order as it is written. It is a snapshot, which later changes do not affect. */
export function newOrder(making: NewOrderInput): NewOrder {
  const { worked, details, shopper, payment, now } = making;
  const { totals, shipping, coupon, voucher } = worked;
  const { catalogue } = shopper.view;
  return {
    fingerprint: making.fingerprint,
    cartTokenHash: making.cartTokenHash,
    actor: shopper.customer ? 'customer' : 'guest',
    order: {
      order_id: making.orderId,
      state: making.state,
      customer_id: shopper.customer?.id ?? null,
      email: details.email,
      mailbox: mailboxOf(details.email),
      locale: making.locale,
      cart_id: worked.cart.id,
      store_code: worked.cart.store_code,
      fulfilment_store: shopper.store ?? '',
      currency: catalogue.view.currency,
      shipping_address: worked.virtual ? null : (details.shipping ?? null),
      billing_address: details.billing,
      carrier_code: shipping?.carrier_code ?? '',
      method_code: shipping?.method_code ?? '',
      shipping_title: shipping ? shippingTitle(shipping) : '',
      shipping_extra: details.extra,
      payment_method: payment.code,
      payment_title: payment.title,
      payment_additional: details.additional,
      coupon_code: coupon?.code ?? null,
      voucher_code: voucher?.code ?? null,
      subtotal_cents: totals.subtotal,
      subtotal_net_cents: totals.subtotal_net,
      discount_cents: totals.discount,
      shipping_cents: totals.shipping,
      shipping_net_cents: totals.shipping_net,
      shipping_discount_cents: totals.shipping_discount,
      tax_cents: totals.tax,
      voucher_cents: totals.voucher,
      voucher_balance_cents: making.voucherBalance,
      grand_total_cents: totals.grand_total,
      held_until: making.heldUntil,
      client_key: making.clientKey,
      placed_at: now,
    },
    lines: making.lines.map((line, index) => lineRow(line, index + 1, making, catalogue)),
    taxes: totals.taxes.map(({ rate, net, tax }) => ({ rate, net_cents: net, tax_cents: tax })),
    stock: making.taken,
    uses: [coupon, voucher].flatMap((used) =>
      used ? [{ code: used.code, voucher_cents: used.balance === null ? null : totals.voucher }] : [],
    ),
  };
}

function lineRow(
  { row, facts, option }: OrderableLine,
  position: number,
  { worked: { totals }, taken }: NewOrderInput,
  catalogue: LiveCatalogue,
): OrderLineRow {
  const shown = facts.parent ?? facts.facts;
  // The totals have one line for each line of the cart that can be ordered.
  const total = totals.lines.find((candidate) => candidate.key === row.line_key)!;
  return {
    position,
    sku: row.sku,
    parent_sku: row.parent_sku,
    name: shown.name,
    product_type: shown.type_id,
    product_option: option,
    options: optionLabels(facts.facts, facts.parent, option, catalogue),
    units: facts.units
      .filter(({ id }) => taken.some((entry) => entry.product_id === id))
      .map(({ id, qty }) => ({ product_id: id, qty: qty * row.qty })),
    qty: row.qty,
    unit_net: total.unit_net,
    unit_cents: total.unit,
    original_unit_cents: facts.price.original_incl_tax,
    row_cents: total.row,
    row_net_cents: total.row_net,
    discount_cents: total.discount,
    paid_cents: total.paid,
    tax_cents: total.tax,
    taxes: total.taxes,
    image: facts.facts.image,
    url_path: shown.url_path,
  };
}
