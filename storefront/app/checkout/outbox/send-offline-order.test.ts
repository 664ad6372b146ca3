import { describe, expect, test } from 'vitest';
import { coupons, stock } from '../../cart/testing/fake-shop.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { Crash, FlakyShop, type Luck } from '../testing/fake-order-server.ts';
import { madeOffline } from '../testing/test-offline-order.ts';
import { confirmed, differencesIn, type MadeOffline, moved } from './offline-order.ts';
import { type Sent, sendOffline } from './send-offline-order.ts';

const id = '00000000-0000-4000-8000-000000000001';

/** Sends the stored order until there is a result, rereading the stored state each time. */
async function sendUntilSettled(flakyShop: FlakyShop): Promise<Sent> {
  for (let attempt = 1; attempt < 500; attempt++) {
    try {
      return await sendOffline(flakyShop.storedOrder, flakyShop.asShop());
    } catch (error) {
      if (!(error instanceof ApiProblem || error instanceof Crash)) throw error;
    }
  }
  throw new Error('no result after 500 attempts');
}

describe('sendOffline for an order made offline', () => {
  test('fills a separate cart, compares the terms, places the order and returns its number and link', async () => {
    const flakyShop = new FlakyShop(madeOffline(id, { OATS: 2, TEA: 1 }));
    const placed = { kind: 'placed', number: '1', orderLink: `${id}.secret` };
    expect(await sendUntilSettled(flakyShop)).toEqual(placed);
    expect(flakyShop.orders.get(id)?.products).toMatchObject([
      { sku: 'OATS', qty: 2 },
      { sku: 'TEA', qty: 1 },
    ]);
  });

  test('reports changed terms when less stock is left, and places the order after confirmation', async () => {
    const flakyShop = new FlakyShop(madeOffline(id, { OATS: 2, SCARCE: 6 }));
    const sent = await sendUntilSettled(flakyShop);
    if (sent.kind !== 'differs') throw new Error(sent.kind);
    flakyShop.storedOrder = moved(flakyShop.storedOrder, 'differs', { now: sent.now });
    expect(differencesIn(flakyShop.storedOrder.offline)).toEqual([
      { kind: 'quantity', name: 'Product SCARCE', before: 6, now: 4 },
      { kind: 'total', before: 8000, now: 6000 },
    ]);
    expect(flakyShop.orders.size).toBe(0);
    flakyShop.storedOrder = confirmed(flakyShop.storedOrder);
    expect((await sendUntilSettled(flakyShop)).kind).toBe('placed');
    expect(flakyShop.orders.get(id)?.products).toMatchObject([{ qty: 2 }, { qty: 4 }]);
  });

  test('queries a sold-out order again with a new cart, because all writes to the old cart are done', async () => {
    const flakyShop = new FlakyShop(madeOffline(id, { SCARCE: 2 }));
    const before = stock.get('SCARCE')!;
    stock.set('SCARCE', 0);
    const sent = await sendUntilSettled(flakyShop);
    stock.set('SCARCE', before);
    if (sent.kind !== 'refused') throw new Error(sent.kind);
    flakyShop.storedOrder = { ...moved(flakyShop.storedOrder, 'refused'), problem: sent.problem };
    const { cart } = flakyShop.storedOrder.offline;
    flakyShop.storedOrder = confirmed(flakyShop.storedOrder);
    expect([cart !== undefined, flakyShop.storedOrder.offline.cart, flakyShop.storedOrder.problem]).toEqual([
      true,
      undefined,
      undefined,
    ]);
    expect((await sendUntilSettled(flakyShop)).kind).toBe('placed');
  });

  test('leaves an order that may have arrived in its cart, as it was sent', async () => {
    const flakyShop = new FlakyShop(madeOffline(id, { OATS: 1 }));
    flakyShop.luck = lucky(['fine', 'fine', 'fine', 'fine', 'unsent']);
    await sendOffline(flakyShop.storedOrder, flakyShop.asShop()).catch(() => {});
    const { cart, isPosted } = flakyShop.storedOrder.offline;
    const retried = confirmed(moved(flakyShop.storedOrder, 'needsYou'));
    expect([isPosted, retried.offline.cart]).toEqual([true, cart]);
  });

  test('reports an order that has arrived as placed, although the shop refuses it when it is sent again', async () => {
    const flakyShop = new FlakyShop(madeOffline(id, { OATS: 1 }));
    const first = flakyShop.asShop();
    const lostResponse = async (order: MadeOffline) => {
      await first.place(order);
      throw new ApiProblem('timeout');
    };
    await expect(sendOffline(flakyShop.storedOrder, { ...first, place: lostResponse })).rejects.toThrow();
    // For example, the shopper has logged out since, and the cart belongs to the customer.
    const place = () => Promise.reject(new ApiProblem('cart_not_found', { status: 404 }));
    const sent = await sendOffline(flakyShop.storedOrder, { ...first, place });
    expect([sent, flakyShop.orders.size]).toEqual([{ kind: 'placed', number: '' }, 1]);
  });

  test('reports a coupon that no longer applies', async () => {
    const order = madeOffline(id, { OATS: 1 });
    order.offline.shown = { ...order.offline.shown, coupon: 'TEN' };
    const flakyShop = new FlakyShop(order);
    coupons.delete('TEN');
    const sent = await sendUntilSettled(flakyShop);
    coupons.add('TEN');
    if (sent.kind !== 'differs') throw new Error(sent.kind);
    expect(differencesIn({ ...order.offline, now: sent.now })).toEqual([
      { kind: 'code', before: 'TEN', now: undefined },
    ]);
  });

  test('fills another cart when the shop has forgotten the first one', async () => {
    const flakyShop = new FlakyShop(madeOffline(id, { OATS: 1 }));
    flakyShop.luck = lucky(['fine', 'unsent']);
    await sendOffline(flakyShop.storedOrder, flakyShop.asShop()).catch(() => {});
    flakyShop.shop.expire(flakyShop.storedOrder.offline.cart!.token);
    expect((await sendUntilSettled(flakyShop)).kind).toBe('placed');
  });
});

/** Returns these outcomes in order, then only `fine`. */
function lucky(kinds: readonly Luck[]): () => Luck {
  const left = [...kinds];
  return () => left.shift() ?? 'fine';
}

/** A seeded random source (mulberry32). */
function randomSource(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('places exactly one order with the ordered lines in 500 histories of unsent calls, lost responses and crashed pages', async () => {
  const failures: Luck[] = ['unsent', 'lost', 'crash'];
  for (let seed = 1; seed <= 500; seed++) {
    const random = randomSource(seed);
    const flakyShop = new FlakyShop(madeOffline(id, { OATS: 1 + (seed % 3), TEA: 2, JAM: 1 }));
    flakyShop.luck = () => (random() < 0.35 ? failures[Math.floor(random() * 3)]! : 'fine');
    const sent = await sendUntilSettled(flakyShop);
    expect([seed, sent.kind, flakyShop.orders.size]).toEqual([seed, 'placed', 1]);
    expect(flakyShop.orders.get(id)?.products.map(({ sku, qty }) => [sku, qty])).toEqual([
      ['OATS', 1 + (seed % 3)],
      ['TEA', 2],
      ['JAM', 1],
    ]);
  }
});
