import { listSessions, login, refreshToken, showCustomer } from '@fynbos/core/accounts/contract.ts';
import { standardSwitches } from '@fynbos/core/switches.ts';
import { callApi } from '@fynbos/storefront/app/api-client.ts';
import type { ApiProblem } from '@fynbos/storefront/app/platform/api/api-problem.ts';
import { configureApi } from '@fynbos/storefront/app/platform/api/api-settings.ts';
import { RefreshLock } from '@fynbos/storefront/app/platform/session/token-refresh-lock.ts';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { password, register } from './customers.ts';

/** Tests the refresh lock against the real API (ACC-3): a browser session whose token has expired. */

let shop: WebShop;
let email: string;

beforeAll(async () => {
  shop = await openWebShop();
  const settings = { publicBase: '', partitionKey: 'za', switches: standardSwitches };
  configureApi({ ...settings, base: shop.origin, travel: asAnotherClient });
  email = await register(shop);
});
afterAll(() => shop?.close());

/** 200 calls at once may wait for each other for longer than a shopper would. */
const timeout = 60_000;

/** A client other than the shop's own pages; it carries the refresh token in request bodies. */
const asAnotherClient: Parameters<typeof configureApi>[0]['travel'] = async (url, { headers, ...init }) => {
  const { 'X-ClientId': _, 'accept-encoding': __, ...rest } = headers;
  const response = await fetch(url, { ...init, headers: rest });
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, type, text: await response.text() };
};

/** Logs in and replaces the token with an expired one. */
async function sessionWithExpiredToken() {
  const { meta } = await callApi(login, { timeout, body: { username: email, password } });
  let currentToken = String(meta.refreshToken);
  const seen = { refreshed: 0, lost: [] as string[] };
  const lock = new RefreshLock({
    async renew() {
      seen.refreshed += 1;
      const { result, meta } = await callApi(refreshToken, { timeout, body: { refreshToken: currentToken } });
      currentToken = String(meta.refreshToken);
      return result;
    },
    automatic: () => true,
    lost: (why) => void seen.lost.push(why),
  });
  lock.begin('a-token-that-has-run-out');
  const replay = (token: string) => {
    currentToken = token;
  };
  return { lock, seen, replay };
}

describe('an expired token', () => {
  test('is renewed exactly once under 200 concurrent calls, and the customer remains logged in', async () => {
    const { lock, seen } = await sessionWithExpiredToken();
    const calls = Array.from({ length: 200 }, () =>
      lock.send((token) => callApi(showCustomer, { timeout, token })),
    );
    const responses = await Promise.all(calls);
    expect(responses.map(({ result }) => result.email)).toEqual(Array(200).fill(email));
    expect(seen).toEqual({ refreshed: 1, lost: [] });
    const sessions = await lock.send((token) => callApi(listSessions, { timeout, token }));
    expect(sessions.result.filter(({ current }) => current)).toHaveLength(1);
  });

  test('of an ended session rejects every call with the same message and reports the loss once', async () => {
    const { lock, seen, replay } = await sessionWithExpiredToken();
    replay('not-a-refresh-token');
    const calls = Array.from({ length: 50 }, () =>
      lock.send((token) => callApi(showCustomer, { timeout, token })),
    );
    const ends = await Promise.allSettled(calls);
    const messages = ends.map((end) => end.status === 'rejected' && (end.reason as ApiProblem).message);
    expect(new Set(messages)).toEqual(
      new Set(['Error refreshing user token. User is not authorized to access the resource']),
    );
    expect(seen).toEqual({ refreshed: 1, lost: ['refused'] });
    expect([lock.value, lock.token]).toEqual([0, undefined]);
  });
});
