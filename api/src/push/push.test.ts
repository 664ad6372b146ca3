import { subscribePush } from '@fynbos/core/push/contract.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { behindProxy, freshAddress, logInPerson, type Person, password } from '../accounts/testing/people.ts';
import { newCart } from '../cart/testing/guest.ts';
import { deliveryFile, order, orderOf } from '../orders/testing/order.ts';
import { administer } from '../testing/command.ts';
import type { TestShop } from '../testing/shop.ts';
import { openSmallShop } from '../testing/small-shop.ts';
import { newPushKeys } from './keys.ts';
import { tellBrowsers } from './tell.ts';
import {
  decrypted,
  newBrowser,
  openPushService,
  signed,
  type TestBrowser,
  type TestPushService,
} from './testing/push-service.ts';

/** What becomes of an order, told to browsers (accounts 4.4): a real shop, and a push service on this machine. */

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
const wish = ({ endpoint, keys }: TestBrowser, more: object = {}) => ({ endpoint, keys, ...more });
const subscribe = (browser: TestBrowser, more: object = {}, caller: Caller = undefined) =>
  shop.post('/api/push/subscribe', wish(browser, more), bearer(caller));
const isSubscribed = async ({ endpoint }: TestBrowser, more: object = {}, caller: Caller = undefined) =>
  (await shop.post('/api/push/status', { endpoint, ...more }, bearer(caller))).body.result.subscribed;

/** Orders oats. @returns the number, and the order's own id */
async function place(caller: Caller = undefined, id = crypto.randomUUID()) {
  const cart = await newCart(shop, bearer(caller));
  await cart.update({ sku: 'OATS', qty: 1 });
  const { status, body } = await order(cart, { order_id: id });
  expect(status).toBe(200);
  return { id, number: body.result.orderNumber as string };
}

/** A guest's browser that listens to an order. */
async function guestListens(more: object = {}) {
  const [browser, id] = [newBrowser(service.origin), crypto.randomUUID()];
  expect((await subscribe(browser, { order_id: id, ...more })).status).toBe(200);
  return { browser, id };
}
const heard = (browser: TestBrowser) =>
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
/** Lets what waits be tried now, and has it looked for. */
async function due() {
  await shop.db
    .updateTable('push_message')
    .set({ next_try_at: new Date(0) })
    .execute();
  await place(undefined, (await guestListens()).id);
}

