import { strangeOrigins } from '@fynbos/test-kit/security/foreign-origins.ts';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { isLong } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withEach } from '../e2e/fixtures/html-client.ts';
import { besides, calls, pages, type RequestSpec, refused, sendTo } from './all-requests.ts';
import { nextClientIp, password, register } from './customers.ts';

/** Security headers of responses for browsers and caches (ASVS 3.2 to 3.4, 14.2.2). */
let shop: WebShop;
beforeAll(async () => {
  shop = await openWebShop({
    ...{ PUBLIC_URL: 'https://shop.example', TRUSTED_PROXIES: '127.0.0.1', API_MODE: 'graphql' },
    MULTISTORE: 'on',
  });
});
afterAll(() => shop?.close());

/** Names of the header requirements that a response violates. */
function headerErrors({ status, headers }: Response): string[] {
  const policy = headers.get('content-security-policy') ?? '';
  const type = headers.get('content-type') ?? '';
  const isDocument = type.startsWith('text/html');
  const must: [string, boolean][] = [
    ['nosniff', headers.get('x-content-type-options') === 'nosniff'],
    ['HSTS', headers.get('strict-transport-security') === 'max-age=31536000; includeSubDomains'],
    [
      'a referrer policy',
      !isDocument || /^(no-referrer|same-origin|strict-origin.*)$/.test(headers.get('referrer-policy') ?? ''),
    ],
    ['no camera', headers.has('permissions-policy') === isDocument],
    ['no frame', /frame-ancestors 'none'/.test(policy)],
    ['a policy', isDocument ? /^default-src 'self'/.test(policy) : !/unsafe|https?:/.test(policy)],
    ['no base, no plug-in', !isDocument || /object-src 'none'; base-uri 'none'/.test(policy)],
    ['no unsafe scripts', !policy.includes('unsafe')],
    ['a cache-control header', headers.get('cache-control') !== null],
    ['a charset', !/^(text|application\/json)/.test(type) || /charset=utf-8|x-script/i.test(type)],
    ['a type', type !== '' || [204, 301, 302, 303, 304].includes(status) || isEmpty(headers)],
    ['no server header', !headers.has('server') && !headers.has('x-powered-by')],
    // An overloaded shop responds with 503.
    ['no failure', status < 500 || status === 503],
  ];
  return must.filter(([, holds]) => !holds).map(([name]) => name);
}

const isEmpty = (headers: Headers) => headers.get('content-length') === '0';

test('every response has the required security headers: calls, pages, files, pictures, errors (T12)', async ({
  task,
}) => {
  const home = await (await fetch(shop.origin)).text();
  const assets = [...new Set(home.match(/\/assets\/[\w./-]+/g))].map((path) => ({ method: 'GET', path }));
  const specs = [...calls, ...pages, ...besides, ...refused, ...assets];
  const wrong: string[] = [];
  await withEach<RequestSpec>(specs, async (spec) => {
    const response = await sendTo(shop.origin, spec, { 'x-forwarded-for': nextClientIp() });
    await response.arrayBuffer();
    const errors = headerErrors(response).filter(
      (error) => error !== 'no failure' || !/^\/error(\.data)?$/.test(spec.path),
    );
    if (errors.length > 0)
      wrong.push(`${spec.method} ${spec.path.slice(0, 80)} ${response.status}: ${errors}`);
  });
  expect(wrong).toEqual([]);
  expect(assets.length).toBeGreaterThan(5);
  task.meta.attempts = specs.length;
});

const timeoutMs = isLong ? 600_000 : 120_000;

/** Foreign origins, origins similar to the shop's, and some that browsers send. */
const strangers = [...strangeOrigins, ...['https://shop.example', 'chrome-extension://abcdef']];

