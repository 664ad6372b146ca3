import { endpoints } from '@fynbos/core/endpoints.ts';
import { behindProxy, freshAddress, logInPerson, type Person } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { handOver, type Payer, payer, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { isLong } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseFingerprint } from './database-checksum.ts';

/** Cross-site requests that a browser sends without a preflight, with the shop's cookies (T10). */
let shop: PayingShop;
let victim: Person;
let paying: Payer;
let cookie: string;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, { ...behindProxy, API_MODE: 'graphql' });
  victim = await logInPerson(shop);
  const cart = await newCart(shop, { authorization: `Bearer ${victim.token}` });
  await cart.update({ sku: 'TEA', qty: 2 });
  paying = await payer(shop, 'card');
  const secret = { username: victim.email, password: 'Kettle-and-Rusks-7' };
  const login = await shop.post('/api/user/login', secret, { origin: shop.origin, 'x-clientid': 'web' });
  const cookies = login.headers.getSetCookie().map((header) => header.split(';')[0]);
  cookie = [...cookies, paying.cookie, 'fynbos-locale=de-DE'].join('; ');
  // The shop itself must not change the payment while the tests compare the database.
  await shop.db.updateTable('payment_attempt').set({ next_poll_at: null }).execute();
});
afterAll(() => shop.close());

const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
const foreign: readonly Record<string, string>[] = [
  evil,
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { referer: 'https://evil.example/' },
];
const body = JSON.stringify({ order_id: crypto.randomUUID(), cartItem: { sku: 'TEA', qty: 1 } });
/** Bodies that an HTML form or a script can send without a preflight. */
const forms: readonly (readonly [string, string])[] = [
  ['text/plain', body],
  ['text/plain; charset=utf-8', `${body.slice(0, -1)},"a=":1}`],
  ['application/x-www-form-urlencoded', `sku=TEA&qty=1&_method=POST&${encodeURIComponent(body)}=`],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="sku"\r\n\r\nTEA\r\n--x--\r\n',
  ],
  ['text/plain, application/json', body],
  ['application/jsonx', body],
  ['', body],
];
const writing = endpoints
  // Providers call it from any origin; a signature identifies them (T17).
  .filter(({ method, name }) => method !== 'GET' && name !== 'webHook')
  .map(({ method, path }) => ({ method, path: path.replace('{provider}', 'card').replace(/\{\w+\}/g, '1') }));

test('every writing endpoint refuses form-encoded requests and changes nothing (T10)', async ({ task }) => {
  const before = await databaseFingerprint(shop.db);
  const accepted: string[] = [];
  let attempts = 0;
  for (const [at, { method, path }] of writing.entries()) {
    for (const [formIndex, [type, sent]] of forms.entries()) {
      for (const from of isLong ? foreign : [foreign[(at + formIndex) % foreign.length]!]) {
        const headers = { cookie, 'x-forwarded-for': freshAddress(), ...from };
        const bytes = new TextEncoder().encode(sent);
        const response = await fetch(shop.origin + path, {
          method,
          body: bytes,
          headers: { ...headers, ...(type && { 'content-type': type }) },
        });
        await response.arrayBuffer();
        attempts += 1;
        if (response.status < 400 || response.status >= 500)
          accepted.push(`${method} ${path} as ${type}: ${response.status}`);
        if (response.headers.getSetCookie().length > 0)
          accepted.push(`${method} ${path} as ${type} sets a cookie`);
      }
    }
  }
  expect(accepted).toEqual([]);
  expect(await databaseFingerprint(shop.db)).toEqual(before);
  task.meta.attempts = attempts;
});

test('a GET on a writing path, and a method override in a header or field, change nothing (T10)', async ({
  task,
}) => {
  const before = await databaseFingerprint(shop.db);
  const done: string[] = [];
  const paths = [...new Set(writing.map(({ path }) => path))];
  const reads = new Set(
    endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path.replace(/\{\w+\}/g, '1')),
  );
  const requests = paths.flatMap((path) =>
    ['POST', 'DELETE', 'PUT'].flatMap((override) => [
      [path, { 'x-http-method-override': override }] as const,
      [path, { 'x-http-method': override, 'x-method-override': override }] as const,
      [`${path}?_method=${override}&method=${override}&sku=TEA&qty=1`, {}] as const,
    ]),
  );
  for (const [path, headers] of requests) {
    for (const method of ['GET', 'HEAD']) {
      const from = { cookie, 'x-forwarded-for': freshAddress(), ...evil };
      const response = await fetch(shop.origin + path, { method, headers: { ...from, ...headers } });
      await response.arrayBuffer();
      const { status } = response;
      const mayRead = reads.has(path.split('?', 1)[0]!);
      if (status < 400 && !mayRead) done.push(`${method} ${path}: ${status}`);
    }
  }
  expect(done).toEqual([]);
  expect(await databaseFingerprint(shop.db)).toEqual(before);
  task.meta.attempts = requests.length * 2;
});

describe('payment cookie', () => {
  const paymentDetails = () => ({ checkoutReference: paying.reference, grand_total: 120 });
  const paymentStatus = async (headers: Record<string, string>) => {
    const { status, body } = await shop.get(`/api/payments/card/status?ref=${paying.reference}`, headers);
    return { status, result: body.result, problem: body.meta?.problem };
  };

  test('the payment cookie grants access in its own browser and to no cross-site page (T10)', async ({
    task,
  }) => {
    expect((await paymentStatus({ cookie })).status).toBe(200);
    expect(
      (await paymentStatus({ cookie, origin: shop.origin, 'sec-fetch-site': 'same-origin' })).status,
    ).toBe(200);
    const stranger = await paymentStatus({});
    for (const headers of foreign.slice(0, 5)) {
      expect([headers, await paymentStatus({ cookie, ...headers })]).toEqual([headers, stranger]);
      const bare = {
        ...paying.cart,
        post: (path: string, body = {}) => shop.post(path, body, { cookie, ...headers }),
      };
      expect((await handOver(bare, 'card', paymentDetails())).status).toBe(401);
    }
    task.meta.attempts = 10;
  });
});

test('a cross-site login form logs in no user and leaves the victim’s session unchanged (T10)', async ({
  task,
}) => {
  const attacker = await logInPerson(shop);
  const secret = { username: attacker.email, password: 'Kettle-and-Rusks-7' };
  for (const headers of foreign) {
    const response = await shop.post('/api/user/login', secret, { cookie, 'x-clientid': 'web', ...headers });
    expect([headers, response.status, response.headers.getSetCookie()]).toEqual([headers, 403, []]);
  }
  const { body } = await victim.request('GET', '/api/user/me');
  expect(body.result.email).toBe(victim.email);
  task.meta.attempts = foreign.length;
});
