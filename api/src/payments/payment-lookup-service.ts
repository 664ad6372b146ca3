import { cleanNumber } from '@fynbos/core/clean-text.ts';
import type { Db } from '../db.ts';
import {
  findPayableByNumber,
  getPayableOrder,
  type PayableOrder,
} from '../orders/placement/payable-order-service.ts';
import { voucherTaken } from '../orders/records/order-voucher-service.ts';
import { type AttemptRow, readAttempts } from './records/attempt-store.ts';
import { type DisputeRow, readDisputes } from './records/dispute-store.ts';
import { type EntryRow, type RefundRow, readEntries, readRefunds } from './records/ledger-store.ts';
import { type PaymentCaseRow, readCasesOf } from './records/payment-case-store.ts';
import {
  type AttemptFilter,
  type EventRow,
  findAttemptsNamed,
  findRefund,
  listAttempts,
  readEvents,
} from './records/read-store.ts';
import { reservedOf } from './refunds/refund-service.ts';

/** Everything about the payments of an order. */
export interface Whole {
  order: PayableOrder;
  attempts: AttemptRow[];
  events: EventRow[];
  entries: EntryRow[];
  refunds: KnownRefund[];
  disputes: DisputeRow[];
  reviews: PaymentCaseRow[];
}

/** Attempts for the operator's list, newest first. */
export const listPayments = (db: Db, filter: AttemptFilter): Promise<AttemptRow[]> =>
  listAttempts(db, filter);

/**
 * The target of an operator's command: an order by its number, or a payment by our reference or the
 * provider's id.
 */
export interface Meant {
  order: PayableOrder;
  /** The named attempts: all attempts if the order was named. */
  attempts: AttemptRow[];
}

/** @param typed an order's number, `#100023`, or a reference */
export async function findMeant(db: Db, typed: string): Promise<Meant | undefined> {
  const number = cleanNumber(typed).replace(/^#/, '');
  const numbered = /^\d{1,9}$/.test(number) && (await findPayableByNumber(db, number.padStart(9, '0')));
  if (numbered) return { order: numbered, attempts: await readAttempts(db, numbered.id) };
  const attempts = await findAttemptsNamed(db, typed.trim());
  const order = attempts[0] && (await getPayableOrder(db, attempts[0].order_id));
  return order && { order, attempts };
}

/** The payments of an order with all details. */
export async function readWholePayment(db: Db, order: PayableOrder): Promise<Whole> {
  const attempts = await readAttempts(db, order.id);
  const [events, entries, refunds, disputes, reviews] = await Promise.all([
    readEvents(
      db,
      attempts.map(({ id }) => id),
    ),
    readEntries(db, order.id),
    refundsOf(db, order.id),
    readDisputes(db, order.id),
    readCasesOf(db, order.id),
  ]);
  return { order, attempts, events, entries, refunds, disputes, reviews };
}

/** A refund with the provider of its payment; its value is in that currency. */
export type KnownRefund = RefundRow & Pick<AttemptRow, 'provider' | 'currency' | 'mode'>;

/** The refunds of an order, oldest first. */
export async function refundsOf(db: Db, orderId: number): Promise<KnownRefund[]> {
  const attempts = new Map((await readAttempts(db, orderId)).map((attempt) => [attempt.id, attempt]));
  return (await readRefunds(db, orderId)).map((refund) => {
    // A foreign key binds each refund to an attempt, and both belong to the same order.
    const { provider, currency, mode } = attempts.get(refund.attempt_id)!;
    return { ...refund, provider, currency, mode };
  });
}

/** The paid amount of an order, by voucher too, that is neither refunded, nor about to be, nor disputed. */
export async function refundableCents(db: Db, order: Meant['order']): Promise<number> {
  const voucher = await voucherTaken(db, order.id);
  return order.captured_cents - (await reservedOf(db, order.id)) + (voucher?.cents ?? 0);
}

/** A refund by our key. */
export const findRefundByKey = (db: Db, key: string): Promise<RefundRow | undefined> => findRefund(db, key);
