import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visitorHeader } from '../limits/visitor.ts';
import type { TestShop } from '../testing/shop.ts';
import { openSmallShop } from '../testing/small-shop.ts';
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

const own = /^[\da-f]{8}-[\da-f-]{27}$/;
const nameOf = async (one: TestShop, headers: Record<string, string>, path = '/api/seller') =>
  (await one.get(path, headers)).headers.get('x-request-id');

describe('every request has a name', () => {
  test('which a proxy of ours may give it, and which is in its answer and its log', async () => {
    const id = '7f3a2c9be81d4e55';
    expect(await nameOf(behindProxy, { 'x-request-id': id })).toBe(id);
    const lines = behindProxy.log.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === id);
    expect(lines.map(({ msg }) => msg)).toEqual(['incoming request', 'request completed']);
  });

  test('but nobody else, nor in another form than a name', async () => {
    expect(await nameOf(shop, { 'x-request-id': '7f3a2c9be81d4e55' })).toMatch(own);
    expect(
      await nameOf(shop, { 'x-request-id': '7f3a2c9be81d4e55', [visitorHeader]: 'guess 1.2.3.4' }),
    ).toMatch(own);
    for (const wrong of ['short', 'x'.repeat(101), 'with space 12', '{"a":"12345"}'])
      expect(await nameOf(behindProxy, { 'x-request-id': wrong })).toMatch(own);
  });

  test('and every refusal says it, of an address that cannot be read too', async () => {
    for (const path of ['/api/nothing', '/api/%E0%A4%A', '/api/stock/check']) {
      const { headers, body } = await shop.get(path);
      expect(headers.get('x-request-id')).toBe(body.meta.requestId);
    }
  });

  test('a failure says nothing but its name', async () => {
    await shop.db.schema.alterTable('newsletter_subscription').renameTo('gone').execute();
    const { status, body } = await shop.post('/api/newsletter/subscribe', { email: 'a@example.com' });
    await shop.db.schema.alterTable('gone').renameTo('newsletter_subscription').execute();
    expect(status).toBe(500);
    expect(body).toEqual({
      code: 500,
      result: expect.any(String),
      meta: { problem: 'internal', retry: true, requestId: expect.stringMatching(own) },
    });
    const line = shop.log.find((one) => one.includes('"level":50'))!;
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
])('who calls from %s is trusted: %s', (remoteAddress, isIt) => {
  const isTrusted = trustedCallers(['192.0.2.7', '10.0.0.0/8', '2001:db8::/32']);
  expect(isTrusted({ socket: { remoteAddress }, headers: {} } as never)).toBe(isIt);
});
