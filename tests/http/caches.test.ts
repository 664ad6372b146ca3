import { request } from 'node:http';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { isLong } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withEach } from '../e2e/fixtures/html-client.ts';
import { besides, calls, pages, refused, sendTo } from './all-requests.ts';
import { type CachingProxy, openCachingProxy } from './caching-proxy.ts';
import { newEmail, nextClientIp, password, send } from './customers.ts';

/**
 * Caches between the shop and its visitors, and the shop's own: no visitor receives another visitor's data
 * (T12).
 */
let shop: WebShop;
let proxy: CachingProxy;
beforeAll(async () => {
  shop = await openWebShop({
    OUTPUT_CACHE_TAGS: 'on',
    MULTISTORE: 'on',
    PRICE_TIERS: 'on',
    API_MODE: 'graphql',
  });
  proxy = await openCachingProxy(shop.origin);
});
afterAll(async () => {
  await proxy?.close();
  await shop?.close();
});

const timeoutMs = isLong ? 600_000 : 180_000;

/** A visitor with a unique name and secrets. */
interface Visitor {
  headers: Record<string, string>;
  /** Values that only this visitor may see. */
  canaries: string[];
}

async function visitor(label: string): Promise<Visitor> {
  const email = newEmail().replace('@', `.${label}@`);
  const customer = { email, firstname: `Canary${label}`, lastname: `Secret${label}` };
  await send(shop, '/api/user/create', { customer, password });
  const token = await send(shop, '/api/user/login', { username: email, password });
  const authorization = `Bearer ${token}`;
  const cart = await send(shop, '/api/cart/create', {}, { authorization });
  const [refresh, locale] = [`fynbos-refresh=${label}${'x'.repeat(40)}`, 'fynbos-locale=en-ZA'];
  return {
    headers: { authorization, 'x-cart-token': cart, cookie: `${refresh}; ${locale}` },
    canaries: [email, customer.firstname, customer.lastname, token, cart, refresh.slice(15)],
  };
}

test(
  "no visitor receives another visitor's data through a shared cache, in any order of requests (T12)",
  async ({ task }) => {
    const visitors = [await visitor('one'), await visitor('two'), { headers: {}, canaries: [] }];
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ];
    const reading = [...pages, ...besides, ...calls.filter(({ method }) => method === 'GET')];
    const leaks: string[] = [];
    let attempts = 0;
    for (const [round, order] of orders.entries()) {
      const selected = reading.filter((spec, at) => isLong || at % (pages.includes(spec) ? 24 : 3) === round);
      await withEach([...selected], async (spec) => {
        for (const index of order) {
          const { headers } = visitors[index]!;
          const response = await sendTo(proxy.origin, spec, { 'x-round': `${round}`, ...headers });
          const received = [...response.headers].join() + (await response.text());
          attempts += 1;
          const otherCanaries = visitors
            .filter((_, otherIndex) => otherIndex !== index)
            .flatMap(({ canaries }) => canaries);
          const seen = otherCanaries.filter((canary) => received.includes(canary));
          if (seen.length > 0) leaks.push(`${spec.path}: visitor ${index} of ${order} sees ${seen}`);
        }
      });
    }
    expect(leaks).toEqual([]);
    expect((await send(shop, '/api/user/me', undefined, visitors[0]!.headers)) as unknown).toMatchObject({
      firstname: 'Canaryone',
    });
    // The cache was used: public responses came from it.
    expect(proxy.hits).toBeGreaterThan(0);
    task.meta.attempts = attempts;
  },
  timeoutMs,
);

