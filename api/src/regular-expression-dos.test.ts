import { endpoints } from '@fynbos/core/endpoints.ts';
import { behindProxy, capeTown, freshAddress, password } from '@fynbos/test-kit/accounts/customers.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { isLong } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schemaCheck } from './platform/json/schema-validator.ts';
import { pathPattern } from './route.ts';

/** Texts on which a vulnerable regular expression backtracks for seconds (ReDoS). */

let shop: TestShop;
beforeAll(async () => {
  const settings = { ...behindProxy, PRICE_TIERS: 'on', TOKEN_IN_HEADER: 'off' };
  const products = 'sku,name,price_incl_tax,tax_class,qty\nTEA,Rooibos tea 6 x 330 g,59.99,standard,5\n';
  shop = await openSmallShop({ 'products.csv': products }, settings);
});
afterAll(() => shop.close());

/** Each begins with valid text, repeats it, and ends with invalid text. */
const corpus: readonly ((length: number) => string)[] = [
  (length) => `${'a'.repeat(length)}!`,
  (length) => `${' '.repeat(length)}x`,
  (length) => `x${' '.repeat(length)}x`,
  (length) => `${'1'.repeat(length)}x`,
  (length) => `${'1,'.repeat(length / 2)}x`,
  (length) => `${'0.'.repeat(length / 2)}x`,
  (length) => `${'/'.repeat(length)}x`,
  (length) => `${'-'.repeat(length)}x`,
  (length) => `a@${'a.'.repeat(length / 2)}!`,
  (length) => `a@${'a-'.repeat(length / 2)}`,
  (length) => `+27${' ()'.repeat(length / 3)}x`,
  (length) => `${'p. '.repeat(length / 3)}o box`,
  (length) => `${'<'.repeat(length)}`,
  (length) => `${'<a '.repeat(length / 3)}`,
  (length) => `${'6 x '.repeat(length / 4)}330`,
  (length) => `${'%25'.repeat(length / 3)}%`,
  (length) => `${'(a+)+$'.repeat(length / 6)}`,
];

const headers = [
  ...[
    'accept',
    'accept-encoding',
    'accept-language',
    'authorization',
    'cookie',
    'origin',
    'referer',
    'range',
  ],
  ...[
    'user-agent',
    'if-none-match',
    'if-modified-since',
    'x-clientid',
    'x-cart-token',
    'x-request-id',
    'x-forwarded-for',
  ],
  ...['x-forwarded-proto', 'forwarded', 'traceparent', 'idempotency-key', 'cache-control', 'sec-fetch-site'],
];

