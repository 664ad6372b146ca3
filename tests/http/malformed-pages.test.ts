import { request } from 'node:http';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withEach } from '../e2e/fixtures/html-client.ts';

/** Addresses and forms that no browser sends: a stranger must not cause errors of the server. */
let shop: WebShop;
beforeAll(async () => {
  shop = await openWebShop({ MULTISTORE: 'on' });
});
afterAll(() => shop?.close());

const errorsLogged = () => shop.log.filter((line) => JSON.parse(line).level >= 50);

function statusOf(path: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const { hostname, port } = new URL(shop.origin);
  request({ hostname, port, path }, (incoming) => {
    incoming.resume();
    resolve(incoming.statusCode ?? 0);
  })
    .on('error', reject)
    .end();
  return promise;
}

test('an address that is read as one of another host is refused, and no odd address is an error (T34)', async ({
  task,
}) => {
  const refused = [
    ...['//', '///', '//:80', '//?q=1', '//:x@/', '//[', '//_.data', '//:80.data'],
    ...[
      '/\\evil.example',
      '/\\/evil.example',
      '/.//evil.example',
      '/x/..//evil.example',
      '/%2e//evil.example/',
    ],
    ...['/x/..//:80', '/\\:80', '/\\evil.example.data'],
  ];
  for (const path of refused) expect([path, await statusOf(path)]).toEqual([path, 400]);
  const odd = ['/de//', '/de//:80', '/de//[', '/de//:80.data', '/%', '/%ff', '/%00'];
  for (const path of odd) expect([path, (await statusOf(path)) < 500]).toEqual([path, true]);
  expect(errorsLogged()).toEqual([]);
  task.meta.attempts = refused.length + odd.length;
});

const formRoutes = [
  ...['/language', '/low-data', '/login', '/login.data', '/register', '/reset-password'],
  ...['/Account/Reset-Password', '/newsletter', '/review/TEA-ROOIBOS', '/order-tracking', '/order/payment'],
  ...['/', '/rooibos-tea'],
];
const unclosed = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nnever ends';
const bodies: readonly [body: string, type: string | undefined, status: number][] = [
  ['{"locale":"de-DE"}', 'application/json', 415],
  ['locale=de-DE', 'text/plain', 415],
  ['locale=de-DE', undefined, 415],
  ['locale=de-DE', 'application/x-www-form-urlencoded-not', 415],
  ['--x\r\n', 'multipart/form-data', 400],
  ['not multipart', 'multipart/form-data; boundary=x', 400],
  [unclosed, 'multipart/form-data; boundary=x', 400],
];

test('a body that is no form is refused with 415 or 400 by every page, without an error (T34)', async ({
  task,
}) => {
  const wrong: string[] = [];
  await withEach(formRoutes, async (path) => {
    for (const [body, type, expected] of bodies) {
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
      const response = await fetch(shop.origin + path, {
        ...{ method: 'POST', redirect: 'manual', headers },
        body: Buffer.from(body),
      });
      await response.arrayBuffer();
      if (response.status !== expected) wrong.push(`${path} ${type}: ${response.status}`);
    }
  });
  expect(wrong).toEqual([]);
  expect(errorsLogged()).toEqual([]);
  task.meta.attempts = formRoutes.length * bodies.length;
});
