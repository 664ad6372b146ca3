import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { openTestMail } from '@fynbos/test-kit/network/mail-server.ts';
import { type Collector, openCollector, spanPath } from '@fynbos/test-kit/observability/trace-collector.ts';
import { address, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { payer, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

let collector: Collector;
const incoming = { traceId: '0af7651916cd43dd8448eb211c80319c', parent: 'b7ad6b7169203331' };
const traceparent = `00-${incoming.traceId}-${incoming.parent}-01`;

/** A traced shop that takes an order, receives a payment, sends mail, and closes. */
beforeAll(async () => {
  collector = await openCollector();
  const mail = await openTestMail();
  const settings = { ...behindProxy, TRACES_URL: collector.url, SMTP_URL: mail.smtpUrl };
  const shop = await openPayingShop(payingFiles, settings);
  const cart = await newCart(shop);
  await cart.update({ sku: 'TEA', qty: 1 });
  await shop.post('/api/order', await orderOf(cart), { traceparent, 'x-cart-token': cart.token });
  await payer(shop, 'card');
  await vi.waitUntil(() => mail.to(address.email).length > 0, { timeout: 120_000 });
  await shop.close();
  await mail.close();
});
afterAll(() => collector.close());

test('a request is one trace, from the caller down to each statement and call', () => {
  const spans = collector.spans();
  const paths = spans.map((span) => spanPath(spans, span).join(' → '));
  expect(paths).toContain('POST /api/order → place order');
  expect(paths).toContain('POST /api/payments/card/checkout-id → card create');
  expect(paths).toContain('smtp send');
  const order = spans.find(({ name }) => name === 'POST /api/order')!;
  expect(order).toMatchObject({ traceId: incoming.traceId, parentSpanId: incoming.parent });
  const status = { key: 'http.response.status_code', value: { intValue: 200 } };
  expect(order.attributes).toContainEqual(status);
});

test('no span contains statement values, requested addresses or personal data', () => {
  const text = collector.text();
  for (const personal of [address.email, address.firstname, address.telephone, 'TEA', '?', 'Bearer'])
    expect(text).not.toContain(personal);
});

test('trace headers of untrusted callers are ignored', async () => {
  const strangers = await openCollector();
  const shop = await openSmallShop({}, { TRACES_URL: strangers.url });
  await shop.get('/api/seller', { traceparent });
  await shop.close();
  const [span] = strangers.spans();
  expect(span).toMatchObject({ name: 'GET /api/seller' });
  expect(span!.traceId).not.toBe(incoming.traceId);
  await strangers.close();
});

test('an unreachable collector is logged once and delays no request', async () => {
  const shop = await openSmallShop({}, { TRACES_URL: 'http://127.0.0.1:9' });
  expect((await shop.get('/api/seller')).status).toBe(200);
  await shop.close();
  expect(shop.log.filter((line) => line.includes('cannot send traces to the collector'))).toHaveLength(1);
});
