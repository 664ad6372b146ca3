import { capeTown } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { address, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { password } from './customers.ts';
import { apiOf } from './web-api.ts';

/** Settings that both the API and the pages follow. */

let shop: WebShop;
beforeAll(async () => {
  shop = await openWebShop({
    NAME_MIN_LENGTH: '3',
    DIRECT_CHILD_ACCESS: 'on',
    VARIANT_FALLBACK: 'off',
    CART_BYPASS_LIMIT: '2',
  });
});
afterAll(() => shop?.close());

const problemsIn = ({ body }: { body: { meta: { fields: { field: string; fault: string }[] } } }) =>
  body.meta.fields.map(({ field, fault }) => `${field.split('/').at(-1)}: ${fault}`);

describe('with NAME_MIN_LENGTH=3, a name needs three letters (spec D34)', () => {
  test('in a registration, its addresses, and an order', async () => {
    const api = apiOf(shop);
    const customer = { email: 'jo@example.co.za', firstname: 'Jo', lastname: '李' };
    expect(problemsIn(await api.post('/api/user/create', { customer, password }))).toEqual([
      'firstname: name_short',
    ]);
    const named = { ...customer, firstname: 'Zoë', addresses: [{ ...capeTown, lastname: 'Bo' }] };
    expect(problemsIn(await api.post('/api/user/create', { customer: named, password }))).toEqual([
      'lastname: name_short',
    ]);
    const cart = await newCart(api);
    await cart.update({ sku: 'FSH-PILCHARD', qty: 1 });
    const sent = await orderOf(cart);
    const shippingAddress = { ...address, firstname: 'Jo' };
    const billingAddress = { ...address, lastname: 'Bo' };
    const addressInformation = { ...sent.addressInformation, shippingAddress, billingAddress };
    expect(problemsIn(await cart.post('/api/order', { ...sent, addressInformation }))).toEqual([
      'firstname: name_short',
      'lastname: name_short',
    ]);
  });

  test('in a form, which names the number', async () => {
    const fields = { email: 'jo@example.co.za', firstname: 'Jo', lastname: 'Nkosi', password, terms: 'on' };
    const response = await fetch(`${shop.origin}/register`, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, repeated: password }),
    });
    const page = await response.text();
    expect(page).toContain('Name must have at least 3 letters.');
    // The number that the form uses in the browser.
    expect(page).toContain('data-names="3"');
  });
});

test('with DIRECT_CHILD_ACCESS=on a variant has a page of its own (spec D19)', async () => {
  const { url_path } = await shop.db
    .selectFrom('product')
    .select('url_path')
    .where('sku', '=', 'KIT-MUG-RED')
    .executeTakeFirstOrThrow();
  const response = await fetch(`${shop.origin}/${url_path}`, { redirect: 'manual' });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain(`<link rel="canonical" href="${shop.origin}/${url_path}"`);
});

test('with VARIANT_FALLBACK=off an unknown variant has no substitute (spec commerce 4)', async () => {
  const none = 'No available product variants';
  const page = async (sku: string) => (await fetch(`${shop.origin}/enamel-mug?childSku=${sku}`)).text();
  expect(await page('KIT-MUG-RED')).not.toContain(none);
  expect(await page('KIT-MUG-GONE')).toContain(none);
});

test('CART_BYPASS_LIMIT reaches the browser', async () => {
  expect(await (await fetch(shop.origin)).text()).toContain('data-bypasses="2"');
});

test('a page waits 1 s for a search, multiplied by TIMEOUT_SCALE (SEA-3)', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const limits: number[] = [];
  const limited = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    limits.push(milliseconds);
    return milliseconds === 20_000 ? AbortSignal.abort() : timeout(milliseconds);
  });
  const late = await fetch(`${shop.origin}/search?q=tea`);
  limited.mockRestore();
  expect([late.status, await late.text()]).toEqual([
    503,
    expect.stringContaining('took too long to respond'),
  ]);
  expect((await fetch(`${shop.origin}/search?q=tea`)).status).toBe(200);
  expect(limits).toContain(20_000);
});

test('en-ZA adds no texts of its own (spec accounts 1)', async () => {
  const textIn = async (locale: string) => {
    const headers = { cookie: `fynbos-locale=${locale}` };
    const html = await (await fetch(`${shop.origin}/login`, { headers })).text();
    expect(html).toContain(`<html lang="${locale}"`);
    return html
      .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');
  };
  expect(await textIn('en-ZA')).toBe(await textIn('en-US'));
});
