import { setTimeout as pause } from 'node:timers/promises';
import { type ProviderCode, providerCodes } from '@fynbos/core/payments/providers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { behindProxy } from '../accounts/testing/people.ts';
import { faultsIn } from '../orders/testing/books.ts';
import { orderFor } from '../orders/testing/order.ts';
import { tell } from '../testing/figure.ts';
import { isLong } from '../testing/long.ts';
import { openPayingProcesses, type PayingProcesses, type ShopProcess } from '../testing/paying-processes.ts';
import { countOrders, differencesOf, notOnce } from './testing/books.ts';
import { eachOf } from './testing/figures.ts';

import { payer, payerOf, payingFiles } from './testing/paying.ts';
import { settled, standing } from './testing/settled.ts';

/** What happens to payments at the same instant, in two processes of one shop; `npm run torture -- payments` in full size. */

const returning = isLong ? 500 : 25;
const twice = isLong ? 100 : 5;
const batch = 25;
const pieces = 100_000;
/** Longer than a provider takes, and until the clock is looked at again. */
const lateMs = 1200;

let world: PayingProcesses;
let shop: ShopProcess;
let beside: ShopProcess;
beforeAll(async () => {
  world = await openPayingProcesses(
    {
      ...payingFiles,
      'products.csv': `${payingFiles['products.csv']}FORTY,Forty,40.00,standard,1000,simple\n`,
    },
    behindProxy,
  );
  [shop, beside] = await Promise.all([world.start(), world.startBeside()]);
  await world.scenario({ hooks: { mode: 'none' } });
}, 60_000);
afterAll(() => world.close());

const stockOf = async () => {
  const row = await world.db
    .selectFrom('stock')
    .innerJoin('product', 'product.id', 'stock.product_id')
    .select('qty')
    .where('sku', '=', 'TEA')
    .executeTakeFirstOrThrow();
  return row.qty;
};
/** By what something was heard first of any payment. */
const heardBy = async () => {
  const events = await world.db.selectFrom('payment_event').select('source').distinct().execute();
  return events.map(({ source }) => source).toSorted();
};
/** Until the clock has come round, and asks for some: what it asks for next is then ahead of its time. */
const clockAsks = () =>
  expect
    .poll(
      async () => {
        const ahead = world.db
          .selectFrom('payment_attempt')
          .select('id')
          .where('state', '=', 'awaiting_shopper')
          .where('next_poll_at', '>', new Date(Date.now() + world.ahead()));
        return (await ahead.execute()).length;
      },
      { interval: 10 },
    )
    .toBeGreaterThan(0);
const payers = (count: number, codeOf = (index: number) => providerCodes[index % providerCodes.length]!) =>
  eachOf(Array.from({ length: count }), 8, (_, index) => payer(shop, codeOf(index)));
const isTold = (provider: ProviderCode) => provider !== 'instalments';

test(`${returning} shoppers come back, their web-hook comes, and the clock asks, at the same instant: each is placed once`, async () => {
  const answered: string[] = [];
  for (let done = 0; done < returning; done += batch) {
    const people = await payers(batch);
    await eachOf(people, 8, ({ provider, id }) => world.act(provider, id, 'pay'));
    // All are asked for at once, and answered at once, while the clock comes round.
    await world.scenario({ faults: [{ on: 'query', kind: 'late', times: 2 * batch, delayMs: lateMs }] });
    await world.advance(30_000);
    // Whoever asks first is the one by whom it was heard: the clock is so in every second batch alone.
    if (done % (2 * batch) > 0) await clockAsks();
    const states = await Promise.all(
      people.flatMap(({ provider, id, reference, browser }) => [
        beside.get(`/api/payments/${provider}/status?ref=${reference}`, browser),
        shop.get(`/api/payments/${provider}/process-order?id=${encodeURIComponent(id)}`, browser),
        ...(isTold(provider)
          ? [
              world
                .sendHook(provider, id, { kind: 'again' })
                .then(({ statuses }) => ({ status: statuses[0] })),
            ]
          : []),
      ]),
    );
    answered.push(...states.map(({ status }) => String(status)));
  }
  expect(new Set(answered)).toEqual(new Set(['200']));
  await expect.poll(() => countOrders(world.db), { timeout: 30_000 }).toEqual({ placed: returning });
  if (isLong) expect(await heardBy()).toEqual(['poll', 'return', 'web-hook']);
  expect(await notOnce(world.db)).toEqual([]);
  expect(await stockOf()).toBe(pieces - returning);
  expect(await differencesOf(world.db, await world.ledger())).toEqual([]);
  expect(await faultsIn(world.db)).toEqual([]);
}, 300_000);

