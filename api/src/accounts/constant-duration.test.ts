import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { behindProxy, callApi, freshAddress, registerPerson } from '@fynbos/test-kit/accounts/customers.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The pauses of 200 ms that responses wait for; each ends when the test says so. */
const pauses: (() => void)[] = [];
const real = timers.setTimeout;
const held = async <T>(ms?: number, value?: T, options?: Parameters<typeof real>[2]): Promise<T> => {
  if (ms !== 200) return real(ms, value, options) as Promise<T>;
  await new Promise<void>((end) => void pauses.push(end));
  return value as T;
};

let shop: TestShop;
const known = 'reader@example.com';
beforeAll(async () => {
  timers.setTimeout = Object.assign(held, real);
  syncBuiltinESMExports();
  shop = await openTestShop('', undefined, behindProxy);
  await registerPerson(shop, { email: known });
  await shop.db.insertInto('newsletter_subscription').values({ email: known, state: 'subscribed' }).execute();
});
afterAll(async () => {
  timers.setTimeout = real;
  syncBuiltinESMExports();
  await shop.close();
});

const newsletter = '/api/newsletter/subscribe';

test.each([
  ['POST', newsletter],
  ['DELETE', newsletter],
  ['POST', '/api/user/reset-password'],
])('%s %s responds after the same pause for known and unknown addresses (T6)', async (method, path) => {
  const responses = [];
  for (const email of [known, 'nobody@example.com']) {
    let isSent = false;
    const response = callApi(shop, method, path, { email }, { 'x-forwarded-for': freshAddress() });
    void response.then(() => {
      isSent = true;
    });
    await expect.poll(() => pauses.length).toBe(1);
    // A whole request of somebody else is served meanwhile: the response waits for its pause alone.
    await shop.get('/api/user/me');
    expect(isSent).toBe(false);
    pauses.pop()!();
    const { status, body } = await response;
    responses.push([status, body.result]);
  }
  expect(responses[0]).toEqual(responses[1]);
  expect(responses[0]![0]).toBe(200);
});
