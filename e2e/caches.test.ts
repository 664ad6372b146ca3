import { request } from 'node:http';
import { isLong } from '@fynbos/api/testing/long.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { besides, calls, pages, refused, sendTo } from './answers.ts';
import { type CachingProxy, openCachingProxy } from './caching-proxy.ts';
import { password } from './checkout-pages.ts';
import { machine, newEmail, send } from './customers.ts';
import { withEach } from './plain-http.ts';
import { type RunningShop, startShop } from './shop.ts';

/** Caches between the shop and its visitors, and the shop's own: nobody is shown what is somebody else's (T12). */
let shop: RunningShop;
let proxy: CachingProxy;
beforeAll(async () => {
  shop = await startShop({ OUTPUT_CACHE: 'on', MULTISTORE: 'on', PRICE_TIERS: 'on', API_MODE: 'graphql' });
  proxy = await openCachingProxy(shop.origin);
});
afterAll(async () => {
  await proxy?.close();
  await shop?.stop();
});

const patience = isLong ? 600_000 : 180_000;

/** Somebody with a name and secrets that nobody else has. */
interface Visitor {
  headers: Record<string, string>;
  /** What may be seen by them alone. */
  canaries: string[];
}

async function visitor(mark: string): Promise<Visitor> {
  const email = newEmail().replace('@', `.${mark}@`);
  const customer = { email, firstname: `Canary${mark}`, lastname: `Secret${mark}` };
  await send(shop, '/api/user/create', { customer, password });
  const token = await send(shop, '/api/user/login', { username: email, password });
  const authorization = `Bearer ${token}`;
  const cart = await send(shop, '/api/cart/create', {}, { authorization });
  const [refresh, locale] = [`fynbos-refresh=${mark}${'x'.repeat(40)}`, 'fynbos-locale=en-ZA'];
  return {
    headers: { authorization, 'x-cart-token': cart, cookie: `${refresh}; ${locale}` },
    canaries: [email, customer.firstname, customer.lastname, token, cart, refresh.slice(15)],
  };
}

test(
  'what one visitor is shown never comes to another, in whatever order they come (T12)',
  async ({ task }) => {
    const people = [await visitor('one'), await visitor('two'), { headers: {}, canaries: [] }];
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ];
    const reading = [...pages, ...besides, ...calls.filter(({ method }) => method === 'GET')];
    const leaks: string[] = [];
    let tried = 0;
    for (const [round, order] of orders.entries()) {
      const asked = reading.filter((one, at) => isLong || at % (pages.includes(one) ? 24 : 3) === round);
      await withEach([...asked], async (one) => {
        for (const who of order) {
          const { headers } = people[who]!;
          const answer = await sendTo(proxy.origin, one, { 'x-round': `${round}`, ...headers });
          const said = [...answer.headers].join() + (await answer.text());
          tried += 1;
          const others = people.filter((_, other) => other !== who).flatMap(({ canaries }) => canaries);
          const seen = others.filter((canary) => said.includes(canary));
          if (seen.length > 0) leaks.push(`${one.path}: visitor ${who} of ${order} sees ${seen}`);
        }
      });
    }
    expect(leaks).toEqual([]);
    expect((await send(shop, '/api/user/me', undefined, people[0]!.headers)) as unknown).toMatchObject({
      firstname: 'Canaryone',
    });
    // The cache was one: what is for everybody came out of it.
    expect(proxy.hits).toBeGreaterThan(0);
    task.meta.tried = tried;
  },
  patience,
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

/** As bytes, headers in whatever spelling, and a host as an attacker writes it. */
function rawGet(origin: string, path: string, headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    head: string;
    body: string;
  }>();
  const asked = request(
    origin + path,
    { headers: { host: 'shop.example', 'accept-encoding': 'identity', ...headers } },
    (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          head: JSON.stringify(answer.headers),
          body: Buffer.concat(chunks).toString(),
        }),
      );
    },
  );
  asked.on('error', reject).end();
  return promise;
}

