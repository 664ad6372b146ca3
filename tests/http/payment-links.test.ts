import { openPaymentSandbox } from '@fynbos/sandbox/payment-sandbox.ts';
import { cartOf } from '@fynbos/test-kit/cart/guest-cart.ts';
import { orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { controlsOf, type SandboxControls } from '@fynbos/test-kit/payments/sandbox-controls.ts';
import type { TestResponse } from '@fynbos/test-kit/shop/test-shop.ts';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** The page of a payment link, as a browser without scripts sees it (ADR-015). */

let shop: WebShop;
let sandbox: Awaited<ReturnType<typeof openPaymentSandbox>>;
let controls: SandboxControls;
beforeAll(async () => {
  sandbox = await openPaymentSandbox({ port: 0 });
  controls = controlsOf(sandbox.url);
  shop = await openWebShop(sandbox.settings());
});
afterAll(async () => {
  await shop?.close();
  await sandbox?.close();
});

async function call(path: string, init: RequestInit = {}): Promise<TestResponse> {
  const response = await fetch(shop.origin + path, init);
  return { status: response.status, headers: response.headers, body: await response.json() };
}
const api = {
  get: (path: string, headers = {}) => call(path, { headers }),
  post: (path: string, body: unknown, headers = {}) =>
    call(path, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json', ...headers },
    }),
};

/** Orders a product with an online method, and returns the path of the payment page. */
async function linkOf(method: string): Promise<string> {
  const cart = cartOf(api, (await api.post('/api/cart/create', {})).body.result);
  expect((await cart.update({ sku: 'FRU-APPLE', qty: 1 })).status).toBe(200);
  const sent = await orderOf(cart);
  const { shippingAddress } = sent.addressInformation;
  const { body } = await cart.post('/api/cart/shipping-methods', { address: shippingAddress });
  const { carrier_code, method_code } = body.result.find(
    ({ needs }: { needs: string }) => needs === 'address',
  );
  const chosen = { shipping_carrier_code: carrier_code, shipping_method_code: method_code };
  const addressInformation = { ...sent.addressInformation, ...chosen, payment_method_code: method };
  const response = await cart.post('/api/order', { ...sent, addressInformation });
  expect(response.status).toBe(200);
  const { pathname, search } = new URL(response.body.result.redirect_url);
  return pathname + search;
}

const pageAt = (path: string) => fetch(shop.origin + path, { redirect: 'manual' });
/** Posts the form of the page, which has no fields. */
const submit = (path: string) =>
  fetch(shop.origin + path, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' });
const titleOf = (html: string) => /<h1[^>]*>([^<]*)/.exec(html)?.[1];
const attemptOf = async (path: string) => {
  const order_id = new URLSearchParams(path.split('?')[1]).get('link')!.split('.')[0]!;
  return shop.db
    .selectFrom('payment_attempt')
    .innerJoin('sales_order', 'sales_order.id', 'payment_attempt.order_id')
    .select(['payment_attempt.state', 'provider_id', 'number'])
    .where('sales_order.order_id', '=', order_id)
    .executeTakeFirstOrThrow();
};

describe('the page of a payment link', () => {
  test('shows the order and its amount, and starts nothing when it is opened', async () => {
    const path = await linkOf('local-a');
    const page = await pageAt(path);
    const html = await page.text();
    const { number, state } = await attemptOf(path);
    expect([page.status, titleOf(html), state]).toEqual([200, 'Your payment', 'created']);
    expect(html).toContain(number);
    expect(html).toMatch(/<form [^>]*action="\/order\/payment\?link=[^"]+" method="post"/);
    expect(html).toMatch(/<button type="submit"[^>]*>Pay R[\d.]+/);
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(page.headers.get('referrer-policy')).toBe('strict-origin');
  });

  test.each(['instalments', 'local-a', 'local-b', 'wallet'] as const)(
    'leads to the provider by %s, and shows afterwards that the order is paid',
    async (method) => {
      const path = await linkOf(method);
      const page = await submit(path);
      const html = await page.text();
      const [, target = ''] = /<meta http-equiv="refresh" content="0; url=([^"]+)"/i.exec(html) ?? [];
      expect([page.status, URL.parse(target)?.origin]).toEqual([200, sandbox.url]);
      expect(html).toMatch(new RegExp(`<a href="${sandbox.url}[^"]+"`));
      expect(page.headers.get('set-cookie')).toMatch(/^fynbos-payment=.*HttpOnly/);
      const { provider_id, state } = await attemptOf(path);
      expect(state).toBe('awaiting_shopper');
      await controls.act(method, provider_id!, 'pay');
      const paid = await (await pageAt(path)).text();
      expect(titleOf(paid)).toBe('Thank you, your order is paid!');
      expect(paid).not.toContain('action="/order/payment');
      const repeated = await submit(path);
      expect([repeated.status, repeated.headers.get('location')]).toEqual([303, path]);
    },
  );

  test('cancels the order without scripts, and says so (T28)', async () => {
    const path = await linkOf('local-b');
    await submit(path);
    const [, cancel = ''] = /formaction="([^"]+)"/i.exec(await (await pageAt(path)).text()) ?? [];
    const page = await submit(cancel.replaceAll('&amp;', '&'));
    expect([page.status, page.headers.get('location')]).toEqual([303, path]);
    const html = await (await pageAt(path)).text();
    expect(titleOf(html)).toBe('The payment was cancelled');
    expect(html).not.toContain('action="/order/payment');
  });

  test('leads to the card page, which the browser may use from then on', async () => {
    const page = await submit(await linkOf('card'));
    expect([page.status, page.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/order\/pay\?checkoutReference=[\da-f-]{36}&paymentCode=card$/),
    ]);
    const [cookie] = page.headers.get('set-cookie')!.split(';');
    const reference = /checkoutReference=([\da-f-]+)/.exec(page.headers.get('location')!)![1];
    const status = await api.get(`/api/payments/card/status?ref=${reference}`, { cookie });
    expect(status.body.result).toMatchObject({ status: 'pending', canPay: true });
  });

  test('offers another try after a payment that failed, and says why a try was refused', async () => {
    const path = await linkOf('instalments');
    await submit(path);
    await controls.act('instalments', (await attemptOf(path)).provider_id!, 'decline');
    const declined = await (await pageAt(path)).text();
    expect(titleOf(declined)).toBe('The payment was declined');
    expect(declined).toMatch(/<button type="submit"[^>]*>Pay R/);
    const refusal = { on: 'create', kind: '500', times: 1 };
    await controls.scenario({ provider: 'instalments', faults: [refusal] });
    const refused = await submit(path);
    const html = await refused.text();
    expect([refused.status, html]).toEqual([
      503,
      expect.stringContaining('is not responding. Please try again'),
    ]);
    expect(html).toMatch(/<button type="submit"[^>]*>Pay R/);
    const page = await submit(path);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('http-equiv="refresh"')]);
  });

  test.each(['', '?link=', '?link=nothing', `?link=${crypto.randomUUID()}.${'A'.repeat(43)}`])(
    'is not found with the wrong link "%s"',
    async (query) => {
      const page = await pageAt(`/order/payment${query}`);
      expect([page.status, titleOf(await page.text())]).toEqual([404, 'We could not find this payment']);
    },
  );
});
