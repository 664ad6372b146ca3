import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { ask, behindProxy, logInAgain, logInPerson, type Person, password } from './testing/people.ts';

/** Sessions by a clock of the tests' own (ACC-3, accounts 4.3, docs/decisions/010-sessions.md). */
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

const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const refresh = (refreshToken: string) => shop.post('/api/user/refresh', { refreshToken });
const lives = async (person: Pick<Person, 'ask'>) => (await person.ask('GET', '/api/user/me')).status === 200;
const isAlive = async (token: string) =>
  (await shop.get('/api/user/me', { authorization: `Bearer ${token}` })).status === 200;

describe('an access token', () => {
  test('counts for ten minutes', async () => {
    const person = await logInPerson(shop);
    pass(10 * minute - 1);
    expect(await lives(person)).toBe(true);
    pass(1);
    expect(await person.ask('GET', '/api/user/me')).toMatchObject({
      status: 401,
      body: { meta: { problem: 'not_logged_in' } },
    });
  });
});

describe('a refresh token (ACC-3)', () => {
  test('is exchanged for the next one, again and again', async () => {
    const person = await logInPerson(shop);
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

  test('is answered once more for ten seconds with the same next one, for an answer that was lost', async () => {
    const person = await logInPerson(shop);
    const first = await refresh(person.refreshToken);
    pass(10 * second);
    const again = await refresh(person.refreshToken);
    expect(again.status).toBe(200);
    expect(again.body.meta.refreshToken).toBe(first.body.meta.refreshToken);
    expect(again.body.result).not.toBe(first.body.result);
    expect((await refresh(first.body.meta.refreshToken)).status).toBe(200);
  });

  test('ends its family when it comes again after ten seconds', async () => {
    const person = await logInPerson(shop);
    const first = await refresh(person.refreshToken);
    pass(10 * second + 1);
    expect(await refresh(person.refreshToken)).toMatchObject({
      status: 401,
      body: {
        result: 'Error refreshing user token. User is not authorized to access the resource',
        meta: { problem: 'token_refused' },
      },
    });
    expect(await isAlive(first.body.result)).toBe(false);
    expect((await refresh(first.body.meta.refreshToken)).status).toBe(401);
    expect(shop.log.join('\n')).toContain('a refresh token was used twice');
  });

  test('ends its family at once when it is not the one before the last', async () => {
    const person = await logInPerson(shop);
    const first = await refresh(person.refreshToken);
    const second = await refresh(first.body.meta.refreshToken);
    expect((await refresh(person.refreshToken)).status).toBe(401);
    expect(await isAlive(second.body.result)).toBe(false);
  });

  test('leaves other sessions of the customer alone when its family ends', async () => {
    const person = await logInPerson(shop);
    const other = await logInAgain(shop, person.email);
    await refresh(person.refreshToken);
    pass(minute);
    await refresh(person.refreshToken);
    expect(await lives(other)).toBe(true);
  });

  test('200 at once with an expired access token: one family goes on, nobody is logged out', async () => {
    const person = await logInPerson(shop);
    pass(11 * minute);
    const expired = await Promise.all(Array.from({ length: 200 }, () => person.ask('GET', '/api/user/me')));
    expect(new Set(expired.map(({ status }) => status))).toEqual(new Set([401]));
    const answers = await Promise.all(Array.from({ length: 200 }, () => refresh(person.refreshToken)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const next = new Set(answers.map(({ body }) => body.meta.refreshToken as string));
    expect(next.size).toBe(1);
    const alive = await Promise.all(answers.map(({ body }) => isAlive(body.result)));
    expect(alive.every(Boolean)).toBe(true);
    expect((await refresh([...next][0]!)).status).toBe(200);
    const sessions = await shop.db
      .selectFrom('customer_session')
      .select('ended_at')
      .where('customer_id', '=', person.id)
      .execute();
    expect(sessions).toEqual([{ ended_at: null }]);
  });

  test.each([
    ['none', {}],
    ['an empty one', { refreshToken: null }],
    ['a foreign one', { refreshToken: 'x'.repeat(43) }],
  ])('refused with the named sentence: %s', async (_what, body) => {
    expect(await shop.post('/api/user/refresh', body)).toMatchObject({
      status: 401,
      body: { result: 'Error refreshing user token. User is not authorized to access the resource' },
    });
  });

  test('an access token is no refresh token, nor the other way round', async () => {
    const person = await logInPerson(shop);
    expect((await refresh(person.token)).status).toBe(401);
    expect(await isAlive(person.refreshToken)).toBe(false);
  });
});

describe('a session ends', () => {
  test('30 days after it was last used', async () => {
    const used = await logInPerson(shop);
    const idle = await logInAgain(shop, used.email);
    pass(30 * day - 1);
    const { body } = await refresh(used.refreshToken);
    expect(body.code).toBe(200);
    pass(1);
    expect((await refresh(idle.refreshToken)).status).toBe(401);
    const { body: listed } = await ask(shop, 'GET', '/api/user/sessions', undefined, {
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

describe('the shop’s own pages (decision 42)', () => {
  const web = { 'x-clientid': 'web' };
  const own = () => ({ ...web, origin: shop.origin });
  const logIn = async (headers: Record<string, string>) => {
    const { email } = await logInPerson(shop);
    const answer = await shop.post('/api/user/login', { username: email, password }, headers);
    return { ...answer, cookies: answer.headers.getSetCookie() };
  };
  const refreshCookie = (cookies: string[]) => cookies.find((one) => one.includes('fynbos-refresh'))!;
  const asSent = (cookies: string[]) => ({ cookie: refreshCookie(cookies).split(';')[0]! });

  test('get the refresh token in a cookie that no script can read, and not in the answer', async () => {
    const { body, cookies } = await logIn(own());
    expect(body.meta).toEqual({ expiresIn: 600 });
    expect(refreshCookie(cookies)).toMatch(
      /^fynbos-refresh=[\w-]{43}; Path=\/api\/user\/refresh; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    );
    expect(JSON.stringify(body)).not.toContain(asSent(cookies).cookie.split('=')[1]);
  });

  test('exchange it without ever seeing it, whatever they call themselves', async () => {
    const { cookies } = await logIn(own());
    for (const headers of [own(), { origin: shop.origin }]) {
      const {
        status,
        headers: sent,
        body,
      } = await ask(shop, 'POST', '/api/user/refresh', {}, { ...headers, ...asSent(cookies) });
      expect(status).toBe(200);
      expect(body.meta).toEqual({ expiresIn: 600 });
      expect(refreshCookie(sent.getSetCookie())).toMatch(/^fynbos-refresh=[\w-]{43};/);
    }
  });

  test('lose the cookie with the session', async () => {
    const { cookies, body } = await logIn(own());
    const out = await ask(shop, 'DELETE', '/api/user/refresh', undefined, { ...own(), ...asSent(cookies) });
    expect(refreshCookie(out.headers.getSetCookie())).toMatch(/^fynbos-refresh=; .*Max-Age=0;/);
    expect(await isAlive(body.result)).toBe(false);
    const refused = await ask(shop, 'POST', '/api/user/refresh', {}, { ...own(), ...asSent(cookies) });
    expect(refused.status).toBe(401);
    expect(refreshCookie(refused.headers.getSetCookie())).toContain('Max-Age=0');
  });

  test('the cookie is Secure, and so named, where visitors come by https', async () => {
    const secure = await openTestShop('', () => now, { PUBLIC_URL: 'https://shop.example' });
    const { email } = await logInPerson(secure);
    const answer = await secure.post(
      '/api/user/login',
      { username: email, password },
      { ...web, origin: 'https://shop.example' },
    );
    for (const cookie of answer.headers.getSetCookie()) {
      expect(cookie).toMatch(/^__Secure-fynbos-(refresh|device)=.*; HttpOnly; SameSite=Strict; Secure$/);
    }
    expect(answer.headers.getSetCookie()).toHaveLength(2);
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
  test(`a cookie that a foreign page sends along does nothing, in ${foreign.length * 4} ways (T10)`, async () => {
    const { cookies, body } = await logIn(own());
    for (const headers of foreign) {
      const sent = { ...headers, ...asSent(cookies) };
      for (const answer of [
        await ask(shop, 'POST', '/api/user/refresh', {}, sent),
        await ask(shop, 'DELETE', '/api/user/refresh', undefined, sent),
        await logIn({ ...headers, ...web }),
      ]) {
        expect([headers, answer.status]).toEqual([headers, 403]);
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
      const form = { ...sent, 'content-type': 'text/plain' };
      expect((await ask(shop, 'POST', '/api/user/refresh', '{}', form)).status).toBe(415);
    }
    expect(await isAlive(body.result)).toBe(true);
  });
});

describe('passwords (ACC-2, T18)', () => {
  const changed = 'Rooibos-and-honey-9';

  test('a change needs the old one, ends every other session at once, and is told by mail', async () => {
    const person = await logInPerson(shop);
    const other = await logInAgain(shop, person.email);
    const change = (currentPassword: string, newPassword: string) =>
      person.ask('POST', '/api/user/change-password', { currentPassword, newPassword });
    expect(await change('wrong', changed)).toMatchObject({
      status: 403,
      body: { result: { errorMessage: 'The current password is not right.' } },
    });
    expect((await change(password, 'short')).body).toMatchObject({
      result: { errorMessage: 'Some of the information sent is not valid.' },
      meta: { fields: [{ field: 'body/newPassword', fault: 'password_short' }] },
    });
    expect(await lives(other)).toBe(true);
    expect((await change(password, changed)).body.result).toBe(true);
    expect(await lives(other)).toBe(false);
    expect((await refresh(other.refreshToken)).status).toBe(401);
    expect(await lives(person)).toBe(true);
    const login = (word: string) => shop.post('/api/user/login', { username: person.email, password: word });
    expect((await login(password)).status).toBe(401);
    expect((await login(changed)).status).toBe(200);
    expect(await mailTo(person.email)).toMatchObject({ subject: 'Your password was changed' });
  });

  test('the old name of the call does the same, and nobody changes one without a session', async () => {
    const person = await logInPerson(shop);
    const sent = { currentPassword: password, newPassword: changed };
    expect((await person.ask('POST', '/api/user/changePassword', sent)).body.result).toBe(true);
    expect(await shop.post('/api/user/change-password', sent)).toMatchObject({
      status: 401,
      body: { result: { errorMessage: 'You need to be logged in to see this page' } },
    });
  });

  test('trying out old ones with a stolen session ends after ten', async () => {
    const person = await logInPerson(shop);
    const statuses = [];
    for (let attempt = 0; attempt < 12; attempt++) {
      const sent = { currentPassword: `guess-number-${attempt}`, newPassword: changed };
      statuses.push((await person.ask('POST', '/api/user/change-password', sent)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
  });

  const askFor = (email: string, headers: Record<string, string> = {}, path = '/api/user/reset-password') =>
    shop.post(path, { email }, { 'x-forwarded-for': '10.77.0.1', ...headers });
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

  test('a forgotten one is chosen anew by a mailed link, once; every session ends (decision 10)', async () => {
    const person = await logInPerson(shop);
    expect((await askFor(person.email, {}, '/api/user/resetPassword')).body.result).toBe(true);
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
      body: { result: { errorMessage: 'This link is no longer valid. Please ask for a new one.' } },
    });
    const { status } = await shop.post('/api/user/login', { username: person.email, password: changed });
    expect(status).toBe(200);
  });

  test('of ten that use one link at once, one succeeds', async () => {
    const person = await logInPerson(shop);
    await askFor(person.email);
    const link = await linkOf(person.email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(link)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
  });

  test('a link holds for 30 minutes; a used one takes the others with it; somebody else’s changes nothing of mine', async () => {
    const [mine, other] = [await logInPerson(shop), await logInPerson(shop)];
    await askFor(mine.email);
    const first = await linkOf(mine.email);
    pass(30 * minute - 1);
    expect((await isValid(first)).result.valid).toBe(true);
    pass(1);
    expect((await isValid(first)).result.valid).toBe(false);
    expect((await confirm(first)).status).toBe(400);
    await askFor(mine.email);
    const second = await linkOf(mine.email);
    await askFor(mine.email);
    const third = await linkOf(mine.email);
    await askFor(other.email);
    expect((await confirm(await linkOf(other.email))).status).toBe(200);
    expect((await isValid(third)).result.valid).toBe(true);
    expect((await confirm(third)).status).toBe(200);
    expect((await isValid(second)).result.valid).toBe(false);
    const { status } = await shop.post('/api/user/login', { username: other.email, password: changed });
    expect(status).toBe(200);
  });

  test('the link leads to the shop, whatever a request says its host is (T6)', async () => {
    const person = await logInPerson(shop);
    const lies: Record<string, string>[] = [
      { 'x-forwarded-host': 'evil.example' },
      { forwarded: 'host=evil.example' },
      { 'x-forwarded-proto': 'gopher' },
    ];
    for (const lie of lies) {
      pass(day);
      await askFor(person.email, lie);
      expect((await mailTo(person.email))!.text).toContain(
        'http://localhost:3000/Account/Reset-Password?link=',
      );
      expect((await mailTo(person.email))!.text).not.toMatch(/evil|gopher/);
    }
  });
});
