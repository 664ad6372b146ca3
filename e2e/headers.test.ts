import { isLong } from '@fynbos/api/testing/long.ts';
import { strangeOrigins } from '@fynbos/api/testing/strange-origins.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Asked, besides, calls, pages, refused, sendTo } from './answers.ts';
import { password } from './checkout-pages.ts';
import { machine, register } from './customers.ts';
import { withEach } from './plain-http.ts';
import { type RunningShop, startShop } from './shop.ts';

/** What answers carry so that browsers and caches are careful with them (ASVS 3.2 to 3.4, 14.2.2). */
let shop: RunningShop;
beforeAll(async () => {
  shop = await startShop({
    ...{ PUBLIC_URL: 'https://shop.example', TRUSTED_PROXIES: '127.0.0.1', API_MODE: 'graphql' },
    ...{ OUTPUT_CACHE: 'on', MULTISTORE: 'on' },
  });
});
afterAll(() => shop?.stop());

/** What is wrong with the headers of an answer. */
function faultsOf({ status, headers }: Response): string[] {
  const policy = headers.get('content-security-policy') ?? '';
  const type = headers.get('content-type') ?? '';
  const isDocument = type.startsWith('text/html');
  const must: [string, boolean][] = [
    ['nosniff', headers.get('x-content-type-options') === 'nosniff'],
    ['HSTS', headers.get('strict-transport-security') === 'max-age=31536000; includeSubDomains'],
    [
      'a referrer policy',
      !isDocument || /^(no-referrer|strict-origin.*)$/.test(headers.get('referrer-policy') ?? ''),
    ],
    ['no camera', headers.has('permissions-policy') === isDocument],
    ['no frame', /frame-ancestors 'none'/.test(policy)],
    ['a policy', isDocument ? /^default-src 'self'/.test(policy) : !/unsafe|https?:/.test(policy)],
    ['no base, no plug-in', !isDocument || /object-src 'none'; base-uri 'none'/.test(policy)],
    ['no unsafe scripts', !policy.includes('unsafe')],
    ['a word for caches', headers.get('cache-control') !== null],
    ['a charset', !/^(text|application\/json)/.test(type) || /charset=utf-8|x-script/i.test(type)],
    ['a type', type !== '' || [204, 301, 302, 303, 304].includes(status) || isEmpty(headers)],
    ['nothing of its makers', !headers.has('server') && !headers.has('x-powered-by')],
    // A shop that has too much to do at the moment says so.
    ['no failure', status < 500 || status === 503],
  ];
  return must.filter(([, holds]) => !holds).map(([name]) => name);
}

const isEmpty = (headers: Headers) => headers.get('content-length') === '0';

test('every answer has the headers that keep browsers careful: calls, pages, files, pictures, refusals (T12)', async ({
  task,
}) => {
  const home = await (await fetch(shop.origin)).text();
  const assets = [...new Set(home.match(/\/assets\/[\w./-]+/g))].map((path) => ({ method: 'GET', path }));
  const asked = [...calls, ...pages, ...besides, ...refused, ...assets];
  const wrong: string[] = [];
  await withEach<Asked>(asked, async (one) => {
    const answer = await sendTo(shop.origin, one, { 'x-forwarded-for': machine() });
    await answer.arrayBuffer();
    const faults = faultsOf(answer).filter(
      (fault) => fault !== 'no failure' || !/^\/error(\.data)?$/.test(one.path),
    );
    if (faults.length > 0) wrong.push(`${one.method} ${one.path.slice(0, 80)} ${answer.status}: ${faults}`);
  });
  expect(wrong).toEqual([]);
  expect(assets.length).toBeGreaterThan(5);
  task.meta.tried = asked.length;
});

const patience = isLong ? 600_000 : 60_000;

/** Pages of others that would like to be taken for ours, and some that browsers name so. */
const strangers = [...strangeOrigins, ...['https://shop.example', 'chrome-extension://abcdef']];

