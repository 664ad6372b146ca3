import {
  behindProxy,
  callApi,
  freshAddress,
  logInCustomer,
  logInPerson,
  logInPersonOnPage,
  type Person,
  password,
  registerPerson,
} from '@fynbos/test-kit/accounts/customers.ts';
import { setBucketTokens } from '@fynbos/test-kit/network/rate-limit-buckets.ts';
import { openTestShop, type TestResponse, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { isLong } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bucketKey } from '../platform/rate-limit/rate-limits.ts';

/**
 * Attacks that exhaust the shop or flood a mailbox. The clock is fixed, so that no bucket refills by
 * itself.
 */

const day = 24 * 60 * 60 * 1000;
let now = new Date('2026-11-20T08:00:00Z');
let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop('', () => now, behindProxy);
});
afterAll(() => shop.close());
beforeEach(() => {
  now = new Date(now.getTime() + day);
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const times = <Made>(count: number, make: (at: number) => Made) =>
  Array.from({ length: count }, (_, at) => make(at));

async function inBatches<One, Result>(
  all: readonly One[],
  size: number,
  run: (item: One, at: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < all.length; start += size) {
    results.push(
      ...(await Promise.all(all.slice(start, start + size).map((item, at) => run(item, start + at)))),
    );
  }
  return results;
}

const lastMail = async () =>
  (await shop.db.selectFrom('mail').select('id').orderBy('id', 'desc').executeTakeFirst())?.id ?? 0;
const mailsSince = (id: number) =>
  shop.db.selectFrom('mail').select(['id', 'recipient', 'subject']).where('id', '>', id).execute();
/** Number of mails by subject. */
async function countSince(id: number): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (const { subject } of await mailsSince(id)) counted[subject] = (counted[subject] ?? 0) + 1;
  return counted;
}

describe('credential stuffing with long lists (T7)', () => {
  const pairs = isLong ? 5000 : 150;
  const clientCount = isLong ? 500 : 15;
  const networks = isLong ? 20 : 1;

  test(`${pairs} pairs from ${clientCount} client IPs in ${networks} network(s): few are checked, fewer succeed, and the owner can still log in`, {
    timeout: isLong ? 600_000 : 120_000,
  }, async ({ task }) => {
    const users = await inBatches(times(isLong ? 100 : 10, String), 5, () => registerPerson(shop));
    const owner = await registerPerson(shop);
    const web = { 'x-clientid': 'web', origin: shop.origin };
    const login = (headers: Record<string, string>) =>
      shop.post('/api/user/login', { username: owner.email, password }, { ...web, ...headers });
    const first = await login(from(freshAddress()));
    const device = first.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('fynbos-device='))!
      .split(';')[0]!;
    const step = pairs / users.length;
    // The correct pairs are spread over the whole list and over all networks.
    const attempts = times(pairs, (at) => {
      const person = Math.floor(at / step);
      const isRight = at % step === person % step;
      return {
        username: isRight ? users[person]!.email : at % 7 ? `leak${at}@example.co.za` : owner.email,
        typed: isRight ? password : 'Leaked-password-1',
        address: `198.51.${at % networks}.${Math.floor(at / networks) % (clientCount / networks)}`,
      };
    });
    const batch = 25;
    const late: number[] = [];
    const statuses = await inBatches(attempts, batch, async ({ username, typed, address }, at) => {
      const { status } = await shop.post('/api/user/login', { username, password: typed }, from(address));
      if (at % (pairs / 5) !== 0) return status;
      const begun = performance.now();
      expect((await login({ ...from(freshAddress()), cookie: device })).status).toBe(200);
      late.push(performance.now() - begun);
      return status;
    });
    const count = (expectedStatus: number) => statuses.filter((status) => status === expectedStatus).length;
    expect(count(401) + count(429) + count(200)).toBe(pairs);
    expect(count(200)).toBeGreaterThan(0);
    if (isLong) expect(Math.max(...late)).toBeLessThan(2000);
    // Once failed attempts of a network have used up its hundred, all its logins are refused; no client IP
    // reaches its own limit of twenty.
    const wrongOf = (network: number, end = pairs) =>
      statuses.slice(0, end).filter((status, at) => status === 401 && at % networks === network).length;
    const behind = (at: number) => wrongOf(at % networks, at - (at % batch)) >= 100;
    const right = attempts.flatMap(({ typed }, at) => (typed === password ? [at] : []));
    expect(right.filter((at) => behind(at) && statuses[at] !== 429)).toEqual([]);
    // A login with the right password takes one of the hundred while it is checked, so some may be left in
    // the end.
    for (let network = 0; network < networks; network++) {
      const guess = async (username: string, typed: string) => {
        const sent = { username, password: typed };
        return (await shop.post('/api/user/login', sent, from(`198.51.${network}.250`))).status;
      };
      let checked = wrongOf(network);
      for (let last = 0; last < 15; last++)
        if ((await guess(`late${last}@example.co.za`, 'Leaked-password-1')) === 401) checked += 1;
      expect(checked).toBe(100);
      expect(await guess(users[0]!.email, password)).toBe(429);
    }
    expect((await logInCustomer(shop, users[0]!.email, from(freshAddress()))).token).toBeTruthy();
    // A guess from elsewhere is no longer checked; the owner's own browser is.
    expect((await login(from(freshAddress()))).status).toBe(429);
    expect((await login({ ...from(freshAddress()), cookie: device })).status).toBe(200);
    task.meta.attempts = pairs;
  });

  test('a hundred concurrent logins with the right password succeed, further ones are limited, and 50 sessions remain', async ({
    task,
  }) => {
    const person = await registerPerson(shop);
    const otherPerson = await registerPerson(shop);
    const attempts = isLong ? 400 : 110;
    const address = freshAddress();
    const statuses = await inBatches(times(attempts, String), 10, async () => {
      const sent = { username: person.email, password };
      return (await shop.post('/api/user/login', sent, from(address))).status;
    });
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    // Another customer behind the same address is not affected.
    const neighbour = await logInCustomer(shop, otherPerson.email, from(address));
    expect((await neighbour.request('GET', '/api/user/me')).status).toBe(200);
    const live = await shop.db
      .selectFrom('customer_session')
      .select('id')
      .where('customer_id', '=', person.id)
      .where('ended_at', 'is', null)
      .execute();
    expect(live).toHaveLength(50);
    task.meta.attempts = attempts;
  });

  test('the least recently used session ends, never the new one', async () => {
    const person = await logInPerson(shop);
    for (let login = 0; login < 50; login++) {
      now = new Date(now.getTime() + 1000);
      const next = await logInCustomer(shop, person.email, from(freshAddress()));
      if (login === 48) expect((await person.request('GET', '/api/user/me')).status).toBe(200);
      if (login === 49) expect((await next.request('GET', '/api/user/me')).status).toBe(200);
    }
    expect((await person.request('GET', '/api/user/me')).status).toBe(401);
  });
});

