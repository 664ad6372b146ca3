import { centsToDecimal } from '@fynbos/core/money.ts';
import { formatFor, formatPrice } from '@fynbos/core/pricing/price-format.ts';
import { defaultStoreView } from '@fynbos/core/shop.ts';
import { viewOfCurrency } from '@fynbos/core/store-views.ts';
import type { Db } from '../../db.ts';
import type { ViewUrls } from '../../platform/http/store-view-urls.ts';
import { queueMail } from '../../platform/mail/mail-service.ts';
import { mailLocale } from '../../platform/mail/templates/mail-messages.ts';
import type { MailMessage } from '../../platform/mail/templates/mail-templates.ts';
import type { Ordered } from '../../platform/mail/templates/order-sections.ts';
import { notifyBrowsers } from '../../push/order-notifications.ts';
import { orderLink, pushedLink } from './order-link.ts';
import type { NewOrder } from './order-store.ts';

/** An amount of an order as its mails write it. */
export function mailAmount(
  cents: number,
  { currency, locale }: { currency: string; locale: string },
): string {
  const view = viewOfCurrency(currency) ?? defaultStoreView;
  return String(formatPrice(centsToDecimal(cents), formatFor(view, mailLocale(locale))));
}

/** The order in the format of its confirmation mail. */
export function orderedOf(
  number: string,
  { order, lines, taxes }: Pick<NewOrder, 'order' | 'lines' | 'taxes'>,
): Ordered {
  return {
    number,
    placedAt: order.placed_at,
    currency: order.currency,
    lines: lines.map(({ qty, name, options, row_cents }) => ({ qty, name, rowCents: row_cents, options })),
    subtotalCents: order.subtotal_cents,
    discountCents: order.discount_cents,
    shippingCents: order.shipping_cents - order.shipping_discount_cents,
    voucherCents: order.voucher_cents,
    voucherBalanceCents: order.voucher_balance_cents,
    grandTotalCents: order.grand_total_cents,
    taxes: taxes.map(({ rate, net_cents, tax_cents }) => ({
      rate,
      netCents: net_cents,
      taxCents: tax_cents,
    })),
    shippingTitle: order.shipping_title,
    paymentTitle: order.payment_title,
    shippingAddress: order.shipping_address,
  };
}

/**
 * Queues the confirmation of an order (ORD-2), and notifies subscribed browsers.
 * @param announced as `queueMail`
 */
export async function confirm(
  db: Db,
  viewUrls: ViewUrls,
  { number, ...order }: Pick<NewOrder, 'order' | 'lines' | 'taxes'> & { number: string },
  announced: 'at commit' | 'after commit' = 'at commit',
): Promise<void> {
  const { email, locale, customer_id, store_code, order_id } = order.order;
  const link = await orderLink(db, viewUrls, { number, order_id, customer_id, store_code });
  const mail: MailMessage<'orderConfirmation'> = {
    template: 'orderConfirmation',
    to: email,
    locale,
    values: { number, link },
    order: orderedOf(number, order),
  };
  await queueMail(db, mail, announced);
  await notifyBrowsers(
    db,
    { order_id, customer_id, number },
    'placed',
    pushedLink(viewUrls, { number, customer_id, store_code }),
  );
}
