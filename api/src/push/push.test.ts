import { subscribePush } from '@fynbos/core/push/contract.ts';
import {
  behindProxy,
  freshAddress,
  logInPerson,
  type Person,
  password,
} from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import {
  decrypted,
  newBrowser,
  openPushService,
  signed,
  type TestBrowser,
  type TestPushService,
} from '@fynbos/test-kit/network/push-service.ts';
import { deliveryFile, order, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { orderLinkOf } from '@fynbos/test-kit/orders/order-link.ts';
import { administer } from '@fynbos/test-kit/processes/cli-command.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPushKeys } from '../config/push-keys.ts';
import { notifyRefund } from '../payments/refunds/refund-mail.ts';
import { notifyBrowsers } from './order-notifications.ts';

/** Push notifications about orders (spec accounts 4.4), with a real shop and a local push service. */

const files = {
  'products.csv': 'sku,name,price_incl_tax,tax_class,qty,type_id\nOATS,Oats,43.50,zero,400,simple\n',
  'delivery.csv': deliveryFile,
};
const keys = newPushKeys();

let service: TestPushService;
let shop: TestShop;
beforeAll(async () => {
  service = await openPushService();
  shop = await openSmallShop(files, {
    ...behindProxy,
    PUSH_PUBLIC_KEY: keys.publicKey,
    PUSH_PRIVATE_KEY: keys.privateKey,
    PUSH_SUBJECT: 'mailto:shop@fynbos.example',
    PUSH_SERVICES: `${service.origin},https://*.push.example`,
  });
});
afterAll(async () => {
  await shop.close();
  await service.close();
});

type Caller = Pick<Person, 'token'> | undefined;
const bearer = (caller: Caller) => ({
  ...(caller && { authorization: `Bearer ${caller.token}` }),
  'x-forwarded-for': freshAddress(),
});
const subscriptionBody = ({ endpoint, keys }: TestBrowser, more: object = {}) => ({
  endpoint,
  keys,
  ...more,
});
const subscribe = (browser: TestBrowser, more: object = {}, caller: Caller = undefined) =>
  shop.post('/api/push/subscribe', subscriptionBody(browser, more), bearer(caller));
const isSubscribed = async ({ endpoint }: TestBrowser, more: object = {}, caller: Caller = undefined) =>
  (await shop.post('/api/push/status', { endpoint, ...more }, bearer(caller))).body.result.subscribed;

/**
 * Orders oats.
 * @returns the order number and the id of the order
 */
async function place(caller: Caller = undefined, id = crypto.randomUUID()) {
  const cart = await newCart(shop, bearer(caller));
  await cart.update({ sku: 'OATS', qty: 1 });
  const { status, body } = await order(cart, { order_id: id });
  expect(status).toBe(200);
  return { id, number: body.result.orderNumber as string };
}

/** Subscribes a guest's browser to an order. */
async function guestListens(more: object = {}) {
  const [browser, id] = [newBrowser(service.origin), crypto.randomUUID()];
  expect((await subscribe(browser, { order_id: id, ...more })).status).toBe(200);
  return { browser, id };
}
const received = (browser: TestBrowser) =>
  service.for(browser).map(({ body }) => JSON.parse(decrypted(browser, body)));
const waiting = (browser: TestBrowser) =>
  shop.db
    .selectFrom('push_message')
    .innerJoin('push_subscription', 'push_subscription.id', 'subscription_id')
    .select(['push_message.id', 'attempt_no', 'failure', 'next_try_at', 'topic'])
    .where('endpoint', '=', browser.endpoint)
    .execute();
const subscription = ({ endpoint }: TestBrowser) =>
  shop.db.selectFrom('push_subscription').selectAll().where('endpoint', '=', endpoint).executeTakeFirst();
/** Makes every waiting message due now, and triggers the sender. */
async function due() {
  await shop.db
    .updateTable('push_message')
    .set({ next_try_at: new Date(0) })
    .execute();
  await place(undefined, (await guestListens()).id);
}

describe('push: a guest’s browser that presents the id of its order', () => {
  test('receives encrypted, signed messages without a name when the order is placed and shipped', async () => {
    const { browser, id } = await guestListens({ locale: 'de-DE' });
    const { number } = await place(undefined, id);
    await expect.poll(() => received(browser).length).toBe(1);
    expect(received(browser)).toEqual([
      {
        title: `Bestellung ${number} ist eingegangen`,
        text: expect.stringContaining('Wir haben Ihre Bestellung'),
        tag: `order-${number}`,
        link: expect.stringMatching(new RegExp(`/order-tracking\\?number=${number}$`)),
      },
    ]);
    const [{ headers, body }] = service.for(browser) as [(typeof service.handed)[0]];
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'normal',
      topic: `order-${number}`,
    });
    expect(Number(headers.ttl)).toBeGreaterThan(23 * 3600);
    expect(body.length).toBeLessThan(3 * 1024);
    const { claims, key } = signed(headers.authorization!);
    expect(key).toBe(keys.publicKey);
    expect(claims).toMatchObject({ sub: 'mailto:shop@fynbos.example' });
    expect(new URL(claims.aud as string).host).toBe(new URL(service.origin).host);
    const hours = (Number(claims.exp) - Date.now() / 1000) / 3600;
    expect(hours > 0 && hours <= 24).toBe(true);

    await administer(shop.db, 'orders', 'ship', number);
    await expect.poll(() => received(browser).map(({ title }) => title)).toHaveLength(2);
    expect(received(browser)[1].title).toBe(`Bestellung ${number} ist unterwegs`);
    await expect.poll(() => waiting(browser)).toEqual([]);
  });

  test('the push message of a guest order contains no link secret (T30)', async () => {
    const { browser, id } = await guestListens();
    const { number } = await place(undefined, id);
    const link = await orderLinkOf(shop.db, number);
    const sent: string[] = [];
    const receive = async (count: number) => {
      await expect.poll(() => received(browser)).toHaveLength(count);
      sent.push(JSON.stringify(received(browser).at(-1)));
    };
    await receive(1);
    await administer(shop.db, 'orders', 'ship', number);
    await receive(2);
    const placed = await shop.db
      .selectFrom('sales_order')
      .selectAll()
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow();
    const amount = { value_cents: 100, reason: 'late_payment' };
    await notifyRefund(shop.db, () => 'https://shop.example', placed, amount);
    await receive(3);
    for (const message of sent) {
      expect(message).not.toContain(link.split('.')[1]);
      expect(message).not.toContain(id);
    }
  });

  test('receives a message when the order is canceled', async () => {
    const { browser, id } = await guestListens({ locale: 'fr-FR' });
    const { number } = await place(undefined, id);
    await expect.poll(() => received(browser)).toHaveLength(1);
    await administer(shop.db, 'orders', 'cancel', number);
    await expect.poll(() => received(browser).at(-1).title).toBe(`La commande ${number} est annulée`);
  });

  test('receives no messages about other orders, and cannot subscribe without an order', async () => {
    const { browser } = await guestListens();
    await place();
    const last = await guestListens();
    await place(undefined, last.id);
    await expect.poll(() => received(last.browser)).toHaveLength(1);
    expect(received(browser)).toEqual([]);
    expect((await subscribe(newBrowser(service.origin))).body.meta.problem).toBe('not_logged_in');
  });

  test('is refused as the sixth browser of an order', async () => {
    const { id } = await guestListens();
    for (let more = 1; more < 5; more++)
      expect((await subscribe(newBrowser(service.origin), { order_id: id })).status).toBe(200);
    const sixth = newBrowser(service.origin);
    expect((await subscribe(sixth, { order_id: id })).body.meta.problem).toBe('too_many_attempts');
    expect(await subscription(sixth)).toBeUndefined();
  });

  test('receives no more messages after it unsubscribes', async () => {
    const { browser, id } = await guestListens();
    expect(await isSubscribed(browser, { order_id: id })).toBe(true);
    expect(await isSubscribed(browser, { order_id: crypto.randomUUID() })).toBe(false);
    expect(await isSubscribed(browser)).toBe(true);
    const { endpoint } = browser;
    expect((await shop.post('/api/push/unsubscribe', { endpoint })).body.result).toBe(true);
    expect(await isSubscribed(browser, { order_id: id })).toBe(false);
    await place(undefined, id);
    expect(await waiting(browser)).toEqual([]);
  });
});