describe('a guest’s browser that shows the id of its order', () => {
  test('hears that it is placed, on its way, and whatever else becomes of it: encrypted, signed, no name in it', async () => {
    const { browser, id } = await guestListens({ locale: 'de-DE' });
    const { number } = await place(undefined, id);
    await expect.poll(() => heard(browser).length).toBe(1);
    expect(heard(browser)).toEqual([
      {
        title: `Bestellung ${number} ist eingegangen`,
        text: expect.stringContaining('packen'),
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
    await expect.poll(() => heard(browser).map(({ title }) => title)).toHaveLength(2);
    expect(heard(browser)[1].title).toBe(`Bestellung ${number} ist unterwegs`);
    await expect.poll(() => waiting(browser)).toEqual([]);
  });

  test('hears that it is cancelled', async () => {
    const { browser, id } = await guestListens({ locale: 'fr-FR' });
    const { number } = await place(undefined, id);
    await expect.poll(() => heard(browser)).toHaveLength(1);
    await administer(shop.db, 'orders', 'cancel', number);
    await expect.poll(() => heard(browser).at(-1).title).toBe(`La commande ${number} est annulée`);
  });

  test('hears nothing of the orders of others, and without an order it hears nothing at all', async () => {
    const { browser } = await guestListens();
    await place();
    const last = await guestListens();
    await place(undefined, last.id);
    await expect.poll(() => heard(last.browser)).toHaveLength(1);
    expect(heard(browser)).toEqual([]);
    expect((await subscribe(newBrowser(service.origin))).body.meta.problem).toBe('not_logged_in');
  });

  test('is one of five at most that hear of it', async () => {
    const { id } = await guestListens();
    for (let more = 1; more < 5; more++)
      expect((await subscribe(newBrowser(service.origin), { order_id: id })).status).toBe(200);
    const sixth = newBrowser(service.origin);
    expect((await subscribe(sixth, { order_id: id })).body.meta.problem).toBe('too_many_attempts');
    expect(await subscription(sixth)).toBeUndefined();
  });

  test('is told nothing more once it says so', async () => {
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

describe('a customer’s browser', () => {
  test('hears of all their orders until they log out there', async () => {
    const person = await logInPerson(shop);
    const browser = newBrowser(service.origin);
    expect((await subscribe(browser, { locale: 'ja-JP' }, person)).status).toBe(200);
    expect(await isSubscribed(browser, {}, person)).toBe(true);
    expect(await isSubscribed(browser)).toBe(false);
    const { number } = await place(person);
    await expect.poll(() => heard(browser)).toHaveLength(1);
    expect(heard(browser)[0]).toMatchObject({
      title: `ご注文 ${number} を承りました`,
      link: expect.stringMatching(new RegExp(`/my-account/orders/${number}$`)),
    });
    expect((await person.ask('DELETE', '/api/user/refresh', {})).status).toBe(200);
    expect(await subscription(browser)).toBeUndefined();
  });

  test('hears nothing once its login has run out, unused or in the end; another login of theirs still does', async () => {
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
    await expect.poll(() => heard(live)).toHaveLength(1);
    expect([heard(idle), heard(over), await waiting(idle), await waiting(over)]).toEqual([[], [], [], []]);
  });

  test('is in what they may download, and gone when they are', async () => {
    const person = await logInPerson(shop);
    const browser = newBrowser(service.origin);
    await subscribe(browser, {}, person);
    const { body } = await person.ask('GET', '/api/user/export');
    expect(body.result.push_subscriptions).toMatchObject([{ endpoint: browser.endpoint, locale: 'en-US' }]);
    expect((await person.ask('POST', '/api/user/erase', { currentPassword: password })).status).toBe(200);
    expect(await subscription(browser)).toBeUndefined();
  });

  test('that somebody else subscribes is theirs from then on', async () => {
    const [one, other] = [await logInPerson(shop), await logInPerson(shop)];
    const browser = newBrowser(service.origin);
    await subscribe(browser, {}, one);
    await subscribe(browser, {}, other);
    expect(await subscription(browser)).toMatchObject({ customer_id: other.id });
  });
});

describe('what is sent', () => {
  test('is sent after the commit; what is undone is never told', async () => {
    const { browser, id } = await guestListens();
    const told = { order_id: id, customer_id: null, number: '000000777' };
    const undone = shop.db.transaction().execute(async (trx) => {
      await tellBrowsers(trx, told, 'placed', 'https://shop.example/');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await due();
    expect([await waiting(browser), heard(browser)]).toEqual([[], []]);
    await shop.db.transaction().execute(async (trx) => {
      await tellBrowsers(trx, told, 'placed', 'https://shop.example/');
      const last = await guestListens();
      await place(undefined, last.id);
      await expect.poll(() => heard(last.browser)).toHaveLength(1);
      expect(heard(browser), 'not committed yet').toEqual([]);
    });
    await expect.poll(() => heard(browser)).toHaveLength(1);
  });

  test('to a browser that is gone ends its subscription', async () => {
    for (const status of [404, 410]) {
      const { browser, id } = await guestListens();
      service.answers.push({ to: browser, status });
      await place(undefined, id);
      await expect.poll(() => subscription(browser)).toBeUndefined();
    }
  });

  test('while a push service is unwell is tried again later, as late as it asks for', async () => {
    const { browser, id } = await guestListens();
    service.answers.push({ to: browser, status: 503 });
    await place(undefined, id);
    await expect.poll(() => waiting(browser)).toMatchObject([{ attempt_no: 1, failure: 'answered 503' }]);
    service.answers.push({ to: browser, status: 429, headers: { 'retry-after': '1800' } });
    await due();
    await expect.poll(() => waiting(browser)).toMatchObject([{ attempt_no: 2, failure: 'answered 429' }]);
    const [message] = await waiting(browser);
    expect(message!.next_try_at.getTime() - Date.now()).toBeGreaterThan(25 * 60_000);
    await due();
    await expect.poll(() => waiting(browser)).toEqual([]);
    expect(heard(browser)).toHaveLength(3);
    const said = shop.log.filter((line) => line.includes('push message')).join();
    expect(said).toContain('could not send a push message yet');
    expect(said).not.toContain(browser.endpoint);
  });

  test('and refused for good is given up at once; the browser stays subscribed', async () => {
    const { browser, id } = await guestListens();
    service.answers.push({ to: browser, status: 400 });
    await place(undefined, id);
    await expect.poll(() => service.for(browser)).toHaveLength(1);
    await expect.poll(() => waiting(browser)).toEqual([]);
    expect(await subscription(browser)).toBeDefined();
  });

  test('is the newest that there is to say about an order, and nothing that is a day old', async () => {
    const { browser, id } = await guestListens();
    service.answers.push({ to: browser, status: 503 });
    const { number } = await place(undefined, id);
    await expect.poll(() => waiting(browser)).toMatchObject([{ failure: 'answered 503' }]);
    await administer(shop.db, 'orders', 'ship', number);
    await expect.poll(() => heard(browser)).toHaveLength(2);
    await due();
    await expect.poll(() => waiting(browser)).toEqual([]);
    expect(heard(browser).map(({ title }) => title)).toEqual([
      `Order ${number} is placed`,
      `Order ${number} is on its way`,
    ]);

    const late = await guestListens();
    service.answers.push({ to: late.browser, status: 503 });
    await place(undefined, late.id);
    await expect.poll(() => waiting(late.browser)).toMatchObject([{ failure: 'answered 503' }]);
    await shop.db
      .updateTable('push_message')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .execute();
    await due();
    await expect.poll(() => waiting(late.browser)).toEqual([]);
    expect(heard(late.browser)).toHaveLength(1);
  });

  test('follows nobody who sends it somewhere else', async () => {
    const { browser, id } = await guestListens();
    service.answers.push({ to: browser, status: 302, headers: { location: `${service.origin}/elsewhere` } });
    await place(undefined, id);
    await expect.poll(() => service.for(browser)).toHaveLength(1);
    await expect.poll(() => waiting(browser)).toEqual([]);
    expect(service.handed.filter(({ path }) => path === '/elsewhere')).toEqual([]);
  });
});

describe('the shop is made to call nobody else', () => {
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

  test('an address of anything but a named push service is refused', async () => {
    for (const endpoint of places(service.origin)) {
      const browser = { ...newBrowser(service.origin), endpoint };
      const { status, body } = await subscribe(browser, { order_id: crypto.randomUUID() });
      expect([endpoint, status, body.meta.fields?.[0].field]).toEqual([endpoint, 400, 'body/endpoint']);
      expect(await subscription(browser)).toBeUndefined();
    }
    const good = { ...newBrowser(service.origin), endpoint: 'https://a.push.example/send/x' };
    expect((await subscribe(good, { order_id: crypto.randomUUID() })).status).toBe(200);
  });

  test('keys that are no keys, and what is too large, are refused', async () => {
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

  test('a machine that tries again and again is stopped', async () => {
    const from = { 'x-forwarded-for': freshAddress() };
    const body = wish(newBrowser(service.origin), { order_id: crypto.randomUUID() });
    const tries = Array.from({ length: 40 }, () => shop.post(subscribePush.path, body, from));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });
});

test('without keys there is no push: no key is told, and nobody is written down', async () => {
  const plain = await openSmallShop(files);
  try {
    expect((await plain.get('/api/push/key')).body.result).toEqual({ public_key: '' });
    const body = wish(newBrowser(service.origin), { order_id: crypto.randomUUID() });
    expect((await plain.post('/api/push/subscribe', body)).status).toBe(404);
    expect((await shop.get('/api/push/key')).body.result).toEqual({ public_key: keys.publicKey });
    const cart = await newCart(plain);
    await cart.update({ sku: 'OATS', qty: 1 });
    expect((await cart.post('/api/order', await orderOf(cart))).status).toBe(200);
  } finally {
    await plain.close();
  }
});
