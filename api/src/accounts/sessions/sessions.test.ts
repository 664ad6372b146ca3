import {
  behindProxy,
  callApi,
  logInCustomer,
  logInPerson,
  logInPersonOnPage,
  type Person,
  password,
} from '@fynbos/test-kit/accounts/customers.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

/** Sessions with a test clock (ACC-3, spec accounts 4.3, ADR-010). */
const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;
const begin = new Date('2026-11-20T08:00:00Z');

let now = begin;
let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop('', () => now, behindProxy);
});
afterAll(() => shop.close());
beforeEach(() => {
  now = new Date(now.getTime() + day);
});

const refusal = 'Error refreshing user token. User is not authorized to access the resource';
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const refresh = (refreshToken: string) => shop.post('/api/user/refresh', { refreshToken });
const lives = async (person: Pick<Person, 'request'>) =>
  (await person.request('GET', '/api/user/me')).status === 200;
const isAlive = async (token: string) =>
  (await shop.get('/api/user/me', { authorization: `Bearer ${token}` })).status === 200;

describe('an access token', () => {
  test('is valid for ten minutes', async () => {
    const person = await logInPerson(shop);
    pass(10 * minute - 1);
    expect(await lives(person)).toBe(true);
    pass(1);
    expect(await person.request('GET', '/api/user/me')).toMatchObject({
      status: 401,
      body: { meta: { problem: 'not_logged_in' } },
    });
  });
});

test('a session is listed with the time when it started (spec accounts 3)', async () => {
  const person = await logInPersonOnPage(shop);
  const started = now.toISOString();
  pass(11 * minute);
  const { body } = await refresh(person.refreshToken);
  const authorization = `Bearer ${body.result}`;
  const listed = await shop.get('/api/user/sessions', { authorization });
  expect(listed.body.result[0]).toMatchObject({ created_at: started, current: true });
});