describe('push: a customer’s browser', () => {
  test('receives messages about all of the customer’s orders until logout', async () => {
    const person = await logInPerson(shop);
    const browser = newBrowser(service.origin);
    expect((await subscribe(browser, { locale: 'ja-JP' }, person)).status).toBe(200);
    expect(await isSubscribed(browser, {}, person)).toBe(true);
    expect(await isSubscribed(browser)).toBe(false);
    const { number } = await place(person);
    await expect.poll(() => received(browser)).toHaveLength(1);
    expect(received(browser)[0]).toMatchObject({
      title: `ご注文 ${number} を承りました`,
      link: expect.stringMatching(new RegExp(`/my-account/orders/${number}$`)),
    });
    expect((await person.request('DELETE', '/api/user/refresh', {})).status).toBe(200);
    expect(await subscription(browser)).toBeUndefined();
  });

  test('receives no messages once its session is idle too long or expired; other sessions still do', async () => {
    const person = await logInPerson(shop);
    const browsers = [newBrowser(service.origin), newBrowser(service.origin), newBrowser(service.origin)];
    const [idle, over, live] = browsers as [TestBrowser, TestBrowser, TestBrowser];
    const day = 24 * 3600 * 1000;
    const runOut = async (browser: TestBrowser, times: { used_at: Date } | { ends_at: Date }) => {
      const { session_id: before } = (await subscription(browser))!;
      const { id: _, ...session } = await shop.db
        .selectFrom('customer_session')
        .selectAll()
        .where('id', '=', before!)
        .executeTakeFirstOrThrow();
      const { id } = await shop.db
        .insertInto('customer_session')
        .values({ ...session, ...times })
        .returning('id')
        .executeTakeFirstOrThrow();
      await shop.db
        .updateTable('push_subscription')
        .set({ session_id: id })
        .where('endpoint', '=', browser.endpoint)
        .execute();
    };
    for (const browser of browsers) await subscribe(browser, {}, person);
    await runOut(idle, { used_at: new Date(Date.now() - 30 * day - 1000) });
    await runOut(over, { ends_at: new Date(Date.now() - 1000) });
    await place(person);
    await expect.poll(() => received(live)).toHaveLength(1);
    expect([received(idle), received(over), await waiting(idle), await waiting(over)]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  test('is part of the data export and is deleted on account erasure', async () => {
    const person = await logInPerson(shop);
    const browser = newBrowser(service.origin);
    await subscribe(browser, {}, person);
    const { body } = await person.request('GET', '/api/user/export');
    expect(body.result.push_subscriptions).toMatchObject([{ endpoint: browser.endpoint, locale: 'en-US' }]);
    expect((await person.request('POST', '/api/user/erase', { currentPassword: password })).status).toBe(200);
    expect(await subscription(browser)).toBeUndefined();
  });

  test('belongs to the customer who subscribed it last', async () => {
    const [first, second] = [await logInPerson(shop), await logInPerson(shop)];
    const browser = newBrowser(service.origin);
    await subscribe(browser, {}, first);
    await subscribe(browser, {}, second);
    expect(await subscription(browser)).toMatchObject({ customer_id: second.id });
  });
});

describe('push message delivery', () => {
  test('sends after the commit and sends nothing after a rollback', async () => {
    const { browser, id } = await guestListens();
    const notifiedOrder = { order_id: id, customer_id: null, number: '000000777' };
    const undone = shop.db.transaction().execute(async (trx) => {
      await notifyBrowsers(trx, notifiedOrder, 'placed', 'https://shop.example/');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await due();
    expect([await waiting(browser), received(browser)]).toEqual([[], []]);
    await shop.db.transaction().execute(async (trx) => {
      await notifyBrowsers(trx, notifiedOrder, 'placed', 'https://shop.example/');
      const last = await guestListens();
      await place(undefined, last.id);
      await expect.poll(() => received(last.browser)).toHaveLength(1);
      expect(received(browser), 'not committed yet').toEqual([]);
    });
    await expect.poll(() => received(browser)).toHaveLength(1);
  });

  test('deletes the subscription when the push service answers 404 or 410', async () => {
    for (const status of [404, 410]) {
      const { browser, id } = await guestListens();
      service.stubResponses.push({ to: browser, status });
      await place(undefined, id);
      await expect.poll(() => subscription(browser)).toBeUndefined();
    }
  });

  test('retries later when the push service fails, and honours Retry-After', async () => {
    const { browser, id } = await guestListens();
    service.stubResponses.push({ to: browser, status: 503 });
    await place(undefined, id);
    await expect
      .poll(() => waiting(browser))
      .toMatchObject([{ attempt_no: 1, failure: 'returned status 503' }]);
    service.stubResponses.push({ to: browser, status: 429, headers: { 'retry-after': '1800' } });
    await due();
    await expect
      .poll(() => waiting(browser))
      .toMatchObject([{ attempt_no: 2, failure: 'returned status 429' }]);
    const [message] = await waiting(browser);
    expect(message!.next_try_at.getTime() - Date.now()).toBeGreaterThan(25 * 60_000);
    await due();
    await expect.poll(() => waiting(browser)).toEqual([]);
    expect(received(browser)).toHaveLength(3);
    const logged = shop.log.filter((line) => line.includes('push message')).join();
    expect(logged).toContain('push message not sent; will retry');
    expect(logged).not.toContain(browser.endpoint);
  });

  test('drops a message that is refused permanently and keeps the subscription', async () => {
    const { browser, id } = await guestListens();
    service.stubResponses.push({ to: browser, status: 400 });
    await place(undefined, id);
    await expect.poll(() => service.for(browser)).toHaveLength(1);
    await expect.poll(() => waiting(browser)).toEqual([]);
    expect(await subscription(browser)).toBeDefined();
  });

  test('sends only the newest message of an order, and none older than a day', async () => {
    const { browser, id } = await guestListens();
    service.stubResponses.push({ to: browser, status: 503 });
    const { number } = await place(undefined, id);
    await expect.poll(() => waiting(browser)).toMatchObject([{ failure: 'returned status 503' }]);
    await administer(shop.db, 'orders', 'ship', number);
    await expect.poll(() => received(browser)).toHaveLength(2);
    await due();
    await expect.poll(() => waiting(browser)).toEqual([]);
    expect(received(browser).map(({ title }) => title)).toEqual([
      `Order ${number} is placed`,
      `Order ${number} is on its way`,
    ]);

    const late = await guestListens();
    service.stubResponses.push({ to: late.browser, status: 503 });
    await place(undefined, late.id);
    await expect.poll(() => waiting(late.browser)).toMatchObject([{ failure: 'returned status 503' }]);
    await shop.db
      .updateTable('push_message')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .execute();
    await due();
    await expect.poll(() => waiting(late.browser)).toEqual([]);
    expect(received(late.browser)).toHaveLength(1);
  });

  test('does not follow redirects', async () => {
    const { browser, id } = await guestListens();
    service.stubResponses.push({
      to: browser,
      status: 302,
      headers: { location: `${service.origin}/elsewhere` },
    });
    await place(undefined, id);
    await expect.poll(() => service.for(browser)).toHaveLength(1);
    await expect.poll(() => waiting(browser)).toEqual([]);
    expect(service.handed.filter(({ path }) => path === '/elsewhere')).toEqual([]);
  });
});

describe('push: the shop calls only known push services', () => {
  const places = (origin: string) => [
    'http://127.0.0.1:5432/send/x',
    'https://127.0.0.1/send/x',
    'https://localhost/send/x',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/send/x',
    'https://10.0.0.1/send/x',
    'https://evil.example/send/x',
    'https://push.example/send/x',
    'https://push.example.evil.example/send/x',
    'https://a.push.example:8443/send/x',
    'http://a.push.example/send/x',
    'https://user:word@a.push.example/send/x',
    'ftp://a.push.example/send/x',
    'not an address at all',
    `${origin}.evil.example/send/x`,
    `${origin.replace('http:', 'https:')}/send/x`,
  ];

  test('refuses an endpoint that is not of a configured push service', async () => {
    for (const endpoint of places(service.origin)) {
      const browser = { ...newBrowser(service.origin), endpoint };
      const { status, body } = await subscribe(browser, { order_id: crypto.randomUUID() });
      expect([endpoint, status, body.meta.fields?.[0].field]).toEqual([endpoint, 400, 'body/endpoint']);
      expect(await subscription(browser)).toBeUndefined();
    }
    const allowed = { ...newBrowser(service.origin), endpoint: 'https://a.push.example/send/x' };
    expect((await subscribe(allowed, { order_id: crypto.randomUUID() })).status).toBe(200);
  });

  test('refuses invalid keys and oversized endpoints', async () => {
    const browser = newBrowser(service.origin);
    const order_id = crypto.randomUUID();
    const auth = browser.keys.auth;
    const noPoint = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url');
    for (const broken of [
      { p256dh: noPoint, auth },
      { p256dh: 'A'.repeat(87), auth },
      { p256dh: browser.keys.p256dh, auth: 'A'.repeat(26) },
      { p256dh: browser.keys.p256dh, auth: '' },
    ])
      expect((await subscribe({ ...browser, keys: broken }, { order_id })).status).toBe(400);
    const long = { ...browser, endpoint: `${service.origin}/${'x'.repeat(1000)}` };
    expect((await subscribe(long, { order_id })).status).toBe(400);
    expect(await subscription(browser)).toBeUndefined();
  });

  test('limits the rate of requests of one client IP', async () => {
    const from = { 'x-forwarded-for': freshAddress() };
    const body = subscriptionBody(newBrowser(service.origin), { order_id: crypto.randomUUID() });
    const attempts = Array.from({ length: 40 }, () => shop.post(subscribePush.path, body, from));
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });
});

test('push is off without keys: no public key is returned and no subscription is stored', async () => {
  const plain = await openSmallShop(files);
  try {
    expect((await plain.get('/api/push/key')).body.result).toEqual({ public_key: '' });
    const body = subscriptionBody(newBrowser(service.origin), { order_id: crypto.randomUUID() });
    expect((await plain.post('/api/push/subscribe', body)).status).toBe(404);
    expect((await shop.get('/api/push/key')).body.result).toEqual({ public_key: keys.publicKey });
    const cart = await newCart(plain);
    await cart.update({ sku: 'OATS', qty: 1 });
    expect((await cart.post('/api/order', await orderOf(cart))).status).toBe(200);
  } finally {
    await plain.close();
  }
});
