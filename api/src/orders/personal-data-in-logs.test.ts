import { providerCodes } from '@fynbos/core/payments/providers.ts';
import { behindProxy, freshAddress, password } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart, type TestCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { openTestMail, type TestMail } from '@fynbos/test-kit/network/mail-server.ts';
import { type Collector, openCollector } from '@fynbos/test-kit/observability/trace-collector.ts';
import { orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { handOver, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/**
 * A shopper orders, pays, looks up orders and triggers every error. The test then searches all logs,
 * metrics and traces for personal data.
 */
let mail: TestMail;
let collector: Collector;
let shop: PayingShop;
beforeAll(async () => {
  [mail, collector] = await Promise.all([openTestMail(), openCollector()]);
  const settings = {
    SMTP_URL: mail.smtpUrl,
    TRACES_URL: collector.url,
    LOG_LEVEL: 'trace',
    TOKEN_IN_HEADER: 'off',
  };
  shop = await openPayingShop(payingFiles, { ...behindProxy, ...settings });
});
afterAll(async () => {
  await shop.close();
  await Promise.all([mail.close(), collector.close()]);
});

const person = {
  email: 'Thandeka.Canary-8841@example.co.za',
  ...{ firstname: 'Thandekaria', lastname: 'Canarywitz', company: 'Canary Seeds CC', vat_id: '4930826517' },
  ...{ suburb: 'Canarydale', city: 'Canaryville', telephone: '082 884 1000' },
};
const street = ['8841 Canarystraat', 'Canaryflat 7'];
const card = '4111 1111 1111 1111';
const place = {
  ...person,
  street,
  region: 'Western Cape',
  region_code: 'ZA-WC',
  postcode: '8001',
  country_id: 'ZA',
};
const canaries = [...Object.values(person), ...street, password, card, 'thandeka.canary', '+27828841000'];

/** Every secret issued to the caller: tokens, cookies, ids of orders and payments. */
const issuedSecrets = new Set<string>();

async function newLife(headers: Record<string, string> = {}): Promise<TestCart> {
  const cart = await newCart(shop, { 'x-forwarded-for': freshAddress(), ...headers });
  issuedSecrets.add(cart.token);
  await cart.update({ sku: 'TEA', qty: 2 });
  const addressInformation = { shippingAddress: place, billingAddress: place };
  await cart.post('/api/cart/shipping-information', { addressInformation });
  await cart.post('/api/cart/shipping-methods', { address: place });
  return cart;
}

async function sent(cart: TestCart, method: string) {
  const order = await orderOf(cart);
  issuedSecrets.add(order.order_id);
  const information = { ...order.addressInformation, shippingAddress: place, billingAddress: place };
  return { ...order, addressInformation: { ...information, payment_method_code: method } };
}

/**
 * Orders with cash on delivery, after several invalid attempts.
 * @returns the order number
 */
async function orderOnDelivery(cart: TestCart): Promise<string> {
  const order = await sent(cart, 'cashondelivery');
  const { addressInformation } = order;
  const wrong = {
    ...addressInformation,
    shippingAddress: { ...place, postcode: street[0], telephone: card },
  };
  await cart.post('/api/order', { ...order, addressInformation: wrong });
  await cart.post('/api/order', { ...order, order_id: person.email.repeat(4) });
  await cart.post('/api/order', { ...order, grand_total: 1 });
  const { status, body } = await cart.post('/api/order', order);
  expect([status, body]).toEqual([200, body]);
  await cart.post('/api/order', order);
  await cart.get(`/api/sync/order/${order.order_id}`);
  await cart.get(`/api/sync/order/${encodeURIComponent(person.email)}`);
  const { email } = person;
  for (const query of [
    `token=${cart.token}`,
    `email=${email}&telephone=${person.telephone}`,
    `q=${street[0]}`,
  ])
    await cart.get(`/api/order/find?${query}`);
  return body.result.orderNumber ?? body.result;
}

const worth = (lines: readonly { price_incl_tax?: number; qty: number }[]): number =>
  lines.reduce((sum, { price_incl_tax = 0, qty }) => sum + price_incl_tax * qty, 60);

async function payOnline(
  cart: TestCart,
  provider: (typeof providerCodes)[number],
  act: string,
): Promise<void> {
  const order = await sent(cart, provider);
  const pendingOrder = {
    ...order,
    checkoutReference: crypto.randomUUID(),
    grand_total: worth(order.products),
  };
  const begun = await cart.post('/api/order/save-pending-order', pendingOrder);
  expect([begun.status, begun.body]).toEqual([200, begun.body]);
  const handed = await handOver(cart, provider, pendingOrder);
  expect([handed.status, handed.body]).toEqual([200, handed.body]);
  const cookie = handed.headers.get('set-cookie')?.split(';')[0] ?? '';
  issuedSecrets.add(cookie.split('=')[1] ?? '');
  const { id } = handed.body.result;
  await shop.act(provider, id, act);
  const browser = { cookie, 'x-forwarded-for': freshAddress() };
  await shop.get(
    `/api/payments/${provider}/status?ref=${pendingOrder.checkoutReference}&email=${person.email}`,
    browser,
  );
  await shop.post(`/api/payments/${provider}/web-hook`, { ...person, card, street }, browser);
}

test('logs, metrics, traces and refusals contain no personal data or secret of a shopper who orders and pays (T16)', async ({
  task,
}) => {
  const customer = { email: person.email, firstname: person.firstname, lastname: person.lastname };
  const from = { 'x-forwarded-for': freshAddress() };
  const created = await shop.post(
    '/api/user/create',
    { customer: { ...customer, addresses: [{ ...place, region: { region: place.region } }] }, password },
    from,
  );
  expect(created.status).toBe(200);
  const login = await shop.post('/api/user/login', { username: person.email, password }, from);
  const bearer = { authorization: `Bearer ${login.body.result}` };
  for (const token of [login.body.result, login.body.meta.refreshToken]) issuedSecrets.add(token);

  for (const headers of [{}, bearer]) {
    const cart = await newLife(headers);
    const orderNumber = await orderOnDelivery(cart);
    const post = (path: string, body: object) =>
      shop.post(path, body, { ...headers, 'x-forwarded-for': freshAddress() });
    for (const path of ['/api/order/find', '/api/order/reorder']) {
      await post(path, { orderNumber, email: `x${person.email}` });
      await post(path, { orderNumber: street[0], email: person.email });
      await post(path, { orderNumber, email: person.email });
    }
    const keys = { p256dh: 'x', auth: 'canary-auth-8841' };
    await post('/api/push/subscribe', {
      subscription: { endpoint: 'https://push.example/canary-8841', keys },
    });
    for (const provider of providerCodes)
      for (const act of ['pay', 'decline']) await payOnline(await newLife(headers), provider, act);
  }
  await shop.get('/api/user/order-history', { ...bearer, ...from });
  await shop.advance(70_000);
  await expect
    .poll(() => mail.to(person.email).length + mail.to(person.email.toLowerCase()).length)
    .toBeGreaterThan(8);
  await expect.poll(() => collector.spans().length).toBeGreaterThan(100);

  const metrics = (await shop.get('/api/metrics', { 'x-forwarded-for': '127.0.0.1' })).body as string;
  const outputs = { log: shop.log.join('\n'), metrics: String(metrics), traces: collector.text() };
  expect(outputs.metrics).toContain('http_request_duration_seconds');
  expect(outputs.log.split('\n').length).toBeGreaterThan(400);
  const secrets = [...canaries, ...issuedSecrets].filter((secret) => secret.length >= 8);
  expect(secrets.length).toBeGreaterThan(60);
  for (const [where, text] of Object.entries(outputs)) {
    const lines = text.toLowerCase().split('\n');
    const leaks = secrets.flatMap(
      (secret) => lines.find((line) => line.includes(secret.toLowerCase())) ?? [],
    );
    expect([where, leaks]).toEqual([where, []]);
  }
  task.meta.attempts = secrets.length;
});
