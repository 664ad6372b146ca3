import { randomBytes } from 'node:crypto';
import { scaleCents } from '@fynbos/core/money.ts';
import { payOnDelivery } from '@fynbos/core/payments/providers.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../../db.ts';
import { lockPayableOrder, type PayableOrder } from '../../orders/placement/payable-order-service.ts';
import {
  giveVoucherBack,
  notifyVoucherReturned,
  voucherTaken,
} from '../../orders/records/order-voucher-service.ts';
import { type AttemptRow, lockAttempt } from '../records/attempt-store.ts';
import { readDisputes } from '../records/dispute-store.ts';
import {
  insertRefund,
  isReserved,
  type RefundRow,
  readCaptures,
  readEntries,
  readRefunds,
} from '../records/ledger-store.ts';
import { insertCase } from '../records/payment-case-store.ts';
import type { PaymentContext } from '../records/payment-context.ts';

/** The part of a movement to refund, in the order's currency, and its actor. */
interface Back {
  transactionId: string;
  /** In cents. */
  value: number;
  reason: string;
  by: string;
}

/**
 * Returns how much of an order's money was refunded, is reserved for refunds, or was withdrawn by disputes,
 * in cents.
 */
export async function reservedOf(db: Db, orderId: number): Promise<number> {
  return sumOf(await readReturned(db, orderId));
}

/** The refunds and disputes that count for the money of an order. */
async function readReturned(
  db: Db,
  orderId: number,
): Promise<{ transaction_id: string; value_cents: number }[]> {
  const refunds = await readRefunds(db, orderId);
  return [...refunds.filter(isReserved), ...(await readDisputes(db, orderId))];
}

/** The amount of an order that disputes withdrew, in cents. */
export const disputedOf = async (db: Db, orderId: number): Promise<number> =>
  sumOf(await readDisputes(db, orderId));

const sumOf = (refunds: readonly { value_cents: number }[]): number =>
  refunds.reduce((sum, { value_cents }) => sum + value_cents, 0);

/**
 * Reserves money for a refund within the caller's transaction, which has locked order and attempt. All
 * refunds together therefore never exceed the captured amount, even when they are concurrent. The refund is
 * sent afterwards.
 * @throws Problem refund_too_high
 */
export async function reserveRefund(
  { db, now, providers }: Pick<PaymentContext, 'db' | 'now' | 'providers'>,
  order: Pick<PayableOrder, 'id'>,
  attempt: AttemptRow,
  { transactionId, value, reason, by }: Back,
): Promise<void> {
  const capture = (await readCaptures(db, attempt.id)).find(
    ({ transaction_id }) => transaction_id === transactionId,
  );
  const before = (await readRefunds(db, order.id)).filter(
    (refund) => isReserved(refund) && refund.transaction_id === transactionId,
  );
  const disputes = (await readDisputes(db, order.id)).filter(
    ({ transaction_id }) => transaction_id === transactionId,
  );
  if (!capture || value <= 0 || sumOf(before) + sumOf(disputes) + value > capture.value_cents)
    throw new Problem('refund_too_high');
  // Partial refunds are rounded together: their sum matches the whole in both currencies and never exceeds
  // it.
  const refundedCharge = before.reduce((sum, { charge_cents }) => sum + charge_cents, 0);
  const rounded =
    scaleCents(sumOf(before) + value, capture.charge_cents, capture.value_cents) - refundedCharge;
  const disputedCharge = disputes.reduce((sum, { withdrawn_cents }) => sum + withdrawn_cents, 0);
  const charge_cents = Math.min(rounded, capture.charge_cents - disputedCharge - refundedCharge);
  if (charge_cents <= 0) throw new Problem('refund_too_high');
  const isManual =
    attempt.provider === payOnDelivery || providers.get(attempt.provider)?.traits.refund === 'manual';
  const { charge_currency, transaction_id } = capture;
  const key = `R${randomBytes(8).toString('hex').slice(0, 15).toUpperCase()}`;
  await insertRefund(db, {
    ...{ attempt_id: attempt.id, order_id: order.id, key, transaction_id, reason, actor: by },
    ...{ value_cents: value, charge_cents, charge_currency },
    state: isManual ? 'manual' : 'requested',
    next_poll_at: isManual ? null : now(),
    created_at: now(),
  });
  if (isManual)
    await requestManualRefund(
      db,
      { attempt_id: attempt.id, order_id: order.id, key, charge_cents, charge_currency, transaction_id },
      now(),
    );
}

/**
 * Asks an operator for a manual refund when the provider supports none: they issue it on the provider's
 * site and record it.
 */
export function requestManualRefund(
  db: Db,
  refund: Pick<
    RefundRow,
    'attempt_id' | 'order_id' | 'key' | 'charge_cents' | 'charge_currency' | 'transaction_id'
  >,
  at: Date,
): Promise<void> {
  const { attempt_id, order_id, key, transaction_id: transactionId } = refund;
  return insertCase(db, {
    ...{ attempt_id, order_id, reason: 'refund_by_hand', opened_at: at },
    details: { refund: key, transactionId, cents: refund.charge_cents, currency: refund.charge_currency },
  });
}

/** What refunds need; without `orders`, nobody is notified of money that is back on a voucher. */
type Refunding = Pick<PaymentContext, 'db' | 'now' | 'providers'> & Partial<Pick<PaymentContext, 'orders'>>;

/**
 * Refunds an order, the newest payment first and its voucher last.
 * @param value cents in the order's currency; all that remains when undefined
 * @returns the reserved amount in cents
 * @throws Problem refund_too_high
 */
export function refundOrder(
  payments: Refunding,
  orderId: number,
  { value, reason, by }: { value: number | undefined; reason: string; by: string },
): Promise<number> {
  return payments.db
    .transaction()
    .execute((trx) => refundWithin({ ...payments, db: trx }, orderId, { value, reason, by }));
}

/** Like `refundOrder`, within the caller's transaction. */
export async function refundWithin(
  payments: Refunding,
  orderId: number,
  { value, reason, by }: { value: number | undefined; reason: string; by: string },
): Promise<number> {
  const { db } = payments;
  const order = await lockPayableOrder(db, orderId);
  const reserved = await readReturned(db, orderId);
  const captures = (await readEntries(db, orderId)).filter(({ kind }) => kind === 'capture').toReversed();
  const ofVoucher = (await voucherTaken(db, orderId))?.cents ?? 0;
  let left = value ?? sumOf(captures) - sumOf(reserved) + ofVoucher;
  const requested = left;
  for (const { attempt_id, transaction_id, value_cents } of captures) {
    const alreadyReserved = sumOf(reserved.filter((refund) => refund.transaction_id === transaction_id));
    const part = Math.min(left, value_cents - alreadyReserved);
    if (part <= 0) continue;
    const attempt = await lockAttempt(db, attempt_id);
    await reserveRefund(payments, order, attempt, { transactionId: transaction_id, value: part, reason, by });
    left -= part;
  }
  const back = left > 0 ? await giveVoucherBack(db, orderId, left) : undefined;
  if (left > (back?.cents ?? 0)) throw new Problem('refund_too_high');
  if (back && payments.orders) await notifyVoucherReturned(db, payments.orders.viewUrls, order, back);
  return requested;
}