/** What a page is made of: its head comes in one order or another, as its parts were ready. */
const piecesOf = ({ body }: { body: string }) => body.split('<').sort().join('<');

let tries = 0;

describe('a header that is no part of a page’s name', () => {
  test(
    `changes what nobody else is shown, ${poison.length} of them (T12)`,
    async ({ task }) => {
      // Others than those of an earlier try.
      const { items } = await search(poison.length * ++tries);
      const unasked = items.slice(-poison.length);
      const shared = [
        '/',
        '/pantry',
        '/_root.data',
        '/robots.txt',
        '/sitemap.xml',
        '/api/seller',
        '/api/cart/fulfilment-config',
      ];
      const asking = [
        '/api/product/render-list?skus=TEA-ROOIBOS&currencyCode=ZAR&storeId=1',
        '/api/stock/check/TEA-ROOIBOS',
      ];
      const wrong: string[] = [];
      let tried = 0;
      await withEach([...poison.entries()], async ([at, [name, value]]) => {
        // An address nobody has asked for: what the poisoned question leaves behind is what the next one finds.
        const own = `/${unasked[at]!.url_path}`;
        const more = [...shared, ...asking, `${own}.data`];
        const places = [own, ...(isLong ? more : [more[at % more.length]!])];
        for (const place of places) {
          const before = await rawGet(shop.origin, place, { cookie: 'x=1' });
          const poisoned = await rawGet(proxy.origin, place, { [name]: value });
          const after = await rawGet(proxy.origin, place);
          const next = await rawGet(shop.origin, place);
          tried += 1;
          const said = `${name} at ${place}`;
          if (after.status !== before.status || piecesOf(after) !== piecesOf(before))
            wrong.push(`${said}: changed`);
          if (piecesOf(next) !== piecesOf(before)) wrong.push(`${said}: changed in the shop's own cache`);
          for (const one of [after, next])
            if ((one.head + one.body).includes(evil)) wrong.push(`${said}: kept`);
          if (poisoned.body.includes(evil) && !/no-store|private/.test(poisoned.head))
            wrong.push(`${said}: said back`);
          if (poisoned.status >= 500) wrong.push(`${said}: ${poisoned.status}`);
        }
      });
      expect(wrong).toEqual([]);
      task.meta.tried = tried;
    },
    patience,
  );

  async function search(size: number): Promise<{ items: { url_path: string }[] }> {
    const query = `request=${encodeURIComponent('{"filters":{"type_id":"simple","visibility":{"in":[4]}}}')}`;
    const found = await fetch(`${shop.origin}/api/catalog/fynbos/product/_search?${query}&size=${size}`);
    return (await found.json()) as never;
  }
});

test('a page that is somebody’s does not become a file by the name it is asked for with (T12)', async ({
  task,
}) => {
  const { headers, canaries } = await visitor('three');
  const own = [
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
  const tries = own.flatMap((path) => [...ends, ...more].map((end) => path + end));
  await withEach(tries, async (path) => {
    const answer = await rawGet(proxy.origin, path, headers);
    if (answer.status !== 404 && answer.status !== 400) wrong.push(`${path}: ${answer.status}`);
    if (!answer.head.includes('no-store')) wrong.push(`${path}: ${answer.status} may be kept`);
    const anybody = await rawGet(proxy.origin, path);
    if (canaries.some((canary) => (anybody.head + anybody.body).includes(canary)))
      wrong.push(`${path}: kept`);
  });
  expect(wrong).toEqual([]);
  task.meta.tried = tries.length;
});

test('no refusal is kept, however an address is spoiled (T12)', async ({ task }) => {
  const wrong: string[] = [];
  for (const one of refused) {
    const answer = await sendTo(shop.origin, one, { 'x-forwarded-for': machine() });
    await answer.arrayBuffer();
    const isKept = !/no-store|private/.test(answer.headers.get('cache-control') ?? '');
    if (answer.status >= 400 && isKept) wrong.push(`${one.method} ${one.path.slice(0, 60)} ${answer.status}`);
  }
  expect(wrong).toEqual([]);
  task.meta.tried = refused.length;
});