describe('unsolicited mails to a mailbox (T21)', { timeout: isLong ? 600_000 : 120_000 }, () => {
  const register = (email: string, address: string) => {
    const customer = { email, firstname: 'Thandi', lastname: 'Nkosi' };
    return shop.post('/api/user/create', { customer, password }, from(address));
  };
  const spellings = (at: number) =>
    at % 2 ? `lerato.m+${at}@gmail.com` : `l.e.rato.m+${at}@${at % 4 ? 'gmail' : 'googlemail'}.com`;

  test('registrations with every spelling of a mailbox, from as many client IPs, send it three mails', async ({
    task,
  }) => {
    const count = isLong ? 1000 : 30;
    const before = await lastMail();
    const statuses = await inBatches(times(count, spellings), 20, async (email) => {
      return (await register(email, freshAddress())).status;
    });
    expect(statuses.every((status) => status === 200)).toBe(true);
    expect(await countSince(before)).toEqual({ [(await mailsSince(before))[0]!.subject]: 3 });
    // For taken addresses, one mailbox gets one mail.
    const after = await lastMail();
    await inBatches(times(count, spellings), 20, (email) => register(email, freshAddress()));
    expect(await mailsSince(after)).toHaveLength(1);
    task.meta.attempts = 2 * count;
  });

  test('all endpoints that send mail, in every spelling of a mailbox and from many client IPs, send few mails', async ({
    task,
  }) => {
    const rounds = isLong ? 200 : 5;
    const before = await lastMail();
    const mailbox = (at: number) => `sipho+${at}@example.co.za`;
    const post = (path: string, body: object, headers: Record<string, string> = from(freshAddress())) =>
      shop.post(path, body, headers);
    let attempts = 0;
    for (let at = 0; at < rounds; at++) {
      const email = mailbox(at);
      await register(email, freshAddress());
      const token = (await shop.get('/api/ext/mail-service/get-token', from(`10.250.${at}.1`))).body.result;
      const contactMessage = {
        token,
        sourceAddress: email,
        subject: 'Question',
        emailText: 'Rooibos?',
        confirmation: true,
      };
      await Promise.all([
        register(email, freshAddress()),
        post('/api/user/reset-password', { email }),
        post('/api/newsletter/subscribe', { email }),
        callApi(shop, 'DELETE', '/api/newsletter/subscribe', { email }, from(freshAddress())),
        post('/api/ext/mail-service/send-email', contactMessage, from(`10.250.${at}.1`)),
      ]);
      const login = await post('/api/user/login', { username: email, password });
      const authorization = `Bearer ${login.body.result}`;
      const changed = `${password}${at}`;
      await post(
        '/api/user/change-password',
        { currentPassword: password, newPassword: changed },
        { authorization },
      );
      await post(
        '/api/user/change-password',
        { currentPassword: changed, newPassword: password },
        { authorization },
      );
      await post('/api/user/erase', { currentPassword: password }, { authorization });
      attempts += 9;
    }
    const reached = (await mailsSince(before)).filter(({ recipient }) => recipient.startsWith('sipho'));
    // Three each of link, newsletter and farewell, five password changes, two confirmations, one
    // about a taken address.
    expect(reached.length).toBeGreaterThan(10);
    expect(reached.length).toBeLessThanOrEqual(20);
    task.meta.attempts = attempts;
  });

  test('the network limit covers all client IPs of a network', async ({ task }) => {
    const count = isLong ? 1000 : 150;
    const maxMails = isLong ? 500 : 50;
    if (!isLong)
      await setBucketTokens(shop.db, bucketKey('newsletter-network', '2001:db8:77'), maxMails, now);
    const before = await lastMail();
    const address = (at: number) => `2001:db8:77:${(at + 1).toString(16)}::1`;
    const statuses = await inBatches(times(count, address), 25, async (clientIp, at) => {
      const sent = { email: `reader${at}@example${at}.co.za` };
      return (await shop.post('/api/newsletter/subscribe', sent, from(clientIp))).status;
    });
    expect(statuses.filter((status) => status === 200)).toHaveLength(maxMails);
    expect(await mailsSince(before)).toHaveLength(maxMails);
    task.meta.attempts = count;
  });

  test("a request refused by its network's limit does not use up its own limits", async ({ task }) => {
    const clientIp = freshAddress();
    await setBucketTokens(shop.db, bucketKey('newsletter-network', clientIp.replace(/\.1$/, '')), 0, now);
    const subscribe = async (email: string) =>
      (await shop.post('/api/newsletter/subscribe', { email }, from(clientIp))).status;
    for (let attempt = 0; attempt < 10; attempt++) expect(await subscribe('zanele@example.co.za')).toBe(429);
    now = new Date(now.getTime() + 60_000);
    // Neither the five of the client IP nor the three of the mailbox were used up.
    const emails = [...times(3, () => 'zanele@example.co.za'), 'vusi@example.co.za', 'anele@example.co.za'];
    for (const email of emails) expect(await subscribe(email)).toBe(200);
    expect(await subscribe('lindiwe@example.co.za')).toBe(429);
    task.meta.attempts = 11;
  });
});

