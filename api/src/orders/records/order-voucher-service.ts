import type { Db } from '../../db.ts';
import type { ViewUrls } from '../../platform/http/store-view-urls.ts';
import { queueMail } from '../../platform/mail/mail-service.ts';
import { voucherBalance } from '../../promotions/promotion-service.ts';
import { orderLink } from './order-link.ts';
import { mailAmount } from './order-mail.ts';
import { isForgotten } from './order-retention-service.ts';
import type { OrderRow } from './order-store.ts';
import { findVoucherTaken, reduceVoucher, type VoucherTaken } from './order-voucher-store.ts';

/** What an order takes from its voucher now. */
export const voucherTaken = (db: Db, orderId: number): Promise<VoucherTaken | undefined> =>
  findVoucherTaken(db, orderId);

/**
 * Gives money of an order back to its voucher, within the caller's transaction, which has locked the order.
 * @param cents all of it when undefined
 * @returns what was given back; undefined for nothing
 */
export async function giveVoucherBack(
  db: Db,
  orderId: number,
  cents: number | undefined,
): Promise<VoucherTaken | undefined> {
  const taken = await findVoucherTaken(db, orderId);
  const given = Math.min(taken?.cents ?? 0, cents ?? Number.MAX_SAFE_INTEGER);
  if (!taken || given <= 0) return undefined;
  const back = { code: taken.code, cents: given };
  await reduceVoucher(db, orderId, back);
  return back;
}

/** Tells a shopper that money is back on their voucher, and its balance; never its code, which is money. */
export async function notifyVoucherReturned(
  db: Db,
  viewUrls: ViewUrls,
  order: Pick<
    OrderRow,
    'number' | 'order_id' | 'customer_id' | 'store_code' | 'email' | 'locale' | 'currency' | 'billing_address'
  >,
  { code, cents }: VoucherTaken,
): Promise<void> {
  if (isForgotten(order)) return;
  const { number, email: to, locale, billing_address } = order;
  const amount = mailAmount(cents, order);
  const balance = mailAmount(await voucherBalance(db, code), order);
  const link = await orderLink(db, viewUrls, order);
  await queueMail(db, {
    template: 'voucherReturned',
    to,
    locale,
    firstName: billing_address.firstname,
    values: { number, amount, balance, link },
  });
}