test(
  'no answer lets the page of another address read it, whoever asks and however (T11)',
  async ({ task }) => {
    const asked = [...calls, ...besides, ...refused.slice(0, 20), ...(isLong ? pages : pages.slice(0, 6))];
    const wrong: string[] = [];
    let tried = 0;
    const look = async (one: Asked, headers: Record<string, string>) => {
      const answer = await sendTo(shop.origin, one, { 'x-forwarded-for': machine(), ...headers });
      await answer.arrayBuffer();
      tried += 1;
      const said = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'));
      if (said.length > 0) wrong.push(`${one.method} ${one.path} ${JSON.stringify(headers)}: ${said}`);
      return answer.status;
    };
    await withEach<[Asked, number]>(
      [...asked.entries()].map(([at, one]) => [one, at]),
      async ([one, at]) => {
        const some = isLong ? strangers : [strangers[at % strangers.length]!, 'https://evil.example'];
        for (const origin of some) {
          await look(one, { origin });
          const before = {
            'access-control-request-method': one.method,
            'access-control-request-headers': 'x-cart-token',
          };
          await look({ method: 'OPTIONS', path: one.path }, { origin, ...before });
        }
      },
    );
    expect(wrong).toEqual([]);
    task.meta.tried = tried;
  },
  patience,
);

describe('a cookie', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://shop.example' };
  const web = { 'content-type': 'application/json', 'x-clientid': 'web', origin: 'https://shop.example' };
  /** Where pages read it themselves, or it chooses what everybody may see. */
  const forScripts = ['fynbos-locale', 'fynbos-low-data'];

  test('is for one place, https alone and no script, and comes with what no cache keeps (T12)', async ({
    task,
  }) => {
    const email = await register(shop);
    const secret = { username: email, password };
    const madeUp = `__Secure-fynbos-refresh=${'x'.repeat(43)}`;
    const setting: Asked[] = [
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
    const look = async (one: Asked): Promise<string[]> => {
      const answer = await sendTo(shop.origin, one, { 'x-forwarded-for': machine() });
      if (answer.headers.get('cache-control') !== 'no-store') wrong.push(`${one.path} may be kept`);
      for (const cookie of answer.headers.getSetCookie()) {
        const [name = ''] = cookie.split('=');
        names.add(name);
        const isSecret = !forScripts.includes(name);
        const holds =
          /; Secure(;|$)/.test(cookie) &&
          !/; Domain=/i.test(cookie) &&
          (isSecret
            ? /^__Secure-.*; Path=\/api\/.*; HttpOnly; SameSite=Strict; /.test(cookie)
            : /; Path=\/; .*SameSite=Lax/.test(cookie));
        if (!holds) wrong.push(`${one.path}: ${cookie}`);
      }
      return answer.headers.getSetCookie();
    };
    const given: string[] = [];
    for (const one of setting) given.push(...(await look(one)));
    // What was given last of each is what the browser has when its customer logs out.
    const refresh = given.findLast((cookie) => /^__Secure-fynbos-refresh=[\w-]{43};/.test(cookie))!;
    const cookie = refresh.split(';')[0]!;
    const leaving = { method: 'DELETE', path: '/api/user/refresh', headers: { ...web, cookie }, body: '{}' };
    const cleared = await look(leaving);
    const ended = ['__Secure-fynbos-payment', '__Secure-fynbos-refresh'];
    expect(cleared.map((one) => /^([\w-]+)=; Path=\/api\/[\w/]+; Max-Age=0; /.exec(one)?.[1]).sort()).toEqual(
      ended,
    );
    expect(wrong).toEqual([]);
    expect([...names].sort()).toEqual(['__Secure-fynbos-device', ...ended, ...forScripts]);
    // The session has ended, whoever kept its cookie.
    const again: Asked = {
      method: 'POST',
      path: '/api/user/refresh',
      headers: { ...web, cookie },
      body: '{}',
    };
    expect((await sendTo(shop.origin, again)).status).toBe(401);
    task.meta.tried = setting.length + 2;
  });
});