const evil = 'evil-canary.example';
const poison: readonly (readonly [string, string])[] = [
  ...[
    ...['X-Forwarded-Host', 'X-Forwarded-Server', 'X-Host', 'X-Original-Host', 'X-HTTP-Host-Override'],
    ...[
      'X-Forwarded-For',
      'X-Real-IP',
      'X-Client-IP',
      'True-Client-IP',
      'CF-Connecting-IP',
      'Client-IP',
      'Via',
    ],
    ...[
      'Referer',
      'Origin',
      'User-Agent',
      'From',
      'X-Wap-Profile',
      'X-ClientInfo',
      'X-ClientId',
      'X-Visitor',
    ],
    ...['X-Request-Id', 'Traceparent', 'Tracestate', 'Accept', 'Range', 'If-None-Match', 'X-Vs-Store-Code'],
  ].map((name) => [name, evil] as const),
  ['Accept-Language', evil],
  ['Accept-Language', 'de-DE'],
  ['Forwarded', `for=${evil};host=${evil};proto=https`],
  ...[
    ['X-Forwarded-Proto', 'gopher'],
    ['X-Forwarded-Scheme', 'http'],
    ['X-Forwarded-Port', '1'],
    ['X-Forwarded-Prefix', `/${evil}`],
    ['X-Original-URL', `/${evil}`],
    ['X-Rewrite-URL', '/my-account'],
    ['X-HTTP-Method-Override', 'POST'],
    ['X-HTTP-Method', 'DELETE'],
    ['X-React-Router-SPA-Mode', 'yes'],
    ['X-React-Router-Prerender-Data', `["${evil}"]`],
    ['X-Remix-Redirect', `https://${evil}/`],
    ['X-Remix-Reload-Document', 'yes'],
    ['X-Middleware-Prefetch', '1'],
    ['X-Vs-Store-Code', 'de'],
    ['Cookie', `fynbos-locale=${evil}`],
    ['Cookie', `_ga=${evil}; fynbos-low-data=${evil}`],
    ['Upgrade-Insecure-Requests', evil],
  ].map(([name, value]) => [name!, value!] as const),
];

/** Sends a raw request, with any header spelling and any Host header an attacker may use. */
function rawGet(origin: string, path: string, headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    head: string;
    body: string;
  }>();
  const outgoing = request(
    origin + path,
    { headers: { host: 'shop.example', 'accept-encoding': 'identity', ...headers } },
    (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          head: JSON.stringify(incoming.headers),
          body: Buffer.concat(chunks).toString(),
        }),
      );
    },
  );
  outgoing.on('error', reject).end();
  return promise;
}

/** The headers in groups of six or fewer, in which each name occurs once. */
function groupsOf(headers: typeof poison): (readonly [string, string])[][] {
  const groups: (readonly [string, string])[][] = [];
  for (const header of headers) {
    const isFree = (group: typeof poison) => group.length < 6 && group.every(([name]) => name !== header[0]);
    const group = groups.find(isFree);
    if (group) group.push(header);
    else groups.push([header]);
  }
  return groups;
}

/** Elements of a page in a stable order: the order in its head depends on which part was ready first. */
const sortedElements = ({ body }: { body: string }) => body.split('<').sort().join('<');

