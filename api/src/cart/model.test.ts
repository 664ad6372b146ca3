import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { behindProxy, freshAddress } from '../accounts/testing/people.ts';
import { isLong } from '../testing/long.ts';
import type { TestShop } from '../testing/shop.ts';
import { openSmallShop } from '../testing/small-shop.ts';
import { newCart, newKey, type TestCart } from './testing/guest.ts';

/** Whatever is done to a cart over HTTP, in whatever order: it is what the simplest model of a cart says (CART-7). */

const prices: Record<string, number> = { A: 1099, B: 2, C: 5999, D: 129_999, FEW: 450 };
const skus = Object.keys(prices);
const few = 4;

let shop: TestShop;
beforeAll(async () => {
  const rows = skus.map((sku) => {
    const cents = String(prices[sku]).padStart(3, '0');
    const amount = `${cents.slice(0, -2)}.${cents.slice(-2)}`;
    return `${sku},${sku},${amount},${sku === 'B' ? 'zero' : 'standard'},${sku === 'FEW' ? few : ''}`;
  });
  const products = `sku,name,price_incl_tax,tax_class,qty\n${rows.join('\n')}\n`;
  shop = await openSmallShop({ 'products.csv': products }, behindProxy);
});
afterAll(() => shop.close());

type Step =
  | { do: 'add' | 'set'; sku: string; qty: number; again: boolean }
  | { do: 'remove'; sku: string; again: boolean };

const sku = fc.constantFrom(...skus);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom('add' as const, 'set' as const),
    sku,
    qty: fc.integer({ min: -1, max: 6 }),
    again: fc.boolean(),
  }),
  fc.record({ do: fc.constant('remove' as const), sku, again: fc.boolean() }),
);

/** What a step makes of a cart; undefined when it is refused. */
function expected(cart: ReadonlyMap<string, number>, one: Step): Map<string, number> | undefined {
  const next = new Map(cart);
  const before = cart.get(one.sku);
  if (one.do === 'remove') {
    next.delete(one.sku);
    return next;
  }
  if (one.qty < 0 || (one.do === 'add' && one.qty === 0)) return undefined;
  if (one.do === 'set' && before === undefined) return undefined;
  const qty = one.do === 'set' ? one.qty : one.qty + (before ?? 0);
  if (one.sku === 'FEW' && qty > few && qty > (one.do === 'set' ? before! : 0)) return undefined;
  if (qty === 0) next.delete(one.sku);
  else next.set(one.sku, qty);
  return next;
}

async function send(cart: TestCart, one: Step) {
  const key = newKey();
  const item_id = (await cart.pull()).find((line) => line.sku === one.sku)?.item_id ?? 0;
  const write = () =>
    one.do === 'remove'
      ? cart.delete({ sku: one.sku }, key)
      : cart.update({ sku: one.sku, qty: one.qty, ...(one.do === 'set' ? { item_id } : {}) }, key);
  const answer = await write();
  // A lost answer is asked for again: nothing may happen twice.
  return one.again && answer.status === 200 ? write() : answer;
}

const sequences = isLong ? 300 : 40;

test(`any of ${sequences} sequences of adding, setting, removing and repeating`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
      let model: Map<string, number> = new Map();
      let version = 0;
      for (const one of steps) {
        const next = expected(model, one);
        const answer = await send(cart, one);
        expect([one, answer.status === 200]).toEqual([one, next !== undefined]);
        if (next) expect(answer.body.meta.cartVersion).toBe(++version);
        model = next ?? model;
      }
      const lines = await cart.pull();
      expect(new Map(lines.map((line) => [line.sku, line.qty]))).toEqual(model);
      const cents = [...model].reduce((sum, [one, qty]) => sum + prices[one]! * qty, 0);
      const totals = await cart.totals();
      expect(Math.round(totals.grand_total * 100)).toBe(cents);
      expect(totals.items_qty).toBe([...model.values()].reduce((sum, qty) => sum + qty, 0));
    }),
    { numRuns: sequences },
  );
}, 120_000);
