import { accountEndpoints } from '@fynbos/core/accounts/contract.ts';
import { listOwnReviews } from '@fynbos/core/content/contract.ts';
import { hashCount, verificationCount } from '@fynbos/test-kit/accounts/cheap-argon2.ts';
import {
  behindProxy,
  callApi,
  capeTown,
  freshAddress,
  logInCustomer,
  logInPerson,
  password,
  registerPerson,
} from '@fynbos/test-kit/accounts/customers.ts';
import { setBucketTokens } from '@fynbos/test-kit/network/rate-limit-buckets.ts';
import { openTestShop, type TestResponse, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { isLong, repetitions } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bucketKey } from '../platform/rate-limit/rate-limits.ts';

/** Attacks (security.md section 2). The clock is fixed, so that no bucket refills by itself. */
const hour = 60 * 60 * 1000;
let now = new Date('2026-11-20T08:00:00Z');
let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop('', () => now, behindProxy);
});
afterAll(() => shop.close());
beforeEach(() => {
  now = new Date(now.getTime() + 24 * hour);
});

const from = (address: string) => ({ 'x-forwarded-for': address });

describe("access to other customers' data (T3)", () => {
  const open = [
    'createCustomer',
    'login',
    'refreshToken',
    'logout',
    'resetPassword',
    'resetPasswordAlias',
    'checkPasswordLink',
    'checkPasswordLinkByGet',
    'confirmPasswordReset',
    'confirmEmail',
  ];
  const personal = [...accountEndpoints, listOwnReviews].filter(({ name }) => !open.includes(name));
  const bodies: Record<string, unknown> = {
    updateCustomer: { customer: { firstname: 'Stolen' } },
    changePassword: { currentPassword: password, newPassword: 'Another-password-1' },
    changePasswordAlias: { currentPassword: password, newPassword: 'Another-password-1' },
    saveValue: { value: [] },
    eraseCustomer: { currentPassword: password },
  };
  const call = (endpoint: (typeof personal)[number], id: string, headers: Record<string, string>) =>
    callApi(
      shop,
      endpoint.method,
      endpoint.path.replace('{id}', id).replace('{name}', 'wishlist'),
      bodies[endpoint.name] ?? (endpoint.method === 'GET' ? undefined : {}),
      headers,
    );

  test(`guests, expired and made-up tokens get 401 with one message from all ${personal.length} personal endpoints`, async () => {
    const owner = await logInPerson(shop);
    const { body } = await owner.request('GET', '/api/user/sessions');
    const expired = await logInPerson(shop);
    now = new Date(now.getTime() + 600_000);
    const owned = await logInCustomer(shop, owner.email);
    const strangers: Record<string, string>[] = [
      {},
      { authorization: '' },
      { authorization: 'Bearer ' },
      { authorization: 'Basic dGhhbmRpOng=' },
      { authorization: `Bearer ${expired.token}` },
      { authorization: `Bearer ${owner.refreshToken}` },
      { authorization: `Bearer ${'A'.repeat(43)}` },
      { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJpZCI6MX0.' },
    ];
    let attempts = 0;
    for (const headers of strangers) {
      for (const endpoint of personal) {
        for (const id of [body.result[0].id, '00000000-0000-4000-8000-000000000000']) {
          const { status, body: responseBody } = await call(endpoint, id, headers);
          const message = responseBody.result.errorMessage ?? responseBody.result;
          expect([endpoint.name, status, message]).toEqual([
            endpoint.name,
            401,
            'You need to be logged in to see this page',
          ]);
          attempts += 1;
        }
      }
    }
    expect(attempts).toBe(strangers.length * personal.length * 2);
    expect((await owned.request('GET', '/api/user/me')).body.result.firstname).toBe('Thandi');
  });

  test('ids of another customer get exactly the response of unknown ids', async () => {
    const [a, b] = [await logInPerson(shop, { addresses: [capeTown] }), await logInPerson(shop)];
    const session = (await a.request('GET', '/api/user/sessions')).body.result[0].id;
    const address = (await a.request('GET', '/api/user/me')).body.result.addresses[0];
    const steal = (candidate: object) =>
      b.request('POST', '/api/user/me', { customer: { firstname: 'Stolen', addresses: [candidate] } });
    const pairs: [TestResponse, TestResponse][] = [
      [
        await b.request('DELETE', `/api/user/sessions/${session}`),
        await b.request('DELETE', '/api/user/sessions/00000000-0000-4000-8000-000000000000'),
      ],
      [
        await b.request('DELETE', `/api/user/sessions/${session}`),
        await b.request('DELETE', '/api/user/sessions/nonsense'),
      ],
      [await steal({ ...capeTown, id: address.id }), await steal({ ...capeTown, id: 2_000_000_000 })],
      [await steal({ ...capeTown, id: `${address.id}` }), await steal({ ...capeTown, id: '2000000000' })],
      [
        await steal({ ...capeTown, customer_id: a.id }),
        await steal({ ...capeTown, customer_id: 2_000_000_000 }),
      ],
      [await steal(address), await steal({ ...address, id: 9_999_999_999 })],
    ];
    for (const [foreign, missing] of pairs) {
      expect([foreign.status, withoutId(foreign)]).toEqual([404, withoutId(missing)]);
    }
    expect((await a.request('GET', '/api/user/me')).body.result.addresses).toEqual([address]);
    expect((await b.request('GET', '/api/user/me')).body.result.firstname).toBe('Thandi');
  });

  test('stored values are visible to their customer only', async () => {
    const [a, b] = [await logInPerson(shop), await logInPerson(shop)];
    await a.request('POST', '/api/user/values/loyalty-card', { value: { number: '60012345' } });
    expect((await b.request('GET', '/api/user/values/loyalty-card')).body.result).toBe('');
    expect(JSON.stringify((await b.request('GET', '/api/user/export')).body)).not.toContain(a.email);
  });
});

describe('account enumeration (T6)', () => {
  const rounds = repetitions(10, 500);
  const timeoutMs = isLong ? 600_000 : 120_000;

  test(
    `login responds identically, after the same work, for ${rounds} known and ${rounds} unknown addresses`,
    async ({ task }) => {
      const known = await Promise.all(Array.from({ length: rounds }, () => registerPerson(shop)));
      const times: [number[], number[]] = [[], []];
      const responses = new Set<string>();
      const logIn = async (kind: 0 | 1, username: string) => {
        const begin = performance.now();
        const response = await shop.post(
          '/api/user/login',
          { username, password: 'Wrong-password-1' },
          from(freshAddress()),
        );
        times[kind].push(performance.now() - begin);
        responses.add(`${response.status} ${withoutId(response)}`);
      };
      const verified = verificationCount();
      for (const [index, { email }] of known.entries()) {
        await logIn(0, email);
        await logIn(1, `nobody${index}@example.co.za`);
      }
      expect(responses.size).toBe(1);
      // Nearly all of the time is the one verification of a password.
      if (isLong) expectAlike(times);
      else expect(verificationCount() - verified).toBe(2 * rounds);
      task.meta.attempts = rounds * 2;
    },
    timeoutMs,
  );

  test(
    `reset-password responds identically${isLong ? ' and in the same time' : ''} for ${rounds} known and ${rounds} unknown addresses`,
    async ({ task }) => {
      const known = await Promise.all(Array.from({ length: rounds }, () => registerPerson(shop)));
      const times: [number[], number[]] = [[], []];
      const responses = new Set<string>();
      const requestReset = async (kind: 0 | 1, email: string) => {
        const begin = performance.now();
        const response = await shop.post('/api/user/reset-password', { email }, from(freshAddress()));
        times[kind].push(performance.now() - begin);
        responses.add(`${response.status} ${withoutId(response)}`);
      };
      for (let start = 0; start < rounds; start += 10) {
        const batch = known
          .slice(start, start + 10)
          .map(({ email }, index) => [
            () => requestReset(0, email),
            () => requestReset(1, `nobody${start + index}@example.co.za`),
          ]);
        await Promise.all(
          batch.flatMap((two, index) => (index % 2 ? two : two.toReversed())).map((run) => run()),
        );
      }
      expect([...responses]).toEqual(['200 {"code":200,"result":true}']);
      if (isLong) expectAlike(times);
      task.meta.attempts = rounds * 2;
    },
    timeoutMs,
  );

  test('the fourth reset within an hour responds as the first, for known and unknown addresses', async () => {
    const { email } = await registerPerson(shop);
    for (const address of [email, 'nobody-at-all@example.co.za']) {
      const responses = new Set<string>();
      for (let index = 0; index < 5; index++) {
        const sent = await shop.post('/api/user/reset-password', { email: address }, from(freshAddress()));
        responses.add(`${sent.status} ${withoutId(sent)}`);
      }
      expect([...responses]).toEqual(['200 {"code":200,"result":true}']);
    }
    expect(await resetMailsTo(email)).toBe(3);
  });

  test('requests for aliases of a mailbox do not prevent the reset of its owner (T7)', async () => {
    const { email } = await registerPerson(shop);
    const stranger = freshAddress();
    const statuses = [];
    for (let index = 0; index < 6; index++) {
      const alias = email.replace('@', `+${index}@`);
      statuses.push((await shop.post('/api/user/reset-password', { email: alias }, from(stranger))).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    await shop.post('/api/user/reset-password', { email }, from(freshAddress()));
    expect(await resetMailsTo(email)).toBe(1);
  });

  async function resetMailsTo(email: string): Promise<number> {
    const mails = shop.db.selectFrom('mail').select('subject').where('recipient', '=', email);
    return (await mails.execute()).filter(({ subject }) => subject === 'Choose a new password').length;
  }

  test('checking a password link returns its validity and nothing about its owner', async () => {
    const path = '/api/account/GetUserIDFromPasswordLink';
    const { body } = await shop.get(`${path}?forgotPasswordHash=guess`);
    expect(body).toEqual({ code: 200, result: { valid: false } });
    expect((await shop.post(path, { forgotPasswordHash: 'guess' })).body).toEqual(body);
  });

  describe('guessed links', () => {
    const newPassword = 'Rooibos-and-honey-9';
    const follow = (kind: string, clientIp: string) =>
      ({
        'password-link': () =>
          shop.post('/api/user/confirm-password-reset', { link: 'guess', newPassword }, from(clientIp)),
        'confirm-email-link': () =>
          shop.post('/api/user/confirm-email', { link: 'guess', clear: true }, from(clientIp)),
        'newsletter-link': () => shop.post('/api/newsletter/confirm', { link: 'guess' }, from(clientIp)),
      })[kind]!();

    test.each(['password-link', 'confirm-email-link', 'newsletter-link'])(
      'are refused without hashing a password, and limited by network (%s)',
      async (kind) => {
        const clientIp = freshAddress();
        const hashed = hashCount();
        expect((await follow(kind, clientIp)).status).toBe(400);
        expect(hashCount()).toBe(hashed);
        await setBucketTokens(shop.db, bucketKey(`${kind}-network`, clientIp.replace(/\.\d+$/, '')), 0, now);
        expect((await follow(kind, clientIp)).status).toBe(429);
        expect((await follow(kind, freshAddress())).status).toBe(400);
      },
    );
  });

  /**
   * Compares how often one kind takes longer than the other: half the time if they are indistinguishable.
   * Few samples would scatter too widely.
   */
  function expectAlike([known, unknown]: [number[], number[]]): void {
    const longer = known.flatMap((knownMs) => unknown.map((unknownMs) => Number(knownMs > unknownMs)));
    const share = longer.reduce((sum, value) => sum + value, 0) / longer.length;
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.6);
  }
});

describe('credential stuffing (T7)', () => {
  const networks = isLong ? 4 : 1;
  const pairsEach = isLong ? 500 : 150;
  test(`${pairsEach} pairs from 50 client IPs of each network, ${networks} in all: at most 100 per network are checked`, async () => {
    const pairs = Array.from({ length: pairsEach * networks }, (_, index) => ({
      username: `leaked${index}@example.co.za`,
      address: `203.0.${index % networks}.${Math.floor(index / networks) % 50}`,
    }));
    const statuses = await inBatches(pairs, 50, async ({ username, address }) => {
      const sent = { username, password: 'Leaked-password-1' };
      return (await shop.post('/api/user/login', sent, from(address))).status;
    });
    expect(statuses.filter((status) => status === 401)).toHaveLength(100 * networks);
    expect(statuses.filter((status) => status === 429)).toHaveLength((pairsEach - 100) * networks);
  });

  test('a client IP gets 20 failed logins; successful ones do not count', async () => {
    const person = await registerPerson(shop);
    const address = freshAddress();
    for (let login = 0; login < 30; login++) await logInCustomer(shop, person.email, from(address));
    const names = Array.from({ length: 25 }, (_, index) => `spray${index}@example.co.za`);
    const statuses = await inBatches(names, 1, async (username) => {
      return (await shop.post('/api/user/login', { username, password }, from(address))).status;
    });
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
  });

  const strangers = isLong ? 300 : 40;
  test(`${strangers} client IPs share 10 attempts at one account; the owner's known browser can still log in`, async () => {
    const { email } = await registerPerson(shop);
    const web = { 'x-clientid': 'web', origin: shop.origin };
    const first = await shop.post(
      '/api/user/login',
      { username: email, password },
      { ...web, ...from(freshAddress()) },
    );
    const device = first.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('fynbos-device='))!
      .split(';')[0]!;
    const clientIps = Array.from({ length: strangers }, freshAddress);
    const guess = { username: email, password: 'Guessed-password-1' };
    const statuses = await inBatches(clientIps, 30, async (address) => {
      return (await shop.post('/api/user/login', guess, from(address))).status;
    });
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    const login = (headers: Record<string, string>) =>
      shop.post(
        '/api/user/login',
        { username: email, password },
        { ...web, ...from(freshAddress()), ...headers },
      );
    expect((await login({})).status).toBe(429);
    expect((await login({ cookie: device })).status).toBe(200);
    // No permanent lockout: six minutes later there is another attempt.
    now = new Date(now.getTime() + hour / 10);
    expect((await login({})).status).toBe(200);
  });

  test('a blocked client IP cannot use up the login limits of an account', async ({ task }) => {
    const { email } = await registerPerson(shop);
    const clientIp = freshAddress();
    await setBucketTokens(shop.db, bucketKey('login-right-machine', clientIp), 0, now);
    const guess = { username: email, password: 'Guessed-password-1' };
    const attempts = Array.from({ length: 110 }, () => guess);
    const statuses = await inBatches(attempts, 10, async (sent) => {
      return (await shop.post('/api/user/login', sent, from(clientIp))).status;
    });
    expect(new Set(statuses)).toEqual(new Set([429]));
    // No limit of the account was used: neither for successful nor for failed logins.
    for (let login = 0; login < 3; login++) await logInCustomer(shop, email, from(freshAddress()));
    const elsewhere = await shop.post('/api/user/login', guess, from(freshAddress()));
    expect(elsewhere.status).toBe(401);
    task.meta.attempts = attempts.length;
  });

  test('guesses do not use up the successful logins of an account, not even while they are checked', async ({
    task,
  }) => {
    const { email } = await registerPerson(shop);
    const web = { 'x-clientid': 'web', origin: shop.origin };
    const logIn = (typed: string, headers = {}) => {
      const sent = { username: email, password: typed };
      return shop.post('/api/user/login', sent, { ...web, ...from(freshAddress()), ...headers });
    };
    const [deviceCookie = ''] = (await logIn(password)).headers.getSetCookie();
    const cookie = deviceCookie.split(';')[0]!;
    await setBucketTokens(shop.db, bucketKey('login-right-account', email), 1, now);
    const guesses = Array.from({ length: 9 }, () => logIn('Guessed-password-1'));
    const owner = await logIn(password, { cookie });
    expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(Array(9).fill(401));
    expect(owner.status).toBe(200);
    task.meta.attempts = guesses.length;
  });

  test("successful logins above the account's limit count as failed ones, even from a known browser", async () => {
    const { email } = await registerPerson(shop);
    const sent = { username: email, password };
    const web = { 'x-clientid': 'web', origin: shop.origin, ...from(freshAddress()) };
    const [deviceCookie = ''] = (await shop.post('/api/user/login', sent, web)).headers.getSetCookie();
    const known = { ...web, cookie: deviceCookie.split(';')[0]! };
    await setBucketTokens(shop.db, bucketKey('login-right-account', email), 0, now);
    for (let login = 0; login < 12; login++)
      expect((await shop.post('/api/user/login', sent, known)).status).toBe(429);
    // The browser's ten attempts are used up too: it can cause no more password checks.
    await setBucketTokens(shop.db, bucketKey('login-right-account', email), 5, now);
    expect((await shop.post('/api/user/login', sent, known)).status).toBe(429);
    expect((await shop.post('/api/user/login', sent, from(freshAddress()))).status).toBe(200);
  });

  test('the owner of the mailbox can log in after a reset while strangers use up all attempts', async () => {
    const { email } = await registerPerson(shop);
    const guess = (address: string) =>
      shop.post('/api/user/login', { username: email, password: 'Guessed-password-1' }, from(address));
    await inBatches(Array.from({ length: 30 }, freshAddress), 10, guess);
    const owner = from(freshAddress());
    const logIn = (word: string, cookie = '') =>
      shop.post('/api/user/login', { username: email, password: word }, { ...owner, cookie });
    expect((await logIn(password)).status).toBe(429);
    await shop.post('/api/user/reset-password', { email }, owner);
    const { text } = await shop.db
      .selectFrom('mail')
      .select('text')
      .where('recipient', '=', email)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const link = decodeURIComponent(/link=([\w%-]+)/.exec(text)![1]!);
    const newPassword = 'Rooibos-and-honey-9';
    const reset = await shop.post('/api/user/confirm-password-reset', { link, newPassword }, owner);
    const [deviceCookie = ''] = reset.headers.getSetCookie();
    expect(deviceCookie).toMatch(
      /^fynbos-device=[\w.-]+; Max-Age=\d+; Path=\/api\/user\/login; HttpOnly; SameSite=Strict/,
    );
    await inBatches(Array.from({ length: 30 }, freshAddress), 10, guess);
    expect((await logIn(newPassword)).status).toBe(429);
    expect((await logIn(newPassword, deviceCookie.split(';')[0])).status).toBe(200);
  });

  test('the device cookie of an earlier password has no attempts of its own', async () => {
    const person = await logInPerson(shop);
    const logIn = (typed: string, cookie = '') =>
      shop.post(
        '/api/user/login',
        { username: person.email, password: typed },
        { 'x-clientid': 'web', origin: shop.origin, cookie, ...from(freshAddress()) },
      );
    const deviceOf = ({ headers }: TestResponse) =>
      headers
        .getSetCookie()
        .find((cookie) => cookie.startsWith('fynbos-device='))!
        .split(';')[0]!;
    const stolen = deviceOf(await logIn(password));
    const newPassword = 'Rooibos-and-honey-9';
    const sent = { currentPassword: password, newPassword };
    const own = deviceOf(await person.request('POST', '/api/user/change-password', sent));
    await setBucketTokens(shop.db, bucketKey('login-account', person.email), 0, now);
    expect((await logIn('Guessed-password-1', stolen)).status).toBe(429);
    expect((await logIn(newPassword, own)).status).toBe(200);
  });

  test('a device cookie grants no access and has an effect for its own account only', async () => {
    const [owner, stranger] = [await registerPerson(shop), await registerPerson(shop)];
    const web = { 'x-clientid': 'web', origin: shop.origin };
    const { headers } = await shop.post(
      '/api/user/login',
      { username: owner.email, password },
      { ...web, ...from(freshAddress()) },
    );
    const device = headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('fynbos-device='))!
      .split(';')[0]!;
    const guess = async (username: string, cookie: string) =>
      (
        await shop.post(
          '/api/user/login',
          { username, password: 'Guessed-password-1' },
          { cookie, ...from(freshAddress()) },
        )
      ).status;
    const at = async (username: string, cookie: string) => {
      const statuses = [];
      for (let index = 0; index < 12; index++) statuses.push(await guess(username, cookie));
      return statuses;
    };
    const ten = [...Array(10).fill(401), 429, 429];
    expect(await at(stranger.email, device)).toEqual(ten);
    expect(await at(owner.email, device)).toEqual(ten);
    expect(await at(owner.email, `${device}x`)).toEqual(ten);
  });

  test('X-Forwarded-For from an untrusted client is ignored', async () => {
    const direct = await openTestShop('', () => now);
    const statuses = [];
    for (let index = 0; index < 22; index++) {
      const sent = { username: `spray${index}@example.co.za`, password };
      statuses.push((await direct.post('/api/user/login', sent, from(freshAddress()))).status);
    }
    expect(statuses).toEqual([...Array(20).fill(401), 429, 429]);
    await direct.close();
  });
});

