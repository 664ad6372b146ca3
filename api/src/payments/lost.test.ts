import { type ProviderCode, providerCodes } from '@fynbos/core/payments/providers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { behindProxy, freshAddress } from '../accounts/testing/people.ts';
import { newCart } from '../cart/testing/guest.ts';
import { faultsIn } from '../orders/testing/books.ts';
import { tell } from '../testing/figure.ts';
import { isLong } from '../testing/long.ts';
import { openPayingProcesses, type PayingProcesses, type ShopProcess } from '../testing/paying-processes.ts';
import { countOrders, differencesOf, notOnce } from './testing/books.ts';
import { eachOf } from './testing/figures.ts';
import { begin, handOver, payer, payingFiles } from './testing/paying.ts';
import { standing } from './testing/settled.ts';

/** What shoppers close and lines lose is found by the clock; `npm run torture -- payments` in full size. */

const closed = isLong ? 200 : 10;
const unanswered = isLong ? 100 : 10;
const minute = 60_000;

let world: PayingProcesses;
let shop: ShopProcess;
beforeAll(async () => {
  world = await openPayingProcesses(payingFiles, behindProxy);
  shop = await world.start();
  await world.scenario({ hooks: { mode: 'none' } });
}, 60_000);
afterAll(() => world.close());

const codeAt = (index: number) => providerCodes[index % providerCodes.length]!;
const placed = async () => (await countOrders(world.db)).placed ?? 0;
const some = (count: number) => Array.from({ length: count }, (_, index) => index);

async function allIsRight(): Promise<void> {
  expect(await notOnce(world.db)).toEqual([]);
  expect(await differencesOf(world.db, await world.ledger())).toEqual([]);
  expect(await faultsIn(world.db)).toEqual([]);
}

test(`${closed} shoppers pay and close the tab, and nobody calls: each is placed once`, async () => {
  const people = await eachOf(some(closed), 8, (index) => payer(shop, codeAt(index)));
  await eachOf(people, 8, ({ provider, id }) => world.act(provider, id, 'pay_no_return'));
  const begun = performance.now();
  await world.advance(minute);
  await expect.poll(placed, { timeout: 60_000, interval: 100 }).toBe(closed);
  const took = Math.round(performance.now() - begun);
  tell(
    `${closed} paid, closed the tab, and no web-hook came`,
    `all placed ${took} ms after a minute`,
    'all, 60 s',
  );
  await allIsRight();
}, 120_000);

describe('charged, but not answered', () => {
  test(`${unanswered} payments whose making or taking was not answered: none is charged twice, all are placed`, async () => {
    const before = await placed();
    const codes: readonly ProviderCode[] = ['wallet', ...providerCodes];
    const fault = (provider: ProviderCode, on: string) =>
      world.scenario({ provider, faults: [{ on, kind: 'after', times: 1 }] });
    // One after the other: a provider that fails five times in a row is left alone for a minute.
    for (const index of some(unanswered)) {
      const provider = codes[index % codes.length]!;
      const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
      await cart.update({ sku: 'TEA', qty: 1 });
      const { sent } = await begin(cart, provider);
      const isTaking = provider === 'wallet' && index % codes.length === 0;
      if (!isTaking) {
        await fault(provider, 'create');
        expect((await handOver(cart, provider, sent)).body.meta.problem).toBe('payment_unavailable');
      }
      const handed = await handOver(cart, provider, sent);
      expect(handed.status).toBe(200);
      await world.act(provider, handed.body.result.id, 'pay');
      if (isTaking) await fault(provider, 'capture');
      const path = `/api/payments/${provider}/status?ref=${sent.checkoutReference}`;
      const { body } = await shop.get(path, cart.headers);
      expect(body.result.status).toBe(isTaking ? 'pending' : 'paid');
    }
    await world.advance(minute);
    await expect.poll(placed, { timeout: 60_000 }).toBe(before + unanswered);
    await allIsRight();
  }, 120_000);

  test('a try that was made and never answered is given up with its order, and nothing is charged', async () => {
    const before = await countOrders(world.db);
    const people = await eachOf(providerCodes, 5, async (provider) => {
      const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
      await cart.update({ sku: 'TEA', qty: 1 });
      const { sent } = await begin(cart, provider);
      await world.scenario({ provider, faults: [{ on: 'create', kind: 'after', times: 1 }] });
      expect((await handOver(cart, provider, sent)).body.meta.problem).toBe('payment_unavailable');
      return sent.order_id;
    });
    await world.advance(4 * 60 * minute);
    await expect
      .poll(() => countOrders(world.db), { timeout: 30_000 })
      .toEqual({ ...before, expired: (before.expired ?? 0) + people.length });
    await allIsRight();
  });
});

test('many orders that wait for a person do not keep others from ending', async () => {
  // As many as are looked at in one round.
  const stuck = await eachOf(some(50), 8, () => payer(shop, 'local-a'));
  await eachOf(stuck, 8, async ({ provider, id, status }) => {
    await world.act(provider, id, 'underpay');
    expect((await status()).status).toBe('review');
  });
  const other = await payer(shop, 'card', 'LAST');
  await world.advance(24 * 60 * minute);
  const stateOf = async () => (await standing(world.db, other.orderId)).state;
  await expect.poll(stateOf, { timeout: 20_000 }).toBe('expired');
  expect((await standing(world.db, stuck[0]!.orderId)).state).toBe('pending_payment');
}, 60_000);

// Last, since the two orders wait for their payment at its end.
test('a payment is asked for as often as its provider allows, however often its shopper looks', async () => {
  const look = async (isAnswered: boolean) => {
    const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
    await cart.update({ sku: 'TEA', qty: 1 });
    const { sent } = await begin(cart, 'card');
    if (!isAnswered)
      await world.scenario({ provider: 'card', faults: [{ on: 'create', kind: 'after', times: 1 }] });
    const before = (await world.requests()).length;
    const { status, body } = await handOver(cart, 'card', sent);
    expect(status).toBe(isAnswered ? 200 : 503);
    for (let times = 0; times < 12; times++)
      await shop.get(`/api/payments/card/status?ref=${sent.checkoutReference}`, cart.headers);
    const asked = (await world.requests()).slice(before);
    const made = asked.find(({ method, url }) => method === 'POST' && url.includes('/v1/checkouts'))!;
    const called = isAnswered ? body.result.id : new URLSearchParams(made.body).get('merchantTransactionId');
    // The clock asks for others meanwhile.
    return asked.filter(({ method, url }) => method === 'GET' && url.includes(called)).map(({ url }) => url);
  };
  const some = (count: number, part: string) =>
    Array.from({ length: count }, () => expect.stringContaining(part));
  expect(await look(true)).toEqual(some(9, '/v1/checkouts/'));
  expect(await look(false)).toEqual(some(2, '/v1/query?'));
});
