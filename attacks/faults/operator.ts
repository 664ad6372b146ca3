import { setTimeout as pause } from 'node:timers/promises';
import { administerIn } from '@fynbos/api/testing/command.ts';
import type { Stage } from './stage.ts';

const retryMs = 200;

/** Cancels an order, as an operator does who was not answered: asks again until it is done. */
export async function cancel(stage: Stage, number: string): Promise<void> {
  for (;;) {
    const ended = await administer(stage, 'orders', 'cancel', number);
    if (ended?.code === 0 || ended?.err.includes(`${number} is canceled`)) return;
    await pause(retryMs);
  }
}

/**
 * Gives back a part of what an order cost. A second refund would be money lost, so whoever was not answered looks first whether
 * the first one is written down.
 *
 * @param orderId its client's
 * @param mayWait whether to go on waiting for it to be paid
 * @returns whether it is written down
 */
export async function giveBack(
  stage: Stage,
  orderId: string,
  cents: number,
  mayWait: () => boolean,
): Promise<boolean> {
  for (;;) {
    const order = await readRefunds(stage, orderId).catch(() => undefined);
    if (order && order.cents.length > 0) return true;
    if (order?.state !== 'placed' && !mayWait()) return false;
    if (order) await administer(stage, 'payments', 'refund', order.number, (cents / 100).toFixed(2));
    await pause(retryMs);
  }
}

/** What an order gave back, in cents, one by one. */
export async function readRefunds({ db }: Stage, orderId: string) {
  const order = await db
    .selectFrom('sales_order')
    .select(['id', 'number', 'state'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const refunds = await db
    .selectFrom('refund')
    .select('value_cents')
    .where('order_id', '=', order.id)
    .execute();
  return { ...order, cents: refunds.map(({ value_cents }) => value_cents) };
}

const administer = ({ db, settings, ahead }: Stage, ...words: string[]) =>
  administerIn({ db, env: settings, now: () => new Date(Date.now() + ahead()) }, words).catch(
    () => undefined,
  );
