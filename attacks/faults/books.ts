import { setTimeout as pause } from 'node:timers/promises';
import { invariantViolations } from '@fynbos/api/orders/testing/books.ts';
import { countOrders, differencesOf, notOnce } from '@fynbos/api/payments/testing/books.ts';
import { readOrderState, undecided } from '@fynbos/api/payments/testing/settled.ts';
import type { Shopper } from '@fynbos/api/payments/testing/shopper.ts';
import { expect } from 'vitest';
import { piecesOfTea, type Stage } from './stage.ts';

/** Once everything is decided: what was paid is placed, what was placed is taken from the shelves, and the proofs hold. */
export async function booksAreRight(stage: Stage, buyers: readonly Shopper[]): Promise<void> {
  const { db } = stage;
  // Whoever paid is found at the pace at which the clock asks, before days go by in seconds: what is only agreed to, as with a
  // wallet, is taken while the order waits, and given up with it.
  const paid = new Set(buyers.filter(({ isPaid }) => isPaid).map(({ ids }) => ids.order_id));
  const unplaced = async () => {
    await stage.advance(20_000);
    const others = db.selectFrom('sales_order').select(['order_id', 'state']).where('state', '!=', 'placed');
    return (await others.execute()).filter(({ order_id }) => paid.has(order_id));
  };
  await expect.poll(unplaced, { timeout: 60_000, interval: 300 }).toEqual([]);
  await expect.poll(() => undecided(stage), { timeout: 90_000, interval: 300 }).toBe(0);
  // Where the clock of the shops is ahead an order expires before its time to pay is over at the provider: what is paid then
  // and told by nobody is found when the refused are asked for once more, up to a day later.
  const askedForYet = async () => {
    await stage.advance(24 * 60 * 60_000);
    const asked = db.selectFrom('payment_attempt').select('id').where('next_poll_at', 'is not', null);
    return (await asked.execute()).length + (await undecided(stage));
  };
  await expect.poll(askedForYet, { timeout: 90_000, interval: 1000 }).toBe(0);
  const wrong = [];
  for (const { ids, isPaid, provider } of buyers) {
    const { state } = await readOrderState(db, ids.order_id).catch(() => ({ state: 'never written' }));
    if (isPaid !== (state === 'placed')) wrong.push({ provider, isPaid, state });
  }
  expect(wrong).toEqual([]);
  expect(await differencesOf(db, await stage.ledger())).toEqual([]);
  expect(await invariantViolations(db, new Date(Date.now() + stage.ahead()))).toEqual([]);
  const { placed = 0 } = await countOrders(db);
  expect(await db.selectFrom('stock').select('qty').execute()).toEqual([{ qty: piecesOfTea - placed }]);
  await everybodyIsTold(stage);
  const bought = new Set(buyers.map(({ ids }) => ids.order_id));
  const online = await db.selectFrom('sales_order').select(['number', 'order_id']).execute();
  const numbers = new Set(online.filter(({ order_id }) => bought.has(order_id)).map(({ number }) => number));
  const twice = (await notOnce(db)).filter((line) => numbers.has(JSON.parse(line).number));
  expect(twice).toEqual([]);
}

/** What was to be told to somebody is told (I10), however many letters a long day left behind: it goes on until none is. */
async function everybodyIsTold({ db }: Stage): Promise<void> {
  const waiting = async () => (await db.selectFrom('mail').select('id').execute()).length;
  for (let left = await waiting(); left > 0; left = await waiting()) {
    await expect.poll(waiting, { timeout: 60_000, interval: 300 }).toBeLessThan(left);
    await pause(300);
  }
}