describe('repeated calls of a logged-in customer', () => {
  const leave = (key: string, tokens: number) => setBucketTokens(shop.db, key, tokens, now);
  const left = async (key: string) =>
    (
      await shop.db
        .selectFrom('rate_bucket')
        .select('tokens')
        .where('key', '=', key)
        .executeTakeFirstOrThrow()
    ).tokens;

  test('a session exchanges 300 refresh tokens at once; refused, it keeps its cookie, and other sessions go on', async () => {
    const person = await logInPersonOnPage(shop);
    const otherSession = await logInCustomer(shop, person.email);
    const { body } = await person.request('GET', '/api/user/sessions');
    const { id } = body.result.find(({ current }: { current: boolean }) => current);
    const refresh = (refreshToken: string) =>
      shop.post(
        '/api/user/refresh',
        {},
        { 'x-clientid': 'web', origin: shop.origin, cookie: `fynbos-refresh=${refreshToken}` },
      );
    const tokenOf = ({ headers }: TestResponse) =>
      /fynbos-refresh=([\w-]{43});/.exec(headers.getSetCookie().join())![1]!;
    const next = tokenOf(await refresh(person.refreshToken));
    const key = bucketKey('refresh', id);
    expect(await left(key)).toBe(299);
    await leave(key, 0);
    const refused = await refresh(next);
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([429, []]);
    expect((await shop.post('/api/user/refresh', { refreshToken: otherSession.refreshToken })).status).toBe(
      200,
    );
    now = new Date(now.getTime() + 3000);
    expect((await refresh(next)).status).toBe(200);
  });

  test('a customer changes the profile 120 times at once, whatever the session; other customers go on', async () => {
    const [person, otherPerson] = [await logInPerson(shop), await logInPerson(shop)];
    const second = await logInCustomer(shop, person.email);
    const rename = ({ request }: Pick<Person, 'request'>) =>
      request('POST', '/api/user/me', { customer: { firstname: 'Zanele' } });
    expect((await rename(person)).status).toBe(200);
    const key = bucketKey('profile', String(person.id));
    expect(await left(key)).toBe(119);
    await leave(key, 1);
    expect((await rename(second)).status).toBe(200);
    expect((await rename(person)).status).toBe(429);
    expect((await rename(otherPerson)).status).toBe(200);
    now = new Date(now.getTime() + 3000);
    expect((await rename(person)).status).toBe(200);
  });
});
