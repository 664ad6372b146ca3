import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { behindProxy, capeTown, freshAddress, password } from './accounts/testing/people.ts';
import { isLong } from './testing/long.ts';
import { openTestShop, type TestShop } from './testing/shop.ts';

/** Text on which a careless pattern works for seconds, wherever the shop reads text by patterns. */

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop('', undefined, { ...behindProxy, PRICE_TIERS: 'on' });
});
afterAll(() => shop.close());

/** Each begins well, goes on for long, and ends wrong. */
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
  ...['user-agent', 'if-none-match', 'if-modified-since', 'x-clientid', 'x-request-id', 'x-forwarded-for'],
  ...['x-forwarded-proto', 'forwarded', 'traceparent', 'idempotency-key', 'cache-control', 'sec-fetch-site'],
];

interface Place {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

/** Where text is read, with this text in it; as long as the place takes, and as anybody could send. */
const places: readonly ((text: string) => Place)[] = [
  (text) => post('/api/user/login', { username: text, password: text }),
  (text) =>
    post('/api/user/create', { customer: { email: text, firstname: text, lastname: text }, password }),
  (text) =>
    post('/api/user/create', {
      customer: {
        email: `a${Math.random()}@example.co.za`,
        firstname: 'Thandi',
        lastname: 'Nkosi',
        addresses: [{ ...capeTown, telephone: text, postcode: text, street: [text, text], vat_id: text }],
      },
      password,
    }),
  (text) => post('/api/user/reset-password', { email: text }),
  (text) => post('/api/newsletter/subscribe', { email: text }),
  (text) =>
    post('/api/ext/mail-service/send-email', {
      token: text,
      sourceAddress: text,
      subject: text,
      emailText: text,
    }),
  (text) =>
    post('/api/review/create', {
      review: { product_id: 1, title: text, detail: text, nickname: text, rating: 5 },
    }),
  (text) => post('/api/order/find', { number: text, email: text }),
  (text) =>
    post('/api/catalog/fynbos/product/_search', { text, sort: text, filters: { name: { like: text } } }),
  (text) => post('/api/catalog/fynbos/cms_page/_search', { filters: { identifier: text } }),
  (text) => post('/api/url/map', { url: text }),
  (text) => get('/api/search/suggest', { text }),
  (text) => get('/api/catalog/fynbos/product/_search', { q: text, sort: text, _source_include: text }),
  (text) => get('/api/product/render-list', { skus: text, currencyCode: text }),
  (text) => get('/api/stock/list', { skus: text }),
  (text) => get('/api/cart/pull', { cartId: text, token: text }),
  (text) => get('/img', { url: text, width: '150', height: '150', action: 'fit' }),
  (text) => get('/api/account/GetUserIDFromPasswordLink', { forgotPasswordHash: text }),
  (text) => ({ method: 'GET', path: `/api/${encodeURIComponent(text)}` }),
];

function post(path: string, body: object): Place {
  return { method: 'POST', path, body };
}

function get(path: string, query: Record<string, string>): Place {
  return { method: 'GET', path: `${path}?${new URLSearchParams(query)}` };
}

/** An address and a header may be so long. */
const inLine = 4500;
/** The lengths that fields end at, and one that no field takes. */
const inBody = [255, 1000, 4000, 20_000];

describe('text that patterns stumble over (T15)', () => {
  test(`${corpus.length} texts in ${headers.length} headers and ${places.length} calls: an answer to each, at once`, {
    timeout: 120_000,
  }, async ({ task }) => {
    let tried = 0;
    const late: string[] = [];
    async function send({ method, path, body }: Place, more: Record<string, string>, what: string) {
      const begun = performance.now();
      const sent = { 'x-forwarded-for': freshAddress(), ...more };
      const { status } = method === 'GET' ? await shop.get(path, sent) : await shop.post(path, body, sent);
      const took = performance.now() - begun;
      // Passwords are hashed, and the answer about a forgotten one takes its time.
      if (took > 1000) late.push(`${what}: ${Math.round(took)} ms`);
      expect(status, what).toBeLessThan(500);
      tried++;
    }
    for (const [at, make] of corpus.entries()) {
      for (const name of headers) {
        await send(
          get('/api/search/suggest', { text: 'tea' }),
          { [name]: make(3 * inLine).trim() },
          `${name} ${at}`,
        );
      }
      for (const [number, place] of places.entries()) {
        const isBody = place('x').method === 'POST';
        const lengths = isBody ? (isLong ? inBody : [inBody[at % inBody.length]!]) : [200];
        for (const length of lengths)
          await send(place(make(length)), {}, `${place('x').path} ${number} ${at}`);
        if (!isBody && isLong) await send(place(make(inLine)), {}, `${place('x').path} ${number} ${at}`);
      }
    }
    if (isLong) expect(late).toEqual([]);
    task.meta.tried = tried;
  });
});
