import { isDeepStrictEqual } from 'node:util';
import { behindProxy, freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart, newKey, type TestCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { repetitions } from '@fynbos/test-kit/stress-mode.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Any sequence of operations on a cart over HTTP gives the result of a simple model (CART-7). */

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
  | { do: 'add' | 'set'; sku: string; qty: number; retry: boolean }
  | { do: 'remove'; sku: string; retry: boolean };

const sku = fc.constantFrom(...skus);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom('add' as const, 'set' as const),
    sku,
    qty: fc.integer({ min: -1, max: 6 }),
    retry: fc.boolean(),
  }),
  fc.record({ do: fc.constant('remove' as const), sku, retry: fc.boolean() }),
);

/** The cart after a step; undefined when the step is refused. */
function expected(cart: ReadonlyMap<string, number>, action: Step): Map<string, number> | undefined {
  const next = new Map(cart);
  const before = cart.get(action.sku);
  if (action.do === 'remove') {
    next.delete(action.sku);
    return next;
  }
  if (action.qty < 0 || (action.do === 'add' && action.qty === 0)) return undefined;
  if (action.do === 'set' && before === undefined) return undefined;
  const qty = action.do === 'set' ? action.qty : action.qty + (before ?? 0);
  if (action.sku === 'FEW' && qty > few && qty > (action.do === 'set' ? before! : 0)) return undefined;
  if (qty === 0) next.delete(action.sku);
  else next.set(action.sku, qty);
  return next;
}

async function send(cart: TestCart, action: Step) {
  const key = newKey();
  const item_id = (await cart.pull()).find((line) => line.sku === action.sku)?.item_id ?? 0;
  const write = () =>
    action.do === 'remove'
      ? cart.delete({ sku: action.sku }, key)
      : cart.update({ sku: action.sku, qty: action.qty, ...(action.do === 'set' ? { item_id } : {}) }, key);
  const response = await write();
  // The request is repeated as after a lost response, and must not count twice.
  return action.retry && response.status === 200 ? write() : response;
}

const sequences = repetitions(8, 300);

test(`the cart matches its model for any of ${sequences} sequences of adding, setting, removing and retrying`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
      let model: Map<string, number> = new Map();
      let version = 0;
      for (const action of steps) {
        const next = expected(model, action);
        const response = await send(cart, action);
        expect([action, response.status === 200]).toEqual([action, next !== undefined]);
        // Removing what is gone, and setting what is set, change nothing.
        const isChange = next && !isDeepStrictEqual(next, model);
        if (isChange) version++;
        if (next) expect(response.body.meta.cartVersion).toBe(version);
        model = next ?? model;
      }
      const lines = await cart.pull();
      expect(new Map(lines.map((line) => [line.sku, line.qty]))).toEqual(model);
      const cents = [...model].reduce((sum, [productSku, qty]) => sum + prices[productSku]! * qty, 0);
      const totals = await cart.totals();
      expect(Math.round(totals.grand_total * 100)).toBe(cents);
      expect(totals.items_qty).toBe([...model.values()].reduce((sum, qty) => sum + qty, 0));
    }),
    { numRuns: sequences },
  );
}, 600_000);
