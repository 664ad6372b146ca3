import { setTimeout as pause } from 'node:timers/promises';
import { administerIn } from '@fynbos/test-kit/processes/cli-command.ts';
import type { ChaosEnvironment } from './chaos-environment.ts';

const retryMs = 200;

/** Cancels an order as an operator does, with retries until it succeeds. */
export async function cancel(environment: ChaosEnvironment, number: string): Promise<void> {
  for (;;) {
    const ended = await administer(environment, 'orders', 'cancel', number);
    if (ended?.code === 0 || ended?.err.includes(`${number} is canceled`)) return;
    await pause(retryMs);
  }
}

/**
 * Refunds a part of an order. A repeated refund would lose money, so a retry first checks whether the
 * refund is recorded.
 * @param orderId id given by the client
 * @param mayWait whether to continue waiting for the payment
 * @returns whether the refund is recorded
 */
export async function giveBack(
  environment: ChaosEnvironment,
  orderId: string,
  cents: number,
  mayWait: () => boolean,
): Promise<boolean> {
  for (;;) {
    const order = await readRefunds(environment, orderId).catch(() => undefined);
    if (order && order.cents.length > 0) return true;
    if (order?.state !== 'placed' && !mayWait()) return false;
    if (order) await administer(environment, 'payments', 'refund', order.number, (cents / 100).toFixed(2));
    await pause(retryMs);
  }
}

/** The refunds of an order, in cents. */
export async function readRefunds({ db }: ChaosEnvironment, orderId: string) {
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

const administer = ({ db, settings, ahead }: ChaosEnvironment, ...args: string[]) =>
  administerIn({ db, env: settings, now: () => new Date(Date.now() + ahead()) }, args).catch(() => undefined);
