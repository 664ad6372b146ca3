import { request } from 'node:http';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withEach } from '../e2e/fixtures/html-client.ts';
import { nextClientIp, password, register } from './customers.ts';

/** Page forms without scripts: their redirects (T5), and cross-site requests (T10). */
let shop: WebShop;
beforeAll(async () => {
  shop = await openWebShop({ MULTISTORE: 'on', TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => shop?.close());

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };

function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return fetch(shop.origin + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers: { ...urlencoded, 'x-forwarded-for': nextClientIp(), ...headers },
  });
}

/** Whether an address, resolved like in a browser on a page of the shop, is same-origin. */
const isSameOrigin = (address: string | null): boolean =>
  address === null || URL.parse(address, `${shop.origin}/any/page`)?.origin === shop.origin;

const elsewhere = [
  ...['//evil.example', '///evil.example', '/\\evil.example', '\\/evil.example', '/\\/evil.example'],
  ...['/\t/evil.example', '/\n/evil.example', '/\r\n/evil.example', '\t//evil.example', ' //evil.example'],
  ...[
    '/%2fevil.example',
    '%2f%2fevil.example',
    '/%5cevil.example',
    '/%2F%2Fevil.example',
    '/%09/evil.example',
  ],
  ...[
    'https:evil.example',
    'https:/evil.example',
    'https://evil.example',
    'HTTPS://EVIL.EXAMPLE',
    'http:\\\\evil.example',
  ],
  ...[
    '//user@evil.example',
    '//evil。example',
    '//еvil.example',
    '//xn--vil-5cd.example',
    '//[::1]/',
    '//0x7f.1',
  ],
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
  ],
  ...[
    'vbscript:x',
    'blob:https://evil.example/1',
    'file:///etc/passwd',
    'mailto:a@evil.example',
    '@evil.example',
  ],
  ...[
    '/a/..//evil.example',
    '/./\\evil.example',
    '/..//evil.example',
    '/%2e%2e//evil.example',
    '/.%2e//evil.example',
  ],
  ...[
    '//evil.example:80\\@here.invalid',
    `//${'a'.repeat(3000)}.example`,
    '/de//evil.example',
    '/de/..//evil.example',
  ],
  ...['/de/\\evil.example', '//de/evil.example', '/it/%2fevil.example', '', '//', '/\\'],
];

describe('redirects of a form', () => {
  test(`a form never redirects outside the shop, ${elsewhere.length} spellings of an address (T5)`, async ({
    task,
  }) => {
    const email = await register(shop);
    const left: string[] = [];
    let attempts = 0;
    const checkResponse = async (label: string, response: Response) => {
      attempts += 1;
      const text = await response.text();
      const targets = [
        response.headers.get('location'),
        response.headers.get('x-remix-redirect'),
        response.headers.get('refresh'),
      ];
      if (!targets.every(isSameOrigin) || /http-equiv="?refresh/i.test(text))
        left.push(`${label}: ${targets}`);
      if (response.status >= 500) left.push(`${label}: ${response.status}`);
    };
    await withEach([...elsewhere.entries()], async ([at, where]) => {
      for (const prefix of ['', '/de']) {
        await checkResponse(
          `language ${where}`,
          await post(`${prefix}/language`, { locale: 'de-DE', back: where }),
        );
        await checkResponse(`data ${where}`, await post(`${prefix}/low-data`, { use: 'on', back: where }));
        const fields = { next: where, redirect: where, returnUrl: where, url: where };
        await checkResponse(
          `status ${where}`,
          await post(`${prefix}/order/status?checkoutReference=1`, fields),
        );
      }
      if (at % 6 > 0) return;
      const next = `/login?next=${encodeURIComponent(where)}`;
      await checkResponse(`login ${where}`, await post(next, { username: email, password }));
    });
    expect(left).toEqual([]);
    task.meta.attempts = attempts;
  });
});

const addresses = [
  ...[
    '//evil.example/',
    '//evil.example',
    '///evil.example/',
    '/\\evil.example',
    '\\\\evil.example',
    '/.//evil.example',
  ],
  ...[
    '/de//evil.example',
    '/de/..//evil.example',
    '//evil.example/%2e%2e',
    '/%2fevil.example',
    '/%5cevil.example',
  ],
  ...[
    '//evil.example/_.data',
    '//evil.example/x.data',
    '/de//evil.example.data',
    '//de/it/evil.example',
    '/it/de//evil.example',
  ],
  ...[
    'http://evil.example/',
    'https://evil.example/x',
    'http://evil.example/de',
    '//evil.example/forgot-password',
  ],
  ...[
    '//evil.example/?next=//evil.example',
    '/forgot-password//evil.example',
    '//evil.example/..;/forgot-password',
  ],
  ...[
    '/c//evil.example',
    '/p//evil.example/x',
    '/brand//evil.example',
    '/language//evil.example',
    '/\t/evil.example',
  ],
];

describe('an address that no browser would send', () => {
  test(`never redirects outside the shop, ${addresses.length} of them (T5)`, async ({ task }) => {
    const left: string[] = [];
    for (const path of addresses) {
      const { status, headers } = await raw(path);
      const targets = [headers.location, headers['x-remix-redirect'], headers.refresh].flat();
      if (!targets.every((target) => isSameOrigin(target ?? null))) left.push(`${path}: ${targets}`);
      if (status >= 500) left.push(`${path}: ${status}`);
    }
    expect(left).toEqual([]);
    task.meta.attempts = addresses.length;
  });

  function raw(path: string) {
    type RawResponse = { status: number; headers: import('node:http').IncomingHttpHeaders };
    const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
    const { hostname, port, host } = new URL(shop.origin);
    request({ hostname, port, path: path.replace('\t', '%09'), headers: { host } }, (incoming) => {
      incoming.resume();
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers });
    })
      .on('error', reject)
      .end();
    return promise;
  }
});

describe('a form submitted from another site', () => {
  const strangers: readonly Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://localhost.evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: '', 'sec-fetch-site': 'cross-site' },
  ];

  test('is rejected by every page (T10)', async ({ task }) => {
    const email = await register(shop);
    const forms: readonly (readonly [string, Record<string, string>])[] = [
      ['/login', { username: email, password }],
      [
        '/register',
        { email: 'forced@example.co.za', password, firstname: 'Thandi', lastname: 'Nkosi', terms: 'on' },
      ],
      ['/reset-password', { email }],
      ['/Account/Reset-Password?link=x', { password, again: password }],
      ['/newsletter', { email }],
      ['/review/TEA-ROOIBOS', { title: 'x', detail: 'x', nickname: 'x', rating: '1' }],
      ['/order-tracking', { orderNumber: '1', email }],
      ['/language', { locale: 'de-DE' }],
      ['/low-data', { use: 'on' }],
      ['/rooibos-tea', {}],
      ['/', {}],
      ['/login.data', { username: email, password }],
    ];
    const accepted: string[] = [];
    for (const [path, fields] of forms) {
      for (const prefix of ['', '/de']) {
        for (const headers of strangers) {
          const response = await post(prefix + path, fields, headers);
          await response.arrayBuffer();
          const label = `${prefix}${path} from ${JSON.stringify(headers)}`;
          if (response.status !== 403) accepted.push(`${label}: ${response.status}`);
          if (response.headers.getSetCookie().length > 0) accepted.push(`${label}: a cookie`);
        }
      }
    }
    expect(accepted).toEqual([]);
    expect((await post('/login', { username: email, password })).status).toBe(303);
    task.meta.attempts = forms.length * 2 * strangers.length;
  });
});
