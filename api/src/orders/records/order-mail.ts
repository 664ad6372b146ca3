import type { Address } from '@fynbos/core/accounts/address.ts';
import type { Db } from '../../db.ts';
import type { ViewUrls } from '../../platform/http/store-view-urls.ts';
import { queueMail } from '../../platform/mail/mail-service.ts';
import { mailedAddress, mailedPages } from '../../platform/mail/templates/mail-links.ts';
import type { Ordered } from '../../platform/mail/templates/order-sections.ts';
import { notifyBrowsers } from '../../push/order-notifications.ts';
import type { NewOrder, OrderRow } from './order-store.ts';

/**
 * The page that a mail links to, in the order's store view: the order page for a customer, the order lookup
 * for a guest.
 */
export function orderLink(
  viewUrls: ViewUrls,
  { number, customer_id, store_code }: Pick<OrderRow, 'number' | 'customer_id' | 'store_code'>,
): string {
  const page = customer_id === null ? mailedPages.guestOrder(number) : mailedPages.order(number);
  return mailedAddress(viewUrls(store_code), page);
}

/** The order in the format of its confirmation mail. */
function orderedOf(
  number: string,
  { order, lines, taxes }: Pick<NewOrder, 'order' | 'lines' | 'taxes'>,
): Ordered {
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

/** Queues the confirmation of an order (ORD-2), and notifies subscribed browsers. */
export async function confirm(
  db: Db,
  viewUrls: ViewUrls,
  number: string,
  order: Pick<NewOrder, 'order' | 'lines' | 'taxes'>,
): Promise<void> {
  const { email, locale, customer_id, store_code, order_id } = order.order;
  const link = orderLink(viewUrls, { number, customer_id, store_code });
  await queueMail(db, {
    template: 'orderConfirmation',
    to: email,
    locale,
    values: { number, link },
    order: orderedOf(number, order),
  });
  await notifyBrowsers(db, { order_id, customer_id, number }, 'placed', link);
}
