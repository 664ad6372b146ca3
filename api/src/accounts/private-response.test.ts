import { endpoints } from '@fynbos/core/endpoints.ts';
import {
  callApi,
  freshAddress,
  logInPerson,
  type Person,
  password,
  registerPerson,
} from '@fynbos/test-kit/accounts/customers.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** What caches and network observers can learn (T12, spec D42). */
let shop: TestShop;
let person: Person;
const behind = { TRUSTED_PROXIES: '127.0.0.1' };
beforeAll(async () => {
  shop = await openTestShop('', undefined, { ...behind, TOKEN_IN_HEADER: 'off' });
  person = await logInPerson(shop);
});
afterAll(() => shop.close());

test('every response to a request with a token is no-store, errors included, for any endpoint and token location (T12)', async ({
  task,
}) => {
  const cacheable: string[] = [];
  let attempts = 0;
  const check = async (path: string, headers: Record<string, string>) => {
    const response = await shop.get(path, headers);
    attempts += 1;
    if (response.headers.get('cache-control') !== 'no-store') cacheable.push(`${path} ${response.status}`);
  };
  const paths = endpoints
    .filter(({ method, name }) => method === 'GET' && !/image|picture/i.test(name))
    .map(({ path }) => path.replace('{name}', 'wishlist').replace(/\{\w+\}/g, '1'));
  for (const path of paths) {
    await check(path, { authorization: `Bearer ${person.token}` });
    await check(path, { authorization: 'Bearer nonsense' });
    await check(`${path}?token=${person.token}`, {});
    await check(`${path}?token=nonsense`, {});
  }
  await check(`/api/newsletter/subscribe?email=${person.email}`, {});
  await check('/api/nowhere', {});
  await check('/api/user/me?token=%E0%A4%A', {});
  expect(cacheable).toEqual([]);
  expect(attempts).toBeGreaterThan(60);
  task.meta.attempts = attempts;
});

describe('login cookies', () => {
  const logIn = async (headers: Record<string, string>, to: TestShop = shop) => {
    const { email } = await registerPerson(to);
    const sent = { 'x-clientid': 'web', 'x-forwarded-for': freshAddress(), ...headers };
    return to.post('/api/user/login', { username: email, password }, sent);
  };
  const https = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'shop.example' };

  test('are Secure when a trusted proxy reports https', async () => {
    const { status, headers } = await logIn({ ...https, origin: 'https://shop.example' });
    expect(status).toBe(200);
    for (const cookie of headers.getSetCookie()) {
      expect(cookie).toMatch(/^__Secure-fynbos-\w+=[\w.-]+; Max-Age=\d+; Path=\/api\/user\/\w+; /);
      expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Strict$/);
      expect(cookie).not.toMatch(/Domain/i);
    }
  });

  test("ignore forwarded headers from an untrusted proxy: they make no origin the shop's own", async () => {
    const direct = await openTestShop('');
    expect((await logIn({ ...https, origin: 'https://shop.example' }, direct)).status).toBe(403);
    const { headers } = await logIn({ ...https, origin: direct.origin }, direct);
    expect(headers.getSetCookie()[0]).toMatch(/^fynbos-/);
    await direct.close();
  });

  test('reject a refresh cookie of the other scheme or with a similar name', async () => {
    const { headers } = await logIn({ origin: shop.origin });
    const token = /fynbos-refresh=([\w-]{43});/.exec(headers.getSetCookie().join())![1]!;
    const attempts = [
      { cookie: `__Secure-fynbos-refresh=${token}`, origin: shop.origin },
      { cookie: `fynbos-refresh=${token}`, ...https, origin: 'https://shop.example' },
      { cookie: `Fynbos-Refresh=${token}`, origin: shop.origin },
      { cookie: `xfynbos-refresh=${token}`, origin: shop.origin },
      { cookie: `fynbos-refresh=; fynbos-refresh=${token}`, origin: shop.origin },
    ];
    for (const sent of attempts) {
      expect([sent, (await callApi(shop, 'POST', '/api/user/refresh', {}, sent)).status]).toEqual([
        sent,
        401,
      ]);
    }
    const right = { cookie: `a=b; fynbos-refresh=${token}; c=d`, origin: shop.origin };
    expect((await callApi(shop, 'POST', '/api/user/refresh', {}, right)).status).toBe(200);
  });
});
