import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { httpServer } from './http-server.ts';

/** Tests the conditions of the security headers. tests/http/response-headers.test.ts checks that every response has them. */
let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop('', undefined, { TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => shop.close());

const headersOf = async (path: string, headers = {}) => (await shop.get(path, headers)).headers;

test('HSTS is sent only where visitors use TLS', async () => {
  for (const path of ['/api/seller', '/api/nowhere']) {
    expect((await headersOf(path)).get('strict-transport-security')).toBeNull();
    expect((await headersOf(path, { 'x-forwarded-proto': 'https' })).get('strict-transport-security')).toBe(
      'max-age=31536000; includeSubDomains',
    );
  }
});

test('documents carry Permissions-Policy and Referrer-Policy; calls and pictures omit them (T12)', async ({
  task,
}) => {
  const names = ['permissions-policy', 'referrer-policy'];
  const paths = ['/api/seller', '/api/nowhere', '/img/150/150/fit/placeholder'];
  for (const path of paths) {
    const headers = await headersOf(path);
    for (const name of names) expect(headers.get(name), path).toBeNull();
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
  }
  const app = await httpServer(readConfig({ LOG_LEVEL: 'silent' }));
  app.get('/page', (_request, reply) => reply.type('text/html; charset=utf-8').send('<p>Tea</p>'));
  app.get('/secret', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('referrer-policy', 'no-referrer').send('<p>Tea</p>'),
  );
  const page = (await app.inject('/page')).headers;
  expect(page['referrer-policy']).toBe('strict-origin-when-cross-origin');
  expect(page['permissions-policy']).toContain('camera=()');
  const secret = (await app.inject('/secret')).headers;
  expect(secret['referrer-policy']).toBe('no-referrer');
  expect(secret['permissions-policy']).toContain('camera=()');
  await app.close();
  task.meta.attempts = paths.length + 2;
});

test('responses are private without cache headers, and not stored when the request carried a secret (T12)', async ({
  task,
}) => {
  expect((await headersOf('/api/seller')).get('cache-control')).toBe('private, no-cache');
  const secrets = [{ authorization: 'Bearer x' }, { 'x-cart-token': 'x' }, { authorization: 'Basic eDp4' }];
  for (const secret of secrets)
    expect((await headersOf('/api/cms/nothing', secret)).get('cache-control')).toBe('no-store');
  expect((await headersOf('/api/seller?token=x')).get('cache-control')).toBe('no-store');
  task.meta.attempts = secrets.length + 1;
});

test('responses vary by the store view header when store views are enabled (T12)', async () => {
  const several = await openTestShop('', undefined, { MULTISTORE: 'on' });
  for (const path of [
    '/api/seller',
    '/api/catalog/fynbos/product/_search',
    '/api/product/render-list?skus=A',
  ])
    expect((await several.get(path)).headers.get('vary')).toMatch(/x-vs-store-code/);
  await several.close();
});