describe('a header that is not part of the cache key', () => {
  test(
    `does not change what other visitors receive, ${poison.length} headers (T12)`,
    async ({ task }) => {
      const { items: unasked } = await search(3 * poison.length);
      const shared = [
        '/',
        '/pantry',
        '/_root.data',
        '/robots.txt',
        '/sitemap.xml',
        '/api/seller',
        '/api/cart/fulfilment-config',
      ];
      const apiPaths = [
        '/api/product/render-list?skus=TEA-ROOIBOS&currencyCode=ZAR&storeId=1',
        '/api/stock/check/TEA-ROOIBOS',
      ];
      const wrong: string[] = [];
      let attempts = 0;
      const check = async (place: string, headers: Record<string, string>) => {
        const before = await rawGet(shop.origin, place, { cookie: 'x=1' });
        const poisoned = await rawGet(proxy.origin, place, headers);
        const after = await rawGet(proxy.origin, place);
        const next = await rawGet(shop.origin, place);
        attempts += Object.keys(headers).length;
        const label = `${Object.keys(headers)} at ${place}`;
        const expected = sortedElements(before);
        if (after.status !== before.status || sortedElements(after) !== expected)
          wrong.push(`${label}: changed`);
        if (sortedElements(next) !== expected) wrong.push(`${label}: changed in the shop's own cache`);
        for (const received of [after, next])
          if ((received.head + received.body).includes(evil)) wrong.push(`${label}: kept`);
        if (poisoned.body.includes(evil) && !/no-store|private/.test(poisoned.head))
          wrong.push(`${label}: reflected`);
        if (poisoned.status >= 500) wrong.push(`${label}: ${poisoned.status}`);
        return poisoned.status === before.status;
      };
      // An address not requested before: the next request would find the response to the poisoned one.
      const unaskedPath = () => `/${unasked.pop()!.url_path}`;
      const more = [...shared, ...apiPaths];
      await withEach([...groupsOf(poison).entries()], async ([at, group]) => {
        // A refused request would hide the effect of the other headers.
        const isServed = !isLong && (await check(unaskedPath(), Object.fromEntries(group)));
        for (const header of isServed ? [] : group) await check(unaskedPath(), Object.fromEntries([header]));
        for (const place of isLong ? more : [more[at % more.length]!, `${unaskedPath()}.data`])
          for (const header of isLong ? group.map((single) => [single]) : [group])
            await check(place, Object.fromEntries(header));
      });
      expect(wrong).toEqual([]);
      task.meta.attempts = attempts;
    },
    timeoutMs,
  );

  async function search(size: number): Promise<{ items: { url_path: string }[] }> {
    const query = `request=${encodeURIComponent('{"filters":{"type_id":"simple","visibility":{"in":[4]}}}')}`;
    const response = await fetch(`${shop.origin}/api/catalog/fynbos/product/_search?${query}&size=${size}`);
    return (await response.json()) as never;
  }
});

test('a private page is never cached as a file because of the suffix of its address (T12)', async ({
  task,
}) => {
  const { headers, canaries } = await visitor('three');
  const privatePaths = [
    '/my-account',
    '/my-account/orders',
    '/my-account/profile',
    '/api/user/me',
    '/api/cart/pull',
    '/order/status',
  ];
  const ends = [
    '/x.css',
    '/x.js',
    ';.css',
    ';x.css',
    '%2fx.css',
    '%2Fx.js',
    '/..%2fx.css',
    '%00.css',
    '%0ax.css',
    '/.css',
  ];
  const more = [
    '.css',
    '.js',
    '.png',
    '%3fx.css',
    '%23x.css',
    '/%2e%2e/x.css',
    '//x.css',
    '\\x.css',
    '.data/x.css',
    '/x.avif?',
  ];
  const wrong: string[] = [];
  const paths = privatePaths.flatMap((path) => [...ends, ...more].map((end) => path + end));
  await withEach(paths, async (path) => {
    const response = await rawGet(proxy.origin, path, headers);
    if (response.status !== 404 && response.status !== 400) wrong.push(`${path}: ${response.status}`);
    if (!response.head.includes('no-store')) wrong.push(`${path}: ${response.status} may be cached`);
    const anybody = await rawGet(proxy.origin, path);
    if (canaries.some((canary) => (anybody.head + anybody.body).includes(canary)))
      wrong.push(`${path}: kept`);
  });
  expect(wrong).toEqual([]);
  task.meta.attempts = paths.length;
});

test('no error response is cacheable, however malformed the address (T12)', async ({ task }) => {
  const wrong: string[] = [];
  for (const spec of refused) {
    const response = await sendTo(shop.origin, spec, { 'x-forwarded-for': nextClientIp() });
    await response.arrayBuffer();
    const isCacheable = !/no-store|private/.test(response.headers.get('cache-control') ?? '');
    if (response.status >= 400 && isCacheable)
      wrong.push(`${spec.method} ${spec.path.slice(0, 60)} ${response.status}`);
  }
  expect(wrong).toEqual([]);
  task.meta.attempts = refused.length;
});
