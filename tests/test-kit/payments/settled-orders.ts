import type { Db } from '@fynbos/api/db.ts';
import { expect } from 'vitest';
import type { PayingProcesses } from '../processes/payment-shop-processes.ts';
import { countOrders } from './ledger-comparison.ts';

/** The state of an order by its client's own id, and its captured money minus refunds. */
export async function readOrderState(
  db: Db,
  orderId: string,
): Promise<{ id: number; state: string; netCents: number }> {
  const { captured_cents, refunded_cents, ...order } = await db
    .selectFrom('sales_order')
    .select(['id', 'state', 'captured_cents', 'refunded_cents'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return { ...order, netCents: captured_cents - refunded_cents };
}

/**
 * Advances the clock by half an hour, after which an unpaid order expires.
 * @returns the number of undecided orders and refunds
 */
export async function undecided({ db, advance }: Pick<PayingProcesses, 'db' | 'advance'>): Promise<number> {
  await advance(30 * 60_000);
  const { pending_payment: waiting = 0 } = await countOrders(db);
  const refunds = db.selectFrom('refund').select('id').where('state', 'in', ['requested', 'sent']);
  return waiting + (await refunds.execute()).length;
}

/** Advances the clock until all refunds and pending payments are decided, and no further. */
export async function settled({ db, advance }: Pick<PayingProcesses, 'db' | 'advance'>): Promise<void> {
  const waiting = async () => {
    const refunds = db.selectFrom('refund').select('id').where('state', 'in', ['requested', 'sent']);
    const open = db
      .selectFrom('payment_attempt')
      .select('id')
      .where('state', 'in', ['initiating', 'processing']);
    return (await refunds.execute()).length + (await open.execute()).length;
  };
  const soon = async () => {
    if ((await waiting()) === 0) return 0;
    await advance(10_000);
    return waiting();
  };
  await expect.poll(soon, { timeout: 60_000, interval: 300 }).toBe(0);
}

/** Describes the outcome of the money that came in for an order. */
export async function outcomeOf(db: Db, orderId: string): Promise<string> {
  const { id, state, captured_cents, refunded_cents } = await db
    .selectFrom('sales_order')
    .select(['id', 'state', 'captured_cents', 'refunded_cents'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const money = `${captured_cents} came, ${refunded_cents} went back`;
  if (state === 'placed') return money === '12000 came, 0 went back' ? 'placed' : `placed, ${money}`;
  if (money === '12000 came, 12000 went back') return 'given back';
  const review = db
    .selectFrom('payment_review')
    .select('id')
    .where('order_id', '=', id)
    .where('reason', '=', 'refund_by_hand')
    .where('closed_at', 'is', null);
  return (await review.execute()).length === 1 ? 'looked at' : `${state}, ${money}`;
}
