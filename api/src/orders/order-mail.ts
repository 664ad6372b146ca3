import type { Address } from '@fynbos/core/accounts/address.ts';
import type { Ordered } from '../mail/ordered.ts';
import { mailedAddress, mailedPages } from '../mail/pages.ts';
import type { NewOrder, OrderRow } from './store.ts';

/** Where a mail leads: a customer to their orders, a guest to where one is looked up. */
export function orderLink(
  shopUrl: string,
  { number, customer_id }: Pick<OrderRow, 'number' | 'customer_id'>,
): string {
  const page = customer_id === null ? mailedPages.guestOrder(number) : mailedPages.order(number);
  return mailedAddress(shopUrl, page);
}

/** An order as its confirmation shows it. */
export function orderedOf(number: string, { order, lines, taxes }: NewOrder): Ordered {
  return {
    number,
    placedAt: order.placed_at,
    currency: order.currency,
    lines: lines.map(({ qty, name, options, row_cents }) => ({
      ...{ qty, name, rowCents: row_cents },
      options: options as Ordered['lines'][number]['options'],
    })),
    subtotalCents: order.subtotal_cents,
    discountCents: order.discount_cents,
    shippingCents: order.shipping_cents - order.shipping_discount_cents,
    grandTotalCents: order.grand_total_cents,
    taxes: taxes.map(({ rate, net_cents, tax_cents }) => ({
      rate,
      netCents: net_cents,
      taxCents: tax_cents,
    })),
    shippingTitle: order.shipping_title,
    paymentTitle: order.payment_title,
    shippingAddress: order.shipping_address as Address | null,
  };
}
