import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { behindProxy } from '../accounts/testing/people.ts';
import { newCart } from '../cart/testing/guest.ts';
import { address, orderOf } from '../orders/testing/order.ts';
import { payer, payingFiles } from '../payments/testing/paying.ts';
import { openTestMail } from '../testing/mail.ts';
import { openPayingShop } from '../testing/paying-shop.ts';
import { openSmallShop } from '../testing/small-shop.ts';
import { type Collector, openCollector, wayTo } from './testing/collector.ts';

let collector: Collector;
const given = { traceId: '0af7651916cd43dd8448eb211c80319c', parent: 'b7ad6b7169203331' };
const traceparent = `00-${given.traceId}-${given.parent}-01`;

/** A shop that is traced, sells, is paid, mails, and ends. */
beforeAll(async () => {
  collector = await openCollector();
  const mail = await openTestMail();
  const settings = { ...behindProxy, TRACES_URL: collector.url, SMTP_URL: mail.smtpUrl };
  const shop = await openPayingShop(payingFiles, settings);
  const cart = await newCart(shop);
  await cart.update({ sku: 'TEA', qty: 1 });
  await shop.post('/api/order', await orderOf(cart), { traceparent, 'x-cart-token': cart.token });
  await payer(shop, 'card');
  await vi.waitUntil(() => mail.to(address.email).length > 0, { timeout: 15_000 });
  await shop.close();
  await mail.close();
});
afterAll(() => collector.close());

test('a request is one trace, from who asked down to each statement and call', () => {
  const spans = collector.spans();
  const ways = spans.map((span) => wayTo(spans, span).join(' → '));
  expect(ways).toContain('POST /api/order → place order');
  expect(ways).toContain('POST /api/payments/card/checkout-id → card create');
  expect(ways).toContain('smtp send');
  const order = spans.find(({ name }) => name === 'POST /api/order')!;
  expect(order).toMatchObject({ traceId: given.traceId, parentSpanId: given.parent });
  const status = { key: 'http.response.status_code', value: { intValue: 200 } };
  expect(order.attributes).toContainEqual(status);
});

test('no span holds a value of a statement, an address that was asked, or anything of a person', () => {
  const text = collector.text();
  for (const personal of [address.email, address.firstname, address.telephone, 'TEA', '?', 'Bearer'])
    expect(text).not.toContain(personal);
});

test('a stranger says nothing about the trace a request belongs to', async () => {
  const strangers = await openCollector();
  const shop = await openSmallShop({}, { TRACES_URL: strangers.url });
  await shop.get('/api/seller', { traceparent });
  await shop.close();
  const [span] = strangers.spans();
  expect(span).toMatchObject({ name: 'GET /api/seller' });
  expect(span!.traceId).not.toBe(given.traceId);
  await strangers.close();
});

test('a collector that is away is said once, and keeps nobody waiting', async () => {
  const shop = await openSmallShop({}, { TRACES_URL: 'http://127.0.0.1:9' });
  expect((await shop.get('/api/seller')).status).toBe(200);
  await shop.close();
  expect(shop.log.filter((line) => line.includes('the collector does not take traces'))).toHaveLength(1);
}, 60_000);
