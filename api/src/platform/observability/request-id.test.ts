import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visitorHeader } from '../http/page-server-visitor.ts';
import { trustedCallers } from './trusted-caller.ts';

let shop: TestShop;
let behindProxy: TestShop;
beforeAll(async () => {
  shop = await openSmallShop({}, { LOG_LEVEL: 'info' });
  behindProxy = await openSmallShop({}, { LOG_LEVEL: 'info', TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(async () => {
  await shop.close();
  await behindProxy.close();
});

const generatedId = /^[\da-f]{8}-[\da-f-]{27}$/;
const nameOf = async (target: TestShop, headers: Record<string, string>, path = '/api/seller') =>
  (await target.get(path, headers)).headers.get('x-request-id');

describe('request ids', () => {
  test('a trusted proxy can set the id, which appears in the response and the log', async () => {
    const id = '7f3a2c9be81d4e55';
    expect(await nameOf(behindProxy, { 'x-request-id': id })).toBe(id);
    const lines = behindProxy.log.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === id);
    expect(lines.map(({ msg }) => msg)).toEqual(['incoming request', 'request completed']);
  });

  test('ids of untrusted callers and malformed ids are replaced', async () => {
    expect(await nameOf(shop, { 'x-request-id': '7f3a2c9be81d4e55' })).toMatch(generatedId);
    expect(
      await nameOf(shop, { 'x-request-id': '7f3a2c9be81d4e55', [visitorHeader]: 'guess 1.2.3.4' }),
    ).toMatch(generatedId);
    for (const wrong of ['short', 'x'.repeat(101), 'with space 12', '{"a":"12345"}'])
      expect(await nameOf(behindProxy, { 'x-request-id': wrong })).toMatch(generatedId);
  });

  test('every error response has the id, even when the path cannot be decoded', async () => {
    for (const path of ['/api/nothing', '/api/%E0%A4%A', '/api/stock/check']) {
      const { headers, body } = await shop.get(path);
      expect(headers.get('x-request-id')).toBe(body.meta.requestId);
    }
  });

  test('an internal error reveals its request id only', async () => {
    await shop.db.schema.alterTable('newsletter_subscription').renameTo('gone').execute();
    const { status, body } = await shop.post('/api/newsletter/subscribe', { email: 'a@example.com' });
    await shop.db.schema.alterTable('gone').renameTo('newsletter_subscription').execute();
    expect(status).toBe(500);
    expect(body).toEqual({
      code: 500,
      result: expect.any(String),
      meta: { problem: 'internal', retry: true, requestId: expect.stringMatching(generatedId) },
    });
    const line = shop.log.find((entry) => entry.includes('"level":50'))!;
    expect(JSON.parse(line)).toMatchObject({ reqId: body.meta.requestId });
  });
});

test.each([
  ['192.0.2.7', true],
  ['::ffff:192.0.2.7', true],
  ['10.200.3.4', true],
  ['2001:db8::1', true],
  ['192.0.2.8', false],
  ['11.0.0.1', false],
  ['2001:db9::1', false],
  [undefined, false],
])('trustedCallers: a caller at %s is trusted: %s', (remoteAddress, isIt) => {
  const isTrusted = trustedCallers(['192.0.2.7', '10.0.0.0/8', '2001:db8::/32']);
  expect(isTrusted({ socket: { remoteAddress }, headers: {} } as never)).toBe(isIt);
});
