import { describe, expect, test } from 'vitest';
import { ApiProblem } from '../api-problem.ts';
import { coupons, stock } from '../cart/testing/shop-of-test.ts';
import { confirmed, differencesIn, moved } from './offline-order.ts';
import { type Sent, sendOffline } from './send-offline.ts';
import { madeOffline } from './testing/made-offline.ts';
import { Crash, type Luck, Till } from './testing/till.ts';

const id = '00000000-0000-4000-8000-000000000001';

/** Sends until something comes of it, from what is written down each time. */
async function sendUntilAnswered(till: Till): Promise<Sent> {
  for (let tries = 1; tries < 500; tries++) {
    try {
      return await sendOffline(till.kept, till.asShop());
    } catch (error) {
      if (!(error instanceof ApiProblem || error instanceof Crash)) throw error;
    }
  }
  throw new Error('nothing comes of it');
}

describe('an order that was made offline', () => {
  test('is put into a cart of its own, compared, and placed', async () => {
    const till = new Till(madeOffline(id, { OATS: 2, TEA: 1 }));
    expect(await sendUntilAnswered(till)).toEqual({ kind: 'placed', number: '1' });
    expect(till.orders.get(id)?.products).toMatchObject([
      { sku: 'OATS', qty: 2 },
      { sku: 'TEA', qty: 1 },
    ]);
  });

  test('of which fewer are left is not placed; what it would be now is, after a yes', async () => {
    const till = new Till(madeOffline(id, { OATS: 2, SCARCE: 6 }));
    const sent = await sendUntilAnswered(till);
    if (sent.kind !== 'differs') throw new Error(sent.kind);
    till.kept = moved(till.kept, 'differs', { now: sent.now });
    expect(differencesIn(till.kept.offline)).toEqual([
      { kind: 'quantity', name: 'Product SCARCE', before: 6, now: 4 },
      { kind: 'total', before: 8000, now: 6000 },
    ]);
    expect(till.orders.size).toBe(0);
    till.kept = confirmed(till.kept);
    expect((await sendUntilAnswered(till)).kind).toBe('placed');
    expect(till.orders.get(id)?.products).toMatchObject([{ qty: 2 }, { qty: 4 }]);
  });

  test('that was sold out is asked of a new cart: in the old one everything was done already', async () => {
    const till = new Till(madeOffline(id, { SCARCE: 2 }));
    const before = stock.get('SCARCE')!;
    stock.set('SCARCE', 0);
    const sent = await sendUntilAnswered(till);
    stock.set('SCARCE', before);
    if (sent.kind !== 'refused') throw new Error(sent.kind);
    till.kept = { ...moved(till.kept, 'refused'), problem: sent.problem };
    const { cart } = till.kept.offline;
    till.kept = confirmed(till.kept);
    expect([cart !== undefined, till.kept.offline.cart, till.kept.problem]).toEqual([
      true,
      undefined,
      undefined,
    ]);
    expect((await sendUntilAnswered(till)).kind).toBe('placed');
  });

  test('that may have arrived stays in its cart, as it was sent', async () => {
    const till = new Till(madeOffline(id, { OATS: 1 }));
    till.luck = lucky(['fine', 'fine', 'fine', 'fine', 'unsent']);
    await sendOffline(till.kept, till.asShop()).catch(() => {});
    const { cart, isPosted } = till.kept.offline;
    const again = confirmed(moved(till.kept, 'needsYou'));
    expect([isPosted, again.offline.cart]).toEqual([true, cart]);
  });

  test('whose coupon does not count any more says so', async () => {
    const order = madeOffline(id, { OATS: 1 });
    order.offline.shown = { ...order.offline.shown, coupon: 'TEN' };
    const till = new Till(order);
    coupons.delete('TEN');
    const sent = await sendUntilAnswered(till);
    coupons.add('TEN');
    if (sent.kind !== 'differs') throw new Error(sent.kind);
    expect(differencesIn({ ...order.offline, now: sent.now })).toEqual([
      { kind: 'code', before: 'TEN', now: undefined },
    ]);
  });

  test('whose cart the shop has forgotten is put into another', async () => {
    const till = new Till(madeOffline(id, { OATS: 1 }));
    till.luck = lucky(['fine', 'unsent']);
    await sendOffline(till.kept, till.asShop()).catch(() => {});
    till.shop.expire(till.kept.offline.cart!.token);
    expect((await sendUntilAnswered(till)).kind).toBe('placed');
  });
});

/** These one after another, then only good luck. */
function lucky(kinds: readonly Luck[]): () => Luck {
  const left = [...kinds];
  return () => left.shift() ?? 'fine';
}

/** The same sequence for the same seed (mulberry32). */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('500 histories of calls unsent, answers lost and pages ended: one order each, of what was ordered', async () => {
  const bad: Luck[] = ['unsent', 'lost', 'crash'];
  for (let seed = 1; seed <= 500; seed++) {
    const chance = chances(seed);
    const till = new Till(madeOffline(id, { OATS: 1 + (seed % 3), TEA: 2, JAM: 1 }));
    till.luck = () => (chance() < 0.35 ? bad[Math.floor(chance() * 3)]! : 'fine');
    const sent = await sendUntilAnswered(till);
    expect([seed, sent.kind, till.orders.size]).toEqual([seed, 'placed', 1]);
    expect(till.orders.get(id)?.products.map(({ sku, qty }) => [sku, qty])).toEqual([
      ['OATS', 1 + (seed % 3)],
      ['TEA', 2],
      ['JAM', 1],
    ]);
  }
});