interface Place {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

/** Returns the hostile text, shortened to the length the field accepts. */
type Text = (maxLength: number) => string;

const senderAddress = 'asks@example.co.za';
const named = { firstname: 'Thandi', lastname: 'Nkosi' };

/**
 * Every request that carries text, with the hostile text in it. Each is as long as the field accepts, and
 * needs no login.
 */
const places: readonly ((text: Text) => Place | Promise<Place>)[] = [
  (text) => post('/api/user/login', { username: text(255), password: text(1024) }),
  (text) =>
    post('/api/user/create', {
      customer: { email: text(255), firstname: text(255), lastname: text(255) },
      password,
    }),
  (text) =>
    post('/api/user/create', {
      customer: {
        ...{ email: `a${Math.random()}@example.co.za`, ...named },
        addresses: [
          {
            ...{ ...capeTown, telephone: text(255), postcode: text(255), vat_id: text(255) },
            street: [text(255), text(255)],
          },
        ],
      },
      password,
    }),
  (text) =>
    post('/api/user/create', {
      customer: { email: `a${Math.random()}@example.co.za`, ...named },
      password: text(128),
      locale: text(10),
    }),
  (text) => post('/api/user/reset-password', { email: text(255) }),
  (text) => post('/api/newsletter/subscribe', { email: text(254) }),
  (text) =>
    post('/api/ext/mail-service/send-email', {
      token: text(500),
      sourceAddress: text(254),
      subject: text(200),
      emailText: text(5000),
    }),
  async (text) => {
    const headers = { 'x-forwarded-for': freshAddress() };
    const token: string = (await shop.get('/api/ext/mail-service/get-token', headers)).body.result;
    const contactMessage = { token, sourceAddress: senderAddress, subject: text(200), emailText: text(5000) };
    return { ...post('/api/ext/mail-service/send-email', contactMessage), headers };
  },
  (text) =>
    post('/api/review/create', {
      review: { product_id: 1, title: text(120), detail: text(4000), nickname: text(60), rating: 5 },
    }),
  (text) => post('/api/order/find', { orderNumber: text(30), email: text(255) }),
  (text) => post('/api/order/find', { orderNumber: '100001', email: text(255) }),
  (text) =>
    post('/api/catalog/fynbos/product/_search', {
      ...{ text: text(1000), sort: text(500) },
      filters: { name: { like: text(4000) } },
    }),
  (text) => post('/api/catalog/fynbos/cms_page/_search', { filters: { identifier: text(4000) } }),
  (text) => post('/api/url/map', { url: text(2000) }),
  (text) => get('/api/search/suggest', { text: text(200) }),
  (text) =>
    get('/api/catalog/fynbos/product/_search', { q: text(400), sort: text(400), _source_include: text(400) }),
  (text) =>
    get('/api/product/render-list', { skus: text(maxQueryLength), currencyCode: 'ZAR', storeId: '1' }),
  (text) =>
    get('/api/product/render-list', { skus: 'TEA', currencyCode: text(maxQueryLength), storeId: '1' }),
  (text) => get('/api/stock/list', { skus: text(maxQueryLength) }),
  (text) => get('/api/cart/pull', { cartId: text(200) }),
  (text) => get('/api/cart/pull', { token: text(1000) }),
  (text) => ({
    ...{ method: 'GET', path: '/api/user/me' },
    headers: { authorization: `Bearer ${text(maxQueryLength)}`.trim() },
  }),
  (text) => ({
    ...post('/api/user/refresh', {}),
    headers: { cookie: `fynbos-refresh=${text(maxQueryLength)}`.trim(), origin: shop.origin },
  }),
  (text) => get('/img', { url: text(1000), width: '150', height: '150', action: 'fit' }),
  (text) => get('/api/account/GetUserIDFromPasswordLink', { forgotPasswordHash: text(1024) }),
  (text) => ({ method: 'GET', path: `/api/${encodeURIComponent(text(300))}` }),
];

function post(path: string, body: object): Place {
  return { method: 'POST', path, body };
}

function get(path: string, query: Record<string, string>): Place {
  return { method: 'GET', path: `${path}?${new URLSearchParams(query)}` };
}

/**
 * The limit of an address and of a header. Percent-encoding makes text up to three times as long in an
 * address.
 */
const maxHeaderLength = 4500;
const maxQueryLength = maxHeaderLength / 3;

/** The beginning and the end of a text, cut to the maximum length. */
const fitted = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : text.slice(0, maxLength - 5) + text.slice(-5);

/** The lengths to test: the longest text a field accepts and, in the long run only, fixed lengths. */
const sizes: readonly ((make: (length: number) => string) => Text)[] = [
  (make) => (maxLength) => fitted(make(maxLength), maxLength),
  ...(isLong
    ? [
        (make: (length: number) => string) => (maxLength: number) =>
          fitted(make(254), Math.min(maxLength, 254)),
        (make: (length: number) => string) => (maxLength: number) =>
          fitted(make(1000), Math.min(maxLength, 1000)),
      ]
    : []),
];
const tooLong = 20_000;

/** Whether the endpoint's schema accepts the request. No pattern reads a request that the schema rejects. */
function fitsSchema({ method, path, body }: Place): boolean {
  const [place, query] = path.split('?');
  const endpoint = endpoints.find(
    (candidate) => candidate.method === method && pathPattern(candidate).test(place!),
  );
  if (!endpoint) return true;
  const queryParams = Object.fromEntries(new URLSearchParams(query));
  return schemaCheck(endpoint.query, 'text')(queryParams) && schemaCheck(endpoint.body, 'json')(body ?? {});
}

describe('regular expressions on hostile text (T15)', () => {
  test(`${corpus.length} texts in ${headers.length} headers and ${isLong ? places.length : Math.ceil(places.length / 3)} calls each get a prompt response`, {
    timeout: 120_000,
  }, async ({ task }) => {
    let requestCount = 0;
    const late: string[] = [];
    const unread: string[] = [];
    async function send({ method, path, body, headers }: Place, label: string): Promise<number> {
      const begun = performance.now();
      const sent = { 'x-forwarded-for': freshAddress(), ...headers };
      const { status } = method === 'GET' ? await shop.get(path, sent) : await shop.post(path, body, sent);
      const took = performance.now() - begun;
      // Passwords are hashed, and the response about a forgotten password is delayed on purpose.
      if (took > 1000) late.push(`${label}: ${Math.round(took)} ms`);
      expect(status, label).toBeLessThan(500);
      requestCount++;
      return status;
    }
    for (const [at, make] of corpus.entries()) {
      for (const name of headers) {
        const headers = { [name]: make(3 * maxHeaderLength).trim() };
        await send({ ...get('/api/search/suggest', { text: 'tea' }), headers }, `${name} ${at}`);
      }
      for (const [number, place] of places.entries()) {
        // The short form sends each text to a third of the places, and to each place a third of the texts.
        if (!isLong && (at + number) % 3 > 0) continue;
        const { method, path } = await place(() => 'x');
        const label = `${method} ${path} ${number}, text ${at}`;
        for (const size of sizes) {
          const target = await place(size(make));
          const status = await send(target, label);
          if (status === 429 || (status === 400 && !fitsSchema(target))) unread.push(`${label}: ${status}`);
        }
        const isHeldBack = method === 'GET' ? !isLong : !isLong && at % 4 > 0;
        if (!isHeldBack)
          await send(await place(() => make(method === 'GET' ? maxHeaderLength : tooLong)), label);
      }
    }
    // A text that a schema or a rate limit rejects tests none of the patterns behind it.
    expect(unread).toEqual([]);
    if (isLong) expect(late).toEqual([]);
    task.meta.attempts = requestCount;
  });
});
