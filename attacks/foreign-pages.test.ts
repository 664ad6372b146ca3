import { behindProxy, freshAddress, logInPerson, type Person } from '@fynbos/api/accounts/testing/people.ts';
import { newCart } from '@fynbos/api/cart/testing/guest.ts';
import { handOver, type Payer, payer, payingFiles } from '@fynbos/api/payments/testing/paying.ts';
import { isLong } from '@fynbos/api/testing/long.ts';
import { openPayingShop, type PayingShop } from '@fynbos/api/testing/paying-shop.ts';
import { endpoints } from '@fynbos/core/endpoints.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whatIsKept } from './what-is-kept.ts';

/** A page of somebody else makes a browser send what browsers send without asking first, with our cookies (T10). */
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
  const cookies = login.headers.getSetCookie().map((one) => one.split(';')[0]);
  cookie = [...cookies, paying.cookie, 'fynbos-locale=de-DE'].join('; ');
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
/** What a form can send, or a script without being asked about. */
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
  // Providers call it from anywhere: its own signatures say who they are (T17).
  .filter(({ method, name }) => method !== 'GET' && name !== 'webHook')
  .map(({ method, path }) => ({ method, path: path.replace('{provider}', 'card').replace(/\{\w+\}/g, '1') }));

test('what a form can send is refused by every call that writes, and changes nothing (T10)', async ({
  task,
}) => {
  const before = await whatIsKept(shop.db);
  const taken: string[] = [];
  let tried = 0;
  for (const [at, { method, path }] of writing.entries()) {
    for (const [way, [type, sent]] of forms.entries()) {
      for (const from of isLong ? foreign : [foreign[(at + way) % foreign.length]!]) {
        const headers = { cookie, 'x-forwarded-for': freshAddress(), ...from };
        const bytes = new TextEncoder().encode(sent);
        const answer = await fetch(shop.origin + path, {
          method,
          body: bytes,
          headers: { ...headers, ...(type && { 'content-type': type }) },
        });
        await answer.arrayBuffer();
        tried += 1;
        if (answer.status < 400 || answer.status >= 500)
          taken.push(`${method} ${path} as ${type}: ${answer.status}`);
        if (answer.headers.getSetCookie().length > 0)
          taken.push(`${method} ${path} as ${type} sets a cookie`);
      }
    }
  }
  expect(taken).toEqual([]);
  expect(await whatIsKept(shop.db)).toEqual(before);
  task.meta.tried = tried;
});

test('reading a path that writes, and a method said in a header or a field, do nothing (T10)', async ({
  task,
}) => {
  const before = await whatIsKept(shop.db);
  const done: string[] = [];
  const paths = [...new Set(writing.map(({ path }) => path))];
  const reads = new Set(
    endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path.replace(/\{\w+\}/g, '1')),
  );
  const asked = paths.flatMap((path) =>
    ['POST', 'DELETE', 'PUT'].flatMap((wanted) => [
      [path, { 'x-http-method-override': wanted }] as const,
      [path, { 'x-http-method': wanted, 'x-method-override': wanted }] as const,
      [`${path}?_method=${wanted}&method=${wanted}&sku=TEA&qty=1`, {}] as const,
    ]),
  );
  for (const [path, headers] of asked) {
    for (const method of ['GET', 'HEAD']) {
      const from = { cookie, 'x-forwarded-for': freshAddress(), ...evil };
      const answer = await fetch(shop.origin + path, { method, headers: { ...from, ...headers } });
      await answer.arrayBuffer();
      const { status } = answer;
      const mayRead = reads.has(path.split('?', 1)[0]!);
      if (status < 400 && !mayRead) done.push(`${method} ${path}: ${status}`);
    }
  }
  expect(done).toEqual([]);
  expect(await whatIsKept(shop.db)).toEqual(before);
  task.meta.tried = asked.length * 2;
});

describe('the cookie of a payment', () => {
  const asked = () => ({ checkoutReference: paying.reference, grand_total: 120 });
  const nobody = async (headers: Record<string, string>) => {
    const { status, body } = await shop.get(`/api/payments/card/status?ref=${paying.reference}`, headers);
    return { status, result: body.result, problem: body.meta?.problem };
  };

  test('opens it for its own browser, and for no page of somebody else (T10)', async ({ task }) => {
    expect((await nobody({ cookie })).status).toBe(200);
    expect((await nobody({ cookie, origin: shop.origin, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    const stranger = await nobody({});
    for (const headers of foreign.slice(0, 5)) {
      expect([headers, await nobody({ cookie, ...headers })]).toEqual([headers, stranger]);
      const bare = {
        ...paying.cart,
        post: (path: string, body = {}) => shop.post(path, body, { cookie, ...headers }),
      };
      expect((await handOver(bare, 'card', asked())).status).toBe(401);
    }
    task.meta.tried = 10;
  });
});

test('a stranger’s login form logs nobody in, and the victim stays who they were (T10)', async ({ task }) => {
  const attacker = await logInPerson(shop);
  const secret = { username: attacker.email, password: 'Kettle-and-Rusks-7' };
  for (const headers of foreign) {
    const answer = await shop.post('/api/user/login', secret, { cookie, 'x-clientid': 'web', ...headers });
    expect([headers, answer.status, answer.headers.getSetCookie()]).toEqual([headers, 403, []]);
  }
  const { body } = await victim.request('GET', '/api/user/me');
  expect(body.result.email).toBe(victim.email);
  task.meta.tried = foreign.length;
});
