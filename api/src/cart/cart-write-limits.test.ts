import { randomBytes } from 'node:crypto';
import { productOption } from '@fynbos/core/catalogue/product-option.ts';
import { behindProxy, freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart, newKey, type TestCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const words = (fields: object) => {
  const option = { option_id: 3, title: 'Words', type: 'area', is_require: false, values: [], ...fields };
  return `"${JSON.stringify([option]).replaceAll('"', '""')}"`;
};
const files = {
  'products.csv':
    'sku,name,price_incl_tax,tax_class,qty,custom_options\n' +
    `RING,Ring,100.00,standard,,${words({})}\nBOOK,Book,100.00,standard,,${words({ max_characters: 6000 })}\n`,
};
let shop: TestShop;
let now = new Date('2026-11-20T08:00:00Z');
beforeAll(async () => {
  shop = await openSmallShop(files, behindProxy, () => now);
});
afterAll(() => shop.close());

const guest = () => newCart(shop, { 'x-forwarded-for': freshAddress() });
const withText = (sku: string, option_value: string) => ({
  ...{ sku, qty: 1 },
  product_option: productOption({ custom_options: [{ option_id: '3', option_value }] }),
});
/** Text that does not compress. */
const dense = (length: number) => randomBytes(length).toString('base64').slice(0, length);

describe('keyed writes of a cart (T32)', () => {
  const removeNothing = (cart: TestCart, key = newKey()) => cart.delete({ sku: 'NOTHING' }, key);

  async function flood(cart: TestCart, count: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let sent = 0; sent < count; sent += 100) {
      const batch = Array.from({ length: Math.min(100, count - sent) }, () => removeNothing(cart));
      statuses.push(...(await Promise.all(batch)).map(({ status }) => status));
    }
    return statuses;
  }

  test('are limited to 600 at once and 6,000 an hour, and repeating one does not count (T32)', async () => {
    const cart = await guest();
    const key = newKey();
    await removeNothing(cart, key);
    expect(new Set(await flood(cart, 599))).toEqual(new Set([200]));
    const refused = await removeNothing(cart);
    expect([refused.status, refused.body.meta.problem]).toEqual([429, 'too_many_attempts']);
    expect((await removeNothing(cart, key)).status).toBe(200);
    expect((await removeNothing(await guest())).status).toBe(200);
    now = new Date(now.getTime() + 6000);
    expect((await flood(cart, 11)).sort()).toEqual([...Array(10).fill(200), 429]);
  });

  test('without effect do not change the cart, and store a short key (T32)', async () => {
    const cart = await guest();
    await cart.update(withText('RING', 'Thandi'));
    const key = { 'idempotency-key': 'k'.repeat(2000) };
    const [line] = await cart.pull();
    const { body } = await cart.update({ ...withText('RING', 'Thandi'), item_id: line!.item_id }, key);
    expect(body.meta.cartVersion).toBe(1);
    expect((await cart.delete({ sku: 'RING' }, key)).body.meta.problem).toBe('idempotency_conflict');
    const lengths = (await shop.db.selectFrom('cart_write').select('key').execute()).map(
      (row) => row.key.length,
    );
    expect(Math.max(...lengths)).toBeLessThanOrEqual(64);
  });
});

describe('typed options (T32)', () => {
  test('are refused above 2,000 characters where a product names no limit (T32)', async () => {
    const cart = await guest();
    for (const length of [2001, 2700, 60_000]) {
      const { status, body } = await cart.update(withText('RING', dense(length)));
      expect([length, status, body.meta.problem, body.meta.retry]).toEqual([
        ...[length, 400, 'options_invalid', false],
      ]);
    }
    expect((await cart.update(withText('RING', dense(2000)))).status).toBe(200);
    expect(shop.log.filter((line) => line.includes('index row'))).toEqual([]);
  });

  test('of any length that the product allows are one line of the cart (T32)', async () => {
    const cart = await guest();
    const item = withText('BOOK', dense(5900));
    expect((await cart.update(item)).status).toBe(200);
    expect((await cart.update(item)).body.result.qty).toBe(2);
    expect((await cart.update(withText('BOOK', dense(5900)))).status).toBe(200);
    expect((await cart.pull()).map(({ qty }) => qty)).toEqual([2, 1]);
    expect((await cart.delete(item)).status).toBe(200);
    expect((await cart.pull()).map(({ qty }) => qty)).toEqual([1]);
  });
});