describe(`${twice} shoppers who buy a cart in two tabs`, () => {
  test('and pay both at the same instant get it once, and one payment back', async () => {
    const before = await countOrders(world.db);
    const firsts = await payers(twice, (index) => (index % 2 === 0 ? 'card' : 'wallet'));
    const seconds = await eachOf(firsts, 8, (first) =>
      payerOf(shop, first.cart, 'local-a', { order_id: first.orderId }),
    );
    await world.scenario({ faults: [{ on: 'query', kind: 'late', times: twice, delayMs: lateMs }] });
    const both = firsts.flatMap((first, index) => [first, seconds[index]!]);
    await Promise.all(both.map(({ provider, id }) => world.act(provider, id, 'pay')));
    await Promise.all(
      both.map(({ provider, reference, browser }, index) =>
        (index % 2 === 0 ? shop : beside).get(`/api/payments/${provider}/status?ref=${reference}`, browser),
      ),
    );
    await settled(world);
    expect((await countOrders(world.db)).placed).toBe((before.placed ?? 0) + twice);
    const refunds = (await world.ledger()).filter(({ kind }) => kind === 'refund');
    // A wallet is never asked to take the money of an order that is paid.
    expect(refunds.length).toBeLessThanOrEqual(twice);
    expect(refunds.length).toBeGreaterThanOrEqual(twice / 2);
    const states = await Promise.all(firsts.map(({ orderId }) => standing(world.db, orderId)));
    expect(states.map(({ kept }) => kept)).toEqual(firsts.map(() => 12_000));
    expect(await differencesOf(world.db, await world.ledger())).toEqual([]);
  }, 120_000);

  test('and pay in one while they order on delivery in the other have one order, and no money for nothing', async () => {
    const people = await payers(twice, () => 'local-a');
    const outcomes = await eachOf(people, 4, async ({ provider, id, cart, reference, browser, orderId }) => {
      const sent = orderFor({ TEA: 1 });
      await world.scenario({ provider, faults: [{ on: 'query', kind: 'late', times: 2, delayMs: 300 }] });
      // It is asked for before it is paid, and answered when it is.
      const ordering = shop.post('/api/order', sent, cart.headers);
      await pause(20);
      await world.act(provider, id, 'pay');
      const looking = beside.get(`/api/payments/${provider}/status?ref=${reference}`, browser);
      const [{ status }] = await Promise.all([ordering, looking]);
      return { orderId, isOnDelivery: status === 200 };
    });
    await settled(world);
    const wrong: object[] = [];
    for (const { orderId, isOnDelivery } of outcomes) {
      const { state, kept } = await standing(world.db, orderId);
      const isRight = isOnDelivery ? state !== 'placed' && kept === 0 : state === 'placed' && kept === 12_000;
      if (!isRight) wrong.push({ isOnDelivery, state, kept });
    }
    expect(wrong).toEqual([]);
    const delivered = outcomes.filter(({ isOnDelivery }) => isOnDelivery).length;
    tell(
      `${twice} pay and order on delivery at the same instant`,
      `${delivered} were delivered, the others paid; nobody both`,
      'never both',
    );
    expect(await differencesOf(world.db, await world.ledger())).toEqual([]);
  }, 120_000);
});
