import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { password } from './checkout-pages.ts';
import { machine, register } from './customers.ts';
import { withEach } from './plain-http.ts';
import { type RunningShop, startShop } from './shop.ts';

/** Forms of pages without scripts: where they lead (T5), and who may send them (T10). */
let shop: RunningShop;
beforeAll(async () => {
  shop = await startShop({ MULTISTORE: 'on', TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => shop?.stop());

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };

function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return fetch(shop.origin + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers: { ...urlencoded, 'x-forwarded-for': machine(), ...headers },
  });
}

/** Whether an address, read as browsers read it on a page of the shop, stays there. */
const stays = (address: string | null): boolean =>
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

describe('where a form leads', () => {
  test(`to no other address than the shop’s, ${elsewhere.length} ways to say one (T5)`, async ({ task }) => {
    const email = await register(shop);
    const left: string[] = [];
    let tried = 0;
    const look = async (what: string, answer: Response) => {
      tried += 1;
      const text = await answer.text();
      const ways = [
        answer.headers.get('location'),
        answer.headers.get('x-remix-redirect'),
        answer.headers.get('refresh'),
      ];
      if (!ways.every(stays) || /http-equiv="?refresh/i.test(text)) left.push(`${what}: ${ways}`);
      if (answer.status >= 500) left.push(`${what}: ${answer.status}`);
    };
    await withEach([...elsewhere.entries()], async ([at, where]) => {
      for (const prefix of ['', '/de']) {
        await look(`language ${where}`, await post(`${prefix}/language`, { locale: 'de-DE', back: where }));
        await look(`data ${where}`, await post(`${prefix}/low-data`, { use: 'on', back: where }));
        const fields = { next: where, redirect: where, returnUrl: where, url: where };
        await look(`status ${where}`, await post(`${prefix}/order/status?checkoutReference=1`, fields));
      }
      if (at % 6 > 0) return;
      const next = `/login?next=${encodeURIComponent(where)}`;
      await look(`login ${where}`, await post(next, { username: email, password }));
    });
    expect(left).toEqual([]);
    task.meta.tried = tried;
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

describe('an address as no browser would write it', () => {
  test(`leads nowhere else, ${addresses.length} of them (T5)`, async ({ task }) => {
    const left: string[] = [];
    for (const path of addresses) {
      const { status, headers } = await raw(path);
      const ways = [headers.location, headers['x-remix-redirect'], headers.refresh].flat();
      if (!ways.every((way) => stays(way ?? null))) left.push(`${path}: ${ways}`);
      if (status >= 500) left.push(`${path}: ${status}`);
    }
    expect(left).toEqual([]);
    task.meta.tried = addresses.length;
  });

  function raw(path: string) {
    type Answer = { status: number; headers: import('node:http').IncomingHttpHeaders };
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const { hostname, port, host } = new URL(shop.origin);
    request({ hostname, port, path: path.replace('\t', '%09'), headers: { host } }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
    })
      .on('error', reject)
      .end();
    return promise;
  }
});

describe('a form of somebody else’s page', () => {
  const strangers: readonly Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://localhost.evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: '', 'sec-fetch-site': 'cross-site' },
  ];

  test('is taken by no page, whichever it is sent to (T10)', async ({ task }) => {
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
    const taken: string[] = [];
    for (const [path, fields] of forms) {
      for (const prefix of ['', '/de']) {
        for (const headers of strangers) {
          const answer = await post(prefix + path, fields, headers);
          await answer.arrayBuffer();
          const said = `${prefix}${path} from ${JSON.stringify(headers)}`;
          if (answer.status !== 403) taken.push(`${said}: ${answer.status}`);
          if (answer.headers.getSetCookie().length > 0) taken.push(`${said}: a cookie`);
        }
      }
    }
    expect(taken).toEqual([]);
    expect((await post('/login', { username: email, password })).status).toBe(303);
    task.meta.tried = forms.length * 2 * strangers.length;
  });
});
