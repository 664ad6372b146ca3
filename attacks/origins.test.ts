import { logInPerson } from '@fynbos/api/accounts/testing/people.ts';
import { newCart } from '@fynbos/api/cart/testing/guest.ts';
import { readConfig } from '@fynbos/api/config.ts';
import { isLong } from '@fynbos/api/testing/long.ts';
import type { TestShop } from '@fynbos/api/testing/shop.ts';
import { openSmallShop } from '@fynbos/api/testing/small-shop.ts';
import { strangeOrigins } from '@fynbos/api/testing/strange-origins.ts';
import { endpoints } from '@fynbos/core/endpoints.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** An API with an address of its own lets the shop's pages in, and nobody else's (T11, ADR-032). */
let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop(
    { 'products.csv': 'sku,name,price_incl_tax,tax_class,qty\nTEA,Tea,60.00,standard,9\n' },
    {
      ...{ PUBLIC_URL: 'https://shop.example', PUBLIC_API_URL: 'https://api.shop.example' },
      ...{ MULTISTORE: 'on', STORE_URLS: 'de=https://de.shop.example', TRUSTED_PROXIES: '127.0.0.1' },
    },
  );
});
afterAll(() => shop.close());

const own = ['https://shop.example', 'https://de.shop.example'];
const strangers = [...strangeOrigins, ...['https://shop.example/', 'https://api.shop.example', ' ']];
const paths = [
  ...endpoints
    // What proxies and figures ask is no shopper's.
    .filter(({ path }) => /^\/(api|img|graphql|invalidate)/.test(path))
    .map(({ method, path }) => ({ method, path: path.replace(/\{\w+\}|\*/g, '1') })),
  ...[
    { method: 'GET', path: '/api/nowhere' },
    { method: 'GET', path: '/api/%zz' },
  ],
];

function ask(method: string, path: string, headers: Record<string, string>): Promise<Response> {
  const body = method === 'POST' || method === 'DELETE' ? '{}' : undefined;
  return fetch(shop.origin + path, {
    method,
    body,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
  });
}

const before = (method: string) => ({
  'access-control-request-method': method,
  'access-control-request-headers': 'authorization,content-type,x-cart-token,x-clientid',
});
const saidBy = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control'));

test('strangers are let in nowhere, whatever they ask and beforehand (T11)', async ({ task }) => {
  const wrong: string[] = [];
  let tried = 0;
  for (const [at, { method, path }] of paths.entries()) {
    for (const origin of isLong ? strangers : [strangers[at % strangers.length]!, strangers[0]!]) {
      const answers = [
        await ask(method, path, { origin }),
        await ask('OPTIONS', path, { origin, ...before(method) }),
      ];
      tried += answers.length;
      for (const answer of answers) {
        await answer.arrayBuffer();
        if (saidBy(answer).length > 0) wrong.push(`${method} ${path} ${origin}: ${saidBy(answer)}`);
        if (!/\bOrigin\b/.test(answer.headers.get('vary') ?? '') && path !== '/api/%zz')
          wrong.push(`${method} ${path} ${answer.status} does not vary`);
      }
      if (answers[1]!.status < 400) wrong.push(`OPTIONS ${path} ${origin}: ${answers[1]!.status}`);
    }
  }
  expect(wrong).toEqual([]);
  task.meta.tried = tried;
});

describe('the shop’s own pages', () => {
  test.each(own)('%s is said back exactly, before a call and with its answer (T11)', async (origin) => {
    const wrong: string[] = [];
    for (const { method, path } of paths.slice(0, -1)) {
      const asked = await ask('OPTIONS', path, { origin, ...before(method) });
      const answer = await ask(method, path, { origin });
      await answer.arrayBuffer();
      for (const { headers } of [asked, answer]) {
        const so = [
          headers.get('access-control-allow-origin'),
          headers.get('access-control-allow-credentials'),
        ];
        if (so.join() !== `${origin},true` || !/\bOrigin\b/.test(headers.get('vary') ?? ''))
          wrong.push(`${method} ${path}: ${so} ${headers.get('vary')}`);
      }
      if (asked.status !== 204) wrong.push(`OPTIONS ${path} ${asked.status}`);
      const methods = asked.headers.get('access-control-allow-methods') ?? '';
      if (!methods.split(', ').includes(method)) wrong.push(`${method} ${path} is not among ${methods}`);
    }
    expect(wrong).toEqual([]);
  });

  test('log in from there, shop, and are known after a reload', async () => {
    const origin = own[1]!;
    const { email } = await logInPerson(shop);
    const web = { origin, 'x-clientid': 'web', 'sec-fetch-site': 'same-site', 'x-forwarded-proto': 'https' };
    const secret = { username: email, password: 'Kettle-and-Rusks-7' };
    const login = await shop.post('/api/user/login', secret, web);
    expect([login.status, login.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
    const cookie = login.headers
      .getSetCookie()
      .find((one) => one.includes('refresh'))!
      .split(';')[0]!;
    expect((await shop.post('/api/user/refresh', {}, { ...web, cookie })).status).toBe(200);
    const cart = await newCart(shop, { origin });
    expect((await cart.update({ sku: 'TEA', qty: 1 })).headers.get('access-control-allow-origin')).toBe(
      origin,
    );
  });

  test('a stranger of the same site still gets nothing from a cookie (T10)', async ({ task }) => {
    const { email } = await logInPerson(shop);
    const secret = { username: email, password: 'Kettle-and-Rusks-7' };
    const login = await shop.post('/api/user/login', secret, { origin: own[0]!, 'x-clientid': 'web' });
    const cookie = login.headers
      .getSetCookie()
      .find((one) => one.includes('refresh'))!
      .split(';')[0]!;
    for (const origin of strangers) {
      const asked = { origin, cookie, 'sec-fetch-site': 'same-site' };
      expect([origin, (await shop.post('/api/user/refresh', {}, asked)).status]).toEqual([origin, 403]);
    }
    task.meta.tried = strangers.length;
  });
});

test('an API elsewhere needs to know whose pages ask it', () => {
  expect(() => readConfig({ PUBLIC_API_URL: 'https://api.shop.example' })).toThrow(
    'PUBLIC_API_URL needs PUBLIC_URL',
  );
});