describe('session fixation (T8)', () => {
  test('a login always starts a new session with its own tokens, whatever the request contains', async () => {
    const [attacker, victim] = [await logInPerson(shop), await registerPerson(shop)];
    const planted = {
      authorization: `Bearer ${attacker.token}`,
      cookie: `fynbos-refresh=${attacker.refreshToken}; fynbos-device=${attacker.token}`,
    };
    const sent = {
      username: victim.email,
      password,
      refreshToken: attacker.refreshToken,
      token: attacker.token,
    };
    const { body } = await shop.post('/api/user/login', sent, { ...planted, ...from(freshAddress()) });
    expect([attacker.token, attacker.refreshToken]).not.toContain(body.result);
    expect([attacker.token, attacker.refreshToken]).not.toContain(body.meta.refreshToken);
    expect((await attacker.request('GET', '/api/user/me')).body.result.id).toBe(attacker.id);
    const renewed = await shop.post('/api/user/refresh', { refreshToken: attacker.refreshToken });
    const me = await shop.get('/api/user/me', { authorization: `Bearer ${renewed.body.result}` });
    expect(me.body.result.id).toBe(attacker.id);
  });

  test('personal responses are not cacheable, so nothing remains after logout', async () => {
    const person = await logInPerson(shop);
    for (const path of ['me', 'sessions', 'order-history', 'values/wishlist', 'export']) {
      const { headers } = await person.request('GET', `/api/user/${path}`);
      expect([path, headers.get('cache-control')]).toEqual([path, 'no-store']);
    }
  });
});