test(
  'no response allows cross-origin reads, for any origin and request (T11)',
  async ({ task }) => {
    const specs = [...calls, ...besides, ...refused.slice(0, 20), ...(isLong ? pages : pages.slice(0, 6))];
    const wrong: string[] = [];
    let attempts = 0;
    const checkOrigin = async (spec: RequestSpec, headers: Record<string, string>) => {
      const response = await sendTo(shop.origin, spec, { 'x-forwarded-for': nextClientIp(), ...headers });
      await response.arrayBuffer();
      attempts += 1;
      const corsHeaders = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
      if (corsHeaders.length > 0)
        wrong.push(`${spec.method} ${spec.path} ${JSON.stringify(headers)}: ${corsHeaders}`);
      return response.status;
    };
    await withEach<[RequestSpec, number]>(
      [...specs.entries()].map(([at, spec]) => [spec, at]),
      async ([spec, at]) => {
        const origins = isLong ? strangers : [strangers[at % strangers.length]!, 'https://evil.example'];
        for (const origin of origins) {
          await checkOrigin(spec, { origin });
          const before = {
            'access-control-request-method': spec.method,
            'access-control-request-headers': 'x-cart-token',
          };
          await checkOrigin({ method: 'OPTIONS', path: spec.path }, { origin, ...before });
        }
      },
    );
    expect(wrong).toEqual([]);
    task.meta.attempts = attempts;
  },
  timeoutMs,
);

describe('a cookie', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://shop.example' };
  const web = { 'content-type': 'application/json', 'x-clientid': 'web', origin: 'https://shop.example' };
  /** Cookies that pages read with scripts, or that select public content. */
  const forScripts = ['fynbos-locale', 'fynbos-low-data'];

  test('a cookie has a narrow path, Secure and HttpOnly, and its response is never cached (T12)', async ({
    task,
  }) => {
    const email = await register(shop);
    const secret = { username: email, password };
    const madeUp = `__Secure-fynbos-refresh=${'x'.repeat(43)}`;
    const setting: RequestSpec[] = [
      { method: 'POST', path: '/api/user/login', body: JSON.stringify(secret), headers: web },
      { method: 'POST', path: '/login', body: String(new URLSearchParams(secret)), headers: form },
      { method: 'POST', path: '/de/login', body: String(new URLSearchParams(secret)), headers: form },
      { method: 'POST', path: '/language', body: 'locale=de-DE&back=/', headers: form },
      { method: 'POST', path: '/low-data', body: 'use=on&back=/', headers: form },
      { method: 'POST', path: '/low-data', body: 'use=off&back=/', headers: form },
      {
        method: 'POST',
        path: '/api/user/refresh',
        body: '{}',
        headers: { ...web, cookie: madeUp },
      },
    ];
    const wrong: string[] = [];
    const names = new Set<string>();
    const collectCookies = async (spec: RequestSpec): Promise<string[]> => {
      const response = await sendTo(shop.origin, spec, { 'x-forwarded-for': nextClientIp() });
      if (response.headers.get('cache-control') !== 'no-store') wrong.push(`${spec.path} may be cached`);
      for (const cookie of response.headers.getSetCookie()) {
        const [name = ''] = cookie.split('=');
        names.add(name);
        const isSecret = !forScripts.includes(name);
        const holds =
          /; Secure(;|$)/.test(cookie) &&
          !/; Domain=/i.test(cookie) &&
          (isSecret
            ? /^__Secure-.*; Path=\/api\/.*; HttpOnly; Secure; SameSite=Strict$/.test(cookie)
            : /; Path=\/; .*SameSite=Lax/.test(cookie));
        if (!holds) wrong.push(`${spec.path}: ${cookie}`);
      }
      return response.headers.getSetCookie();
    };
    const cookies: string[] = [];
    for (const spec of setting) cookies.push(...(await collectCookies(spec)));
    // The browser holds the last value of each cookie when its customer logs out.
    const refresh = cookies.findLast((cookie) => /^__Secure-fynbos-refresh=[\w-]{43};/.test(cookie))!;
    const cookie = refresh.split(';')[0]!;
    const leaving = { method: 'DELETE', path: '/api/user/refresh', headers: { ...web, cookie }, body: '{}' };
    const cleared = await collectCookies(leaving);
    const ended = ['__Secure-fynbos-payment', '__Secure-fynbos-payments', '__Secure-fynbos-refresh'];
    expect(
      cleared.map((header) => /^([\w-]+)=; Max-Age=0; Path=\/api\/[\w/]+; /.exec(header)?.[1]).sort(),
    ).toEqual(ended);
    expect(wrong).toEqual([]);
    expect([...names].sort()).toEqual(['__Secure-fynbos-device', ...ended, ...forScripts]);
    // The session has ended, so a copy of its cookie is useless.
    const replayed: RequestSpec = {
      method: 'POST',
      path: '/api/user/refresh',
      headers: { ...web, cookie },
      body: '{}',
    };
    expect((await sendTo(shop.origin, replayed)).status).toBe(401);
    task.meta.attempts = setting.length + 2;
  });
});
