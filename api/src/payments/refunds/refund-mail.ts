import type { Db } from '../../db.ts';
import type { PayableOrder } from '../../orders/placement/payable-order-service.ts';
import { orderLink, pushedLink } from '../../orders/records/order-link.ts';
import { mailAmount } from '../../orders/records/order-mail.ts';
import { isForgotten } from '../../orders/records/order-retention-service.ts';
import type { ViewUrls } from '../../platform/http/store-view-urls.ts';
import { queueMail } from '../../platform/mail/mail-service.ts';
import { getMailText, mailTextsOf } from '../../platform/mail/templates/mail-messages.ts';
import { notifyBrowsers } from '../../push/order-notifications.ts';
import type { RefundRow } from '../records/ledger-store.ts';

/** Notifies a shopper about a refund: the amount, and the reason in their language. */
export async function notifyRefund(
  db: Db,
  viewUrls: ViewUrls,
  order: Pick<
    PayableOrder,
    'number' | 'order_id' | 'customer_id' | 'store_code' | 'email' | 'locale' | 'currency' | 'billing_address'
  > & { orderedWith?: string | undefined },
  { value_cents, reason }: Pick<RefundRow, 'value_cents' | 'reason'>,
): Promise<void> {
  const { number, email: to, locale, billing_address } = order;
  const { firstname: firstName } = billing_address;
  // The personal data was erased: the shopper sees the refund where they paid.
  if (isForgotten(order)) return;
  const amount = mailAmount(value_cents, order);
  const cause = reason === 'late_payment' && order.orderedWith ? 'orderedWith' : (whys[reason] ?? 'given');
  const sentence = getMailText(mailTextsOf(locale), `paymentRefunded.${cause}`);
  const why = sentence.replace('{number}', order.orderedWith ?? '');
  const link = await orderLink(db, viewUrls, order);
  const values = { number, amount, why, link };
  await queueMail(db, { template: 'paymentRefunded', to, locale, firstName, values });
  await notifyBrowsers(db, order, 'refunded', pushedLink(viewUrls, order));
}

/** A reason that an operator typed is for the ledger, not for the shopper. */
const whys: Readonly<Record<string, string>> = {
  duplicate_payment: 'twice',
  overpaid: 'tooMuch',
  late_payment: 'tooLate',
};
