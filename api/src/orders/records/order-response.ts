import type { Address } from '@fynbos/core/accounts/address.ts';
import { centsToDecimal, netToDecimal } from '@fynbos/core/money.ts';
import type { Download, Order, OrderStateOnly } from '@fynbos/core/orders/order.ts';
import { type OrderState, orderStates } from '@fynbos/core/orders/order-states.ts';
import { shop } from '@fynbos/core/shop.ts';
import type { Store } from '@fynbos/core/stores/contract.ts';
import type { Static } from 'typebox';
import type { OrderLineRow, OrderRow, StoredOrder } from './order-store.ts';

type Wire = Static<typeof Order>;

/** A bought file, and the path of its link. */
export type OrderDownload = Static<typeof Download>;

/** The files of the lines of an order. */
export type DownloadsOfLine = (line: Pick<OrderLineRow, 'sku' | 'position'>) => OrderDownload[];

type Stores = ReadonlyMap<string, Store>;

/** An order in the format of the order history (wire contract 1.3). */
export function orderOnWire(
  stored: StoredOrder,
  stores: Stores,
  downloads: DownloadsOfLine = () => [],
): Wire {
  const { order, lines, taxes, events } = stored;
  const billing = addressOnWire(order.billing_address, order.email);
  const shipping = order.shipping_address;
  const isOver = order.state !== 'pending_payment' && order.state !== 'placed' && order.state !== 'shipped';
  const due = isOver ? 0 : Math.max(0, order.grand_total_cents - order.captured_cents);
  const off = order.discount_cents + order.shipping_discount_cents;
  return {
    entity_id: order.id,
    increment_id: order.number,
    order_id: order.order_id,
    created_at: wireTime(order.placed_at),
    updated_at: wireTime(order.updated_at),
    ...orderStates[order.state].wire,
    customer_firstname: billing.firstname,
    customer_lastname: billing.lastname,
    customer_email: order.email,
    grand_total: centsToDecimal(order.grand_total_cents),
    subtotal: centsToDecimal(order.subtotal_net_cents),
    subtotal_incl_tax: centsToDecimal(order.subtotal_cents),
    shipping_amount: centsToDecimal(order.shipping_net_cents),
    shipping_incl_tax: centsToDecimal(order.shipping_cents),
    shipping_discount_amount: centsToDecimal(order.shipping_discount_cents),
    shipping_description: order.shipping_title,
    tax_amount: centsToDecimal(order.tax_cents),
    discount_amount: off === 0 ? 0 : centsToDecimal(-off),
    discount_tax_compensation_amount: 0,
    total_due: centsToDecimal(due),
    ...(order.coupon_code ? { coupon_code: order.coupon_code } : {}),
    ...(order.voucher_code ? voucherOnWire(order, order.voucher_code) : {}),
    order_currency_code: order.currency,
    store_name: shop.name,
    quote_id: String(order.cart_id),
    items: lines.map((line) => lineOnWire(line, downloads(line))),
    billing_address: billing,
    payment: { method: order.payment_method, additional_information: [order.payment_title] },
    extension_attributes: {
      shipping_assignments: shipping
        ? [
            {
              shipping: {
                method: methodOf(order),
                address: addressOnWire(shipping, order.email),
                ...collectionOnWire(stored, stores),
              },
            },
          ]
        : [],
      applied_taxes: taxes.map(({ rate, net_cents, tax_cents }) => ({
        percent: rate,
        net: centsToDecimal(net_cents),
        amount: centsToDecimal(tax_cents),
      })),
      tracking: events.filter(({ state, note }) => state === 'shipped' && note).map(({ note }) => note),
    },
  };
}

/** The store at which an order is collected. */
function collectionOnWire({ order, collected }: StoredOrder, stores: Stores): { collect_at?: Store } {
  const collect_at = collected ? stores.get(order.fulfilment_store) : undefined;
  return collect_at ? { collect_at } : {};
}

function voucherOnWire({ voucher_cents, voucher_balance_cents }: OrderRow, voucher_code: string) {
  if (voucher_balance_cents === null) return { voucher_code };
  const voucher_balance_after = centsToDecimal(voucher_balance_cents);
  return { voucher_code, voucher_amount: centsToDecimal(voucher_cents), voucher_balance_after };
}

/** The state of an order, for a person who knows its number and e-mail address only (T30). */
export const orderStateOnWire = (stored: StoredOrder, stores: Stores): Static<typeof OrderStateOnly> => ({
  increment_id: stored.order.number,
  created_at: wireTime(stored.order.placed_at),
  updated_at: wireTime(stored.order.updated_at),
  ...orderStates[stored.order.state].wire,
  ...collectionOnWire(stored, stores),
});

const methodOf = ({ carrier_code, method_code }: OrderRow): string => `${carrier_code}_${method_code}`;

function lineOnWire(line: OrderLineRow, downloads: ReturnType<DownloadsOfLine>): Wire['items'][number] {
  const taxes = line.taxes;
  return {
    item_id: line.position,
    sku: line.sku,
    parent_sku: line.parent_sku,
    name: line.name,
    product_type: line.product_type,
    qty_ordered: line.qty,
    price: netToDecimal(line.unit_net),
    price_incl_tax: centsToDecimal(line.unit_cents),
    original_price: centsToDecimal(line.original_unit_cents),
    row_total: centsToDecimal(line.row_net_cents),
    row_total_incl_tax: centsToDecimal(line.row_cents),
    discount_amount: centsToDecimal(line.discount_cents),
    row_paid_incl_tax: centsToDecimal(line.paid_cents),
    tax_amount: centsToDecimal(line.tax_cents),
    tax_percent: taxes[0]?.rate ?? 0,
    taxes: taxes.map(({ rate, net, tax }) => ({
      ...{ percent: rate, net: centsToDecimal(net), amount: centsToDecimal(tax) },
    })),
    options: line.options,
    image: line.image,
    url_path: line.url_path,
    ...(downloads.length > 0 && { downloads }),
  };
}

function addressOnWire({ street, apartment, ...address }: Address, email: string): Wire['billing_address'] {
  return { ...address, street: apartment ? [street, apartment] : [street], email };
}

/** `2026-11-20 10:00:00`, UTC. */
const wireTime = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

/** The response to a placed order (wire contract 1.2). */
export function placedOnWire({
  id,
  number,
  placedAt,
  paymentLink,
  downloads = [],
  orderLink,
}: {
  id: number;
  number: string;
  placedAt: Date;
  paymentLink?: string;
  downloads?: OrderDownload[];
  orderLink?: string;
}) {
  return {
    magentoOrderId: String(id),
    backendOrderId: String(id),
    orderNumber: number,
    transferedAt: placedAt.toISOString(),
    ...(paymentLink !== undefined && { redirect_url: paymentLink }),
    ...(downloads.length > 0 && { downloads }),
    ...(orderLink !== undefined && { orderLink }),
  };
}

/**
 * The response to a lookup by the client's order id. It confirms that the order arrived and reveals none of
 * its contents. An order in `pending_payment` or `expired` counts as not arrived, because the client clears
 * its cart after a confirmation.
 */
export function syncedOnWire(order: { id: number; placed_at: Date; state: OrderState } | undefined) {
  if (!order || order.state === 'pending_payment' || order.state === 'expired') return null;
  return {
    platform_order_id: String(order.id),
    transmited: true,
    transmited_at: order.placed_at.toISOString(),
    platform: 'fynbos',
    order: null,
  };
}