describe('a refresh token of the shop’s own pages (ACC-3)', () => {
  test('is exchanged for the next one, repeatedly', async () => {
    const person = await logInPersonOnPage(shop);
    let { refreshToken } = person;
    const seen = new Set([refreshToken]);
    for (let round = 0; round < 5; round++) {
      pass(11 * minute);
      const { status, body } = await refresh(refreshToken);
      expect(status).toBe(200);
      expect(body.meta.expiresIn).toBe(600);
      expect(await isAlive(body.result)).toBe(true);
      refreshToken = body.meta.refreshToken;
      seen.add(refreshToken);
    }
    expect(seen.size).toBe(6);
  });

  test('returns the same successor for ten more seconds, in case a response was lost', async () => {
    const person = await logInPersonOnPage(shop);
    const first = await refresh(person.refreshToken);
    pass(10 * second);
    const repeated = await refresh(person.refreshToken);
    expect(repeated.status).toBe(200);
    expect(repeated.body.meta.refreshToken).toBe(first.body.meta.refreshToken);
    expect(repeated.body.result).not.toBe(first.body.result);
    expect((await refresh(first.body.meta.refreshToken)).status).toBe(200);
  });

  test('ends its family when used again after ten seconds', async () => {
    const person = await logInPersonOnPage(shop);
    const first = await refresh(person.refreshToken);
    pass(10 * second + 1);
    expect(await refresh(person.refreshToken)).toMatchObject({
      status: 401,
      body: {
        result: { errorMessage: refusal },
        meta: { problem: 'token_refused' },
      },
    });
    expect(await isAlive(first.body.result)).toBe(false);
    expect((await refresh(first.body.meta.refreshToken)).status).toBe(401);
    expect(shop.log.join('\n')).toContain('a refresh token was used twice');
  });

  test('ends its family at once when it is older than the previous one', async () => {
    const person = await logInPersonOnPage(shop);
    const first = await refresh(person.refreshToken);
    const second = await refresh(first.body.meta.refreshToken);
    expect((await refresh(person.refreshToken)).status).toBe(401);
    expect(await isAlive(second.body.result)).toBe(false);
  });

  test('does not affect other sessions of the customer when its family ends', async () => {
    const person = await logInPersonOnPage(shop);
    const otherSession = await logInCustomer(shop, person.email);
    await refresh(person.refreshToken);
    pass(minute);
    await refresh(person.refreshToken);
    expect(await lives(otherSession)).toBe(true);
  });

  test('200 concurrent exchanges after expiry leave one family, and every client stays logged in', async () => {
    const person = await logInPersonOnPage(shop);
    pass(11 * minute);
    const expired = await Promise.all(
      Array.from({ length: 200 }, () => person.request('GET', '/api/user/me')),
    );
    expect(new Set(expired.map(({ status }) => status))).toEqual(new Set([401]));
    const responses = await Promise.all(Array.from({ length: 200 }, () => refresh(person.refreshToken)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const next = new Set(responses.map(({ body }) => body.meta.refreshToken as string));
    expect(next.size).toBe(1);
    const alive = await Promise.all(responses.map(({ body }) => isAlive(body.result)));
    expect(alive.every(Boolean)).toBe(true);
    expect((await refresh([...next][0]!)).status).toBe(200);
    const sessions = await shop.db
      .selectFrom('customer_session')
      .select('ended_at')
      .where('customer_id', '=', person.id)
      .where('rotates', '=', true)
      .execute();
    expect(sessions).toEqual([{ ended_at: null }]);
  });
});

describe('the refresh token of another client (ADR-010)', () => {
  test('stays valid: one that is used again and again, concurrently too, is no theft', async () => {
    const person = await logInPerson(shop);
    for (let round = 0; round < 3; round++) {
      pass(11 * minute);
      for (const { status, body } of await Promise.all([1, 2, 3].map(() => refresh(person.refreshToken)))) {
        expect([status, body.meta.refreshToken]).toEqual([200, person.refreshToken]);
        expect(await isAlive(body.result)).toBe(true);
      }
    }
  });

  test('ends 30 days after its last use and 90 days after the login', async () => {
    const used = await logInPerson(shop);
    const idle = await logInCustomer(shop, used.email);
    for (let month = 0; month < 3; month++) {
      pass(29 * day);
      expect((await refresh(used.refreshToken)).status).toBe(200);
    }
    expect((await refresh(idle.refreshToken)).status).toBe(401);
    pass(3 * day);
    expect((await refresh(used.refreshToken)).status).toBe(401);
  });

  test('ends at a logout', async () => {
    const person = await logInPerson(shop);
    await person.request('DELETE', '/api/user/refresh');
    expect((await refresh(person.refreshToken)).status).toBe(401);
  });

  test('is exchanged from the moment on that a page of the shop takes it over', async () => {
    const person = await logInPerson(shop);
    const onPage = { 'x-clientid': 'web', origin: shop.origin };
    const { refreshToken } = person;
    const taken = await shop.post('/api/user/refresh', { refreshToken }, onPage);
    const [, next] = /fynbos-refresh=([\w-]{43});/.exec(taken.headers.getSetCookie().join())!;
    expect(next).not.toBe(refreshToken);
    pass(minute);
    expect((await refresh(refreshToken)).status).toBe(401);
    expect((await refresh(next!)).status).toBe(401);
  });

  test('and no refusal is a text that an old client would store as its token', async () => {
    for (const sent of [{ refreshToken: 'x'.repeat(43) }, { refreshToken: 7 }, 'no json'])
      expect((await shop.post('/api/user/refresh', sent)).body.result).toEqual({
        errorMessage: expect.any(String),
      });
  });
});

describe('a refresh token', () => {
  test.each([
    ['none', {}],
    ['an empty token', { refreshToken: null }],
    ['an unknown token', { refreshToken: 'x'.repeat(43) }],
  ])('is rejected with the documented message: %s', async (_what, body) => {
    expect(await shop.post('/api/user/refresh', body)).toMatchObject({
      status: 401,
      body: { result: { errorMessage: refusal } },
    });
  });

  test('is not accepted as an access token, nor the reverse', async () => {
    const person = await logInPerson(shop);
    expect((await refresh(person.token)).status).toBe(401);
    expect(await isAlive(person.refreshToken)).toBe(false);
  });
});

describe('a session ends', () => {
  test('30 days after it was last used', async () => {
    const used = await logInPerson(shop);
    const idle = await logInCustomer(shop, used.email);
    pass(30 * day - 1);
    const { body } = await refresh(used.refreshToken);
    expect(body.code).toBe(200);
    pass(1);
    expect((await refresh(idle.refreshToken)).status).toBe(401);
    const { body: listed } = await callApi(shop, 'GET', '/api/user/sessions', undefined, {
      authorization: `Bearer ${body.result}`,
    });
    expect(listed.result).toHaveLength(1);
  });

  test('90 days after the login, however much it is used', async () => {
    let { refreshToken } = await logInPerson(shop);
    let token = '';
    for (let month = 0; month < 4; month++) {
      pass(month < 3 ? 29 * day : 3 * day - 1);
      const { status, body } = await refresh(refreshToken);
      expect(status).toBe(200);
      ({ refreshToken } = body.meta);
      token = body.result;
    }
    expect(await isAlive(token)).toBe(true);
    pass(1);
    expect(await isAlive(token)).toBe(false);
    expect((await refresh(refreshToken)).status).toBe(401);
  });
});

describe("the shop's own pages (spec D42)", () => {
  const web = { 'x-clientid': 'web' };
  const webHeaders = () => ({ ...web, origin: shop.origin });
  const logIn = async (headers: Record<string, string>) => {
    const { email } = await logInPerson(shop);
    const response = await shop.post('/api/user/login', { username: email, password }, headers);
    return { ...response, cookies: response.headers.getSetCookie() };
  };
  const refreshCookie = (cookies: string[]) => cookies.find((cookie) => cookie.includes('fynbos-refresh'))!;
  const asSent = (cookies: string[]) => ({ cookie: refreshCookie(cookies).split(';')[0]! });

  test('get the refresh token in an HttpOnly cookie and not in the body', async () => {
    const { body, cookies } = await logIn(webHeaders());
    expect(body.meta).toEqual({ expiresIn: 600 });
    expect(refreshCookie(cookies)).toMatch(
      /^fynbos-refresh=[\w-]{43}; Max-Age=2592000; Path=\/api\/user\/refresh; HttpOnly; SameSite=Strict$/,
    );
    expect(JSON.stringify(body)).not.toContain(asSent(cookies).cookie.split('=')[1]);
  });

  test('exchange it by cookie, with or without X-ClientId', async () => {
    const { cookies } = await logIn(webHeaders());
    for (const headers of [webHeaders(), { origin: shop.origin }]) {
      const {
        status,
        headers: sent,
        body,
      } = await callApi(shop, 'POST', '/api/user/refresh', {}, { ...headers, ...asSent(cookies) });
      expect(status).toBe(200);
      expect(body.meta).toEqual({ expiresIn: 600 });
      expect(refreshCookie(sent.getSetCookie())).toMatch(/^fynbos-refresh=[\w-]{43};/);
    }
  });

  test('lose the cookie when the session ends', async () => {
    const { cookies, body } = await logIn(webHeaders());
    const out = await callApi(shop, 'DELETE', '/api/user/refresh', undefined, {
      ...webHeaders(),
      ...asSent(cookies),
    });
    expect(refreshCookie(out.headers.getSetCookie())).toMatch(/^fynbos-refresh=; .*Max-Age=0;/);
    expect(await isAlive(body.result)).toBe(false);
    const refused = await callApi(
      shop,
      'POST',
      '/api/user/refresh',
      {},
      { ...webHeaders(), ...asSent(cookies) },
    );
    expect(refused.status).toBe(401);
    expect(refreshCookie(refused.headers.getSetCookie())).toContain('Max-Age=0');
  });

  test('get a Secure cookie with its name prefix on https', async () => {
    const secure = await openTestShop('', () => now, { PUBLIC_URL: 'https://shop.example' });
    const { email } = await logInPerson(secure);
    const response = await secure.post(
      '/api/user/login',
      { username: email, password },
      { ...web, origin: 'https://shop.example' },
    );
    for (const cookie of response.headers.getSetCookie()) {
      expect(cookie).toMatch(/^__Secure-fynbos-(refresh|device)=.*; HttpOnly; Secure; SameSite=Strict$/);
    }
    expect(response.headers.getSetCookie()).toHaveLength(2);
    await secure.close();
  });

  const foreign: Record<string, string>[] = [
    {},
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: 'http://127.0.0.1' },
    { origin: 'http://127.0.0.1.evil.example' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '10.9.9.9' },
    { referer: 'http://127.0.0.1/' },
  ];
  test(`a cookie sent by a foreign page has no effect in ${foreign.length * 4} requests (T10)`, async () => {
    const { cookies, body } = await logIn(webHeaders());
    for (const headers of foreign) {
      const sent = { ...headers, ...asSent(cookies) };
      for (const response of [
        await callApi(shop, 'POST', '/api/user/refresh', {}, sent),
        await callApi(shop, 'DELETE', '/api/user/refresh', undefined, sent),
        await logIn({ ...headers, ...web }),
      ]) {
        expect([headers, response.status]).toEqual([headers, 403]);
        expect(response.headers.getSetCookie()).toEqual([]);
      }
      const form = { ...sent, 'content-type': 'text/plain' };
      expect((await callApi(shop, 'POST', '/api/user/refresh', '{}', form)).status).toBe(415);
    }
    expect(await isAlive(body.result)).toBe(true);
  });
});

describe('passwords (ACC-2, T18)', () => {
  const changed = 'Rooibos-and-honey-9';

  test('a change needs the old password, ends every other session at once, and sends a mail', async () => {
    const person = await logInPerson(shop);
    const otherSession = await logInCustomer(shop, person.email);
    const change = (currentPassword: string, newPassword: string) =>
      person.request('POST', '/api/user/change-password', { currentPassword, newPassword });
    expect(await change('wrong', changed)).toMatchObject({
      status: 403,
      body: { result: { errorMessage: 'The current password is incorrect.' } },
    });
    expect((await change(password, 'short')).body).toMatchObject({
      result: { errorMessage: 'Some of the information sent is not valid.' },
      meta: { fields: [{ field: 'body/newPassword', fault: 'password_short' }] },
    });
    expect(await lives(otherSession)).toBe(true);
    expect((await change(password, changed)).body.result).toBe(true);
    expect(await lives(otherSession)).toBe(false);
    expect((await refresh(otherSession.refreshToken)).status).toBe(401);
    expect(await lives(person)).toBe(true);
    const login = (word: string) => shop.post('/api/user/login', { username: person.email, password: word });
    expect((await login(password)).status).toBe(401);
    expect((await login(changed)).status).toBe(200);
    expect(await mailTo(person.email)).toMatchObject({ subject: 'Your password was changed' });
  });

  test('a login ends the session of the access token that it carries, and no other', async () => {
    const person = await logInPerson(shop);
    const otherSession = await logInCustomer(shop, person.email);
    const body = { username: person.email, password };
    const { status } = await person.request('POST', '/api/user/login', body);
    expect(status).toBe(200);
    expect([await lives(person), (await refresh(person.refreshToken)).status]).toEqual([false, 401]);
    expect(await lives(otherSession)).toBe(true);
  });

  test('the old endpoint name does the same, and a change needs a session', async () => {
    const person = await logInPerson(shop);
    const sent = { currentPassword: password, newPassword: changed };
    expect((await person.request('POST', '/api/user/changePassword', sent)).body.result).toBe(true);
    expect(await shop.post('/api/user/change-password', sent)).toMatchObject({
      status: 401,
      body: { result: { errorMessage: 'You need to be logged in to see this page' } },
    });
  });

  test('guessing the old password with a stolen session is limited to ten attempts', async () => {
    const person = await logInPerson(shop);
    const statuses = [];
    for (let attempt = 0; attempt < 12; attempt++) {
      const sent = { currentPassword: `guess-number-${attempt}`, newPassword: changed };
      statuses.push((await person.request('POST', '/api/user/change-password', sent)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
  });

  const requestReset = (
    email: string,
    headers: Record<string, string> = {},
    path = '/api/user/reset-password',
  ) => shop.post(path, { email }, { 'x-forwarded-for': '10.77.0.1', ...headers });
  const mailTo = async (recipient: string) =>
    shop.db
      .selectFrom('mail')
      .select(['subject', 'text'])
      .where('recipient', '=', recipient)
      .orderBy('id', 'desc')
      .executeTakeFirst();
  const linkOf = async (email: string) => {
    const { text } = (await mailTo(email))!;
    return decodeURIComponent(/link=([\w%-]+)/.exec(text)![1]!);
  };
  const isValid = async (link: string) => {
    const { body } = await shop.get(
      `/api/account/GetUserIDFromPasswordLink?forgotPasswordHash=${encodeURIComponent(link)}`,
    );
    return body;
  };
  const confirm = (link: string, newPassword = changed) =>
    shop.post('/api/user/confirm-password-reset', { link, newPassword });

  test('a forgotten password is replaced with a mailed link, once; every session ends (spec D10)', async () => {
    const person = await logInPerson(shop);
    expect((await requestReset(person.email, {}, '/api/user/resetPassword')).body.result).toBe(true);
    const link = await linkOf(person.email);
    expect(Buffer.from(link, 'base64url').length).toBeGreaterThanOrEqual(16);
    expect(await isValid(link)).toEqual({ code: 200, result: { valid: true } });
    expect((await confirm(link, 'short')).body.result).toEqual({
      errorMessage: 'Some of the information sent is not valid.',
    });
    expect(await lives(person)).toBe(true);
    expect((await confirm(link)).body.result).toBe(true);
    expect(await lives(person)).toBe(false);
    expect((await refresh(person.refreshToken)).status).toBe(401);
    expect(await isValid(link)).toEqual({ code: 200, result: { valid: false } });
    expect(await confirm(link)).toMatchObject({
      status: 400,
      body: { result: { errorMessage: 'This link is no longer valid. Please request a new one.' } },
    });
    const { status } = await shop.post('/api/user/login', { username: person.email, password: changed });
    expect(status).toBe(200);
  });

  test('ten concurrent uses of one link succeed once', async () => {
    const person = await logInPerson(shop);
    await requestReset(person.email);
    const link = await linkOf(person.email);
    const responses = await Promise.all(Array.from({ length: 10 }, () => confirm(link)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
  });

  test("a link is valid for 30 minutes; using one invalidates the owner's others, but not those of other customers", async () => {
    const [owner, stranger] = [await logInPerson(shop), await logInPerson(shop)];
    await requestReset(owner.email);
    const first = await linkOf(owner.email);
    pass(30 * minute - 1);
    expect((await isValid(first)).result.valid).toBe(true);
    pass(1);
    expect((await isValid(first)).result.valid).toBe(false);
    expect((await confirm(first)).status).toBe(400);
    await requestReset(owner.email);
    const second = await linkOf(owner.email);
    await requestReset(owner.email);
    const third = await linkOf(owner.email);
    await requestReset(stranger.email);
    expect((await confirm(await linkOf(stranger.email))).status).toBe(200);
    expect((await isValid(third)).result.valid).toBe(true);
    expect((await confirm(third)).status).toBe(200);
    expect((await isValid(second)).result.valid).toBe(false);
    const { status } = await shop.post('/api/user/login', { username: stranger.email, password: changed });
    expect(status).toBe(200);
  });

  test('the link leads to the shop, whatever host the request names (T6)', async () => {
    const person = await logInPerson(shop);
    const lies: Record<string, string>[] = [
      { 'x-forwarded-host': 'evil.example' },
      { forwarded: 'host=evil.example' },
      { 'x-forwarded-proto': 'gopher' },
    ];
    for (const lie of lies) {
      pass(day);
      await requestReset(person.email, lie);
      expect((await mailTo(person.email))!.text).toContain(
        'http://localhost:3000/Account/Reset-Password?link=',
      );
      expect((await mailTo(person.email))!.text).not.toMatch(/evil\.example|gopher:/);
    }
  });
});