describe('mail flooding and header injection (T21)', () => {
  const mailsSince = async (id: number) =>
    shop.db
      .selectFrom('mail')
      .select(['id', 'recipient', 'subject', 'headers'])
      .where('id', '>', id)
      .execute();
  const lastMail = async () =>
    (await shop.db.selectFrom('mail').select('id').orderBy('id', 'desc').executeTakeFirst())?.id ?? 0;

  const flood = repetitions(40, 1000);

  test(`${flood} calls for one mailbox from ${flood} client IPs send 3 mails`, async () => {
    const { email } = await registerPerson(shop);
    const before = await lastMail();
    await inBatches(Array.from({ length: flood }, freshAddress), 50, (address) =>
      shop.post('/api/user/reset-password', { email }, from(address)),
    );
    expect(await mailsSince(before)).toHaveLength(3);
  });

  test(`${flood} calls from one client IP for many mailboxes send 5 mails`, async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => registerPerson(shop)));
    const before = await lastMail();
    const address = freshAddress();
    await inBatches(
      Array.from({ length: flood }, (_, index) => users[index % 20]!),
      50,
      ({ email }) => shop.post('/api/user/reset-password', { email }, from(address)),
    );
    expect(await mailsSince(before)).toHaveLength(5);
  });

  const injections = [
    'a@example.co.za\r\nBcc: evil@example.com',
    'a@example.co.za\nTo: evil@example.com',
    'a@example.co.za%0d%0aBcc: evil@example.com',
    'a@example.co.za\u2028Bcc: evil@example.com',
    'a@example.co.za, evil@example.com',
    'a@example.co.za;evil@example.com',
    'a@example.co.za evil@example.com',
    '"A" <evil@example.com>',
    'a@example.co.za\u0000',
    ['a@example.co.za', 'evil@example.com'],
    { to: 'evil@example.com' },
    null,
  ];
  test(`${injections.length} addresses with injected recipients are rejected by four endpoints`, async () => {
    const before = await lastMail();
    for (const email of injections) {
      const customer = { email, firstname: 'Thandi', lastname: 'Nkosi' };
      const responses = [
        await shop.post('/api/user/reset-password', { email }, from(freshAddress())),
        await shop.post('/api/user/create', { customer, password }, from(freshAddress())),
        await shop.post('/api/newsletter/subscribe', { email }, from(freshAddress())),
        await callApi(shop, 'DELETE', '/api/newsletter/subscribe', { email }, from(freshAddress())),
      ];
      expect([email, ...responses.map(({ status }) => status)]).toEqual([email, 400, 400, 400, 400]);
    }
    expect(await mailsSince(before)).toEqual([]);
  });
});

/** Returns a response without its request id. */
function withoutId({ body }: TestResponse): string {
  const { requestId: _, ...meta } = body.meta ?? {};
  return JSON.stringify({ ...body, ...(body.meta ? { meta } : {}) });
}

async function inBatches<Item, Result>(
  all: readonly Item[],
  size: number,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < all.length; start += size) {
    results.push(...(await Promise.all(all.slice(start, start + size).map(run))));
  }
  return results;
}
