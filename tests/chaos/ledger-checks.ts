import { setTimeout as pause } from 'node:timers/promises';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { countOrders, differencesOf, notOnce } from '@fynbos/test-kit/payments/ledger-comparison.ts';
import type { Shopper } from '@fynbos/test-kit/payments/paying-shopper.ts';
import { readOrderState, undecided } from '@fynbos/test-kit/payments/settled-orders.ts';
import { expect } from 'vitest';
import { type ChaosEnvironment, teaQuantity } from './chaos-environment.ts';

/** Once all payments are decided: paid orders are placed, their stock is deducted, and the invariants hold. */
export async function expectConsistentLedgers(
  environment: ChaosEnvironment,
  buyers: readonly Shopper[],
): Promise<void> {
  const { db } = environment;
  // First advances the clock slowly so that polling finds every payment. Authorised payments, as with
  // PayPal, are captured while the order waits and voided when it expires. An order that expired because the
  // clock of its shop was ahead is paid by a later poll, which the next step awaits.
  const paid = new Set(buyers.filter(({ isPaid }) => isPaid).map(({ ids }) => ids.order_id));
  const unplaced = async () => {
    await environment.advance(20_000);
    const unplacedOrders = db
      .selectFrom('sales_order')
      .select(['order_id', 'state'])
      .where('state', '!=', 'placed')
      .where(({ not, exists, selectFrom, and, eb }) =>
        not(
          and([
            eb('state', '=', 'expired'),
            exists(
              selectFrom('payment_attempt')
                .select('payment_attempt.id')
                .whereRef('payment_attempt.order_id', '=', 'sales_order.id')
                .where('next_poll_at', 'is not', null),
            ),
          ]),
        ),
      );
    return (await unplacedOrders.execute()).filter(({ order_id }) => paid.has(order_id));
  };
  await expect.poll(unplaced, { interval: 300 }).toEqual([]);
  await expect.poll(() => undecided(environment), { timeout: 90_000, interval: 300 }).toBe(0);
  // An order that expired before the provider's payment window ended, and was paid without a web-hook, is
  // found by the last poll of refused attempts, up to a day later.
  const pendingPolls = async () => {
    await environment.advance(24 * 60 * 60_000);
    const scheduled = db.selectFrom('payment_attempt').select('id').where('next_poll_at', 'is not', null);
    return (await scheduled.execute()).length + (await undecided(environment));
  };
  await expect.poll(pendingPolls, { timeout: 90_000, interval: 1000 }).toBe(0);
  const wrong = [];
  for (const { ids, isPaid, provider } of buyers) {
    const { state } = await readOrderState(db, ids.order_id).catch(() => ({ state: 'never written' }));
    if (isPaid !== (state === 'placed')) wrong.push({ provider, isPaid, state });
  }
  expect(wrong).toEqual([]);
  expect(await differencesOf(db, await environment.ledger())).toEqual([]);
  expect(await invariantViolations(db, new Date(Date.now() + environment.ahead()))).toEqual([]);
  const { placed = 0 } = await countOrders(db);
  expect(await db.selectFrom('stock').select('qty').execute()).toEqual([{ qty: teaQuantity - placed }]);
  await expectMailsSent(environment);
  const bought = new Set(buyers.map(({ ids }) => ids.order_id));
  const online = await db.selectFrom('sales_order').select(['number', 'order_id']).execute();
  const numbers = new Set(online.filter(({ order_id }) => bought.has(order_id)).map(({ number }) => number));
  const twice = (await notOnce(db)).filter((entry) => numbers.has(JSON.parse(entry).number));
  expect(twice).toEqual([]);
}

/** Waits until every queued mail is sent (I10), as long as the queue shrinks. */
async function expectMailsSent({ db }: ChaosEnvironment): Promise<void> {
  const waiting = async () => (await db.selectFrom('mail').select('id').execute()).length;
  for (let left = await waiting(); left > 0; left = await waiting()) {
    await expect.poll(waiting, { interval: 300 }).toBeLessThan(left);
    await pause(300);
  }
}
