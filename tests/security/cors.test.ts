import { readConfig } from '@fynbos/api/config/config.ts';
import { endpoints } from '@fynbos/core/endpoints.ts';
import { logInPerson } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { strangeOrigins } from '@fynbos/test-kit/security/foreign-origins.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { isLong } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * An API with its own origin allows the shop's pages and no other origin (T11,
 * ADR-032).
 */
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

const shopOrigins = ['https://shop.example', 'https://de.shop.example'];
const strangers = [...strangeOrigins, ...['https://shop.example/', 'https://api.shop.example', ' ']];
const paths = [
  ...endpoints
    // Endpoints for proxies and monitoring are not for browsers.
    .filter(({ path }) => /^\/(api|img|graphql|invalidate)/.test(path))
    .map(({ method, path }) => ({ method, path: path.replace(/\{\w+\}|\*/g, '1') })),
  ...[
    { method: 'GET', path: '/api/nowhere' },
    { method: 'GET', path: '/api/%zz' },
  ],
];

function send(method: string, path: string, headers: Record<string, string>): Promise<Response> {
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
const corsHeadersOf = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control'));

test('foreign origins get no CORS headers, with and without preflight (T11)', async ({ task }) => {
  const wrong: string[] = [];
  let attempts = 0;
  for (const [at, { method, path }] of paths.entries()) {
    for (const origin of isLong ? strangers : [strangers[at % strangers.length]!, strangers[0]!]) {
      const responses = [
        await send(method, path, { origin }),
        await send('OPTIONS', path, { origin, ...before(method) }),
      ];
      attempts += responses.length;
      for (const response of responses) {
        await response.arrayBuffer();
        if (corsHeadersOf(response).length > 0)
          wrong.push(`${method} ${path} ${origin}: ${corsHeadersOf(response)}`);
        if (!/\bOrigin\b/.test(response.headers.get('vary') ?? '') && path !== '/api/%zz')
          wrong.push(`${method} ${path} ${response.status} does not vary`);
      }
      if (responses[1]!.status < 400) wrong.push(`OPTIONS ${path} ${origin}: ${responses[1]!.status}`);
    }
  }
  expect(wrong).toEqual([]);
  task.meta.attempts = attempts;
});

describe('CORS of the shop’s own pages', () => {
  test.each(shopOrigins)(
    '%s is the allowed origin of the preflight and of the response (T11)',
    async (origin) => {
      const wrong: string[] = [];
      for (const { method, path } of paths.slice(0, -1)) {
        const preflight = await send('OPTIONS', path, { origin, ...before(method) });
        const response = await send(method, path, { origin });
        await response.arrayBuffer();
        for (const { headers } of [preflight, response]) {
          const allowed = [
            headers.get('access-control-allow-origin'),
            headers.get('access-control-allow-credentials'),
          ];
          if (allowed.join() !== `${origin},true` || !/\bOrigin\b/.test(headers.get('vary') ?? ''))
            wrong.push(`${method} ${path}: ${allowed} ${headers.get('vary')}`);
        }
        if (preflight.status !== 204) wrong.push(`OPTIONS ${path} ${preflight.status}`);
        const methods = preflight.headers.get('access-control-allow-methods') ?? '';
        if (!methods.split(', ').includes(method)) wrong.push(`${method} ${path} is not among ${methods}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  test('shoppers of another own origin log in, shop, and stay logged in after a reload', async () => {
    const origin = shopOrigins[1]!;
    const { email } = await logInPerson(shop);
    const web = { origin, 'x-clientid': 'web', 'sec-fetch-site': 'same-site', 'x-forwarded-proto': 'https' };
    const secret = { username: email, password: 'Kettle-and-Rusks-7' };
    const login = await shop.post('/api/user/login', secret, web);
    expect([login.status, login.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
    const cookie = login.headers
      .getSetCookie()
      .find((header) => header.includes('refresh'))!
      .split(';')[0]!;
    expect((await shop.post('/api/user/refresh', {}, { ...web, cookie })).status).toBe(200);
    const cart = await newCart(shop, { origin });
    expect((await cart.update({ sku: 'TEA', qty: 1 })).headers.get('access-control-allow-origin')).toBe(
      origin,
    );
  });

  test('a foreign origin of the same site cannot use the refresh cookie (T10)', async ({ task }) => {
    const { email } = await logInPerson(shop);
    const secret = { username: email, password: 'Kettle-and-Rusks-7' };
    const login = await shop.post('/api/user/login', secret, {
      origin: shopOrigins[0]!,
      'x-clientid': 'web',
    });
    const cookie = login.headers
      .getSetCookie()
      .find((header) => header.includes('refresh'))!
      .split(';')[0]!;
    for (const origin of strangers) {
      const headers = { origin, cookie, 'sec-fetch-site': 'same-site' };
      expect([origin, (await shop.post('/api/user/refresh', {}, headers)).status]).toEqual([origin, 403]);
    }
    task.meta.attempts = strangers.length;
  });
});

test('PUBLIC_API_URL requires PUBLIC_URL', () => {
  expect(() => readConfig({ PUBLIC_API_URL: 'https://api.shop.example' })).toThrow(
    'PUBLIC_API_URL needs PUBLIC_URL',
  );
});
