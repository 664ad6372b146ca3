import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bucketKey } from '../limits/limits.ts';
import { leaveTries } from '../limits/testing/tries.ts';
import { isLong } from '../testing/long.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import {
  ask,
  behindProxy,
  freshAddress,
  logInAgain,
  logInPerson,
  password,
  registerPerson,
} from './testing/people.ts';

/** Who tries to wear the shop, or somebody's mailbox, out. The clock stands still, so that no bucket fills by itself. */

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
  run: (one: One, at: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < all.length; start += size) {
    results.push(
      ...(await Promise.all(all.slice(start, start + size).map((one, at) => run(one, start + at)))),
    );
  }
  return results;
}

const lastMail = async () =>
  (await shop.db.selectFrom('mail').select('id').orderBy('id', 'desc').executeTakeFirst())?.id ?? 0;
const mailsSince = (id: number) =>
  shop.db.selectFrom('mail').select(['id', 'recipient', 'subject']).where('id', '>', id).execute();
/** By what each mail is about, how many. */
async function countSince(id: number): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (const { subject } of await mailsSince(id)) counted[subject] = (counted[subject] ?? 0) + 1;
  return counted;
}

describe('stolen lists of passwords, at length (T7)', () => {
  const pairs = isLong ? 5000 : 250;
  const machines = isLong ? 500 : 25;
  const networks = isLong ? 20 : 1;

  test(`${pairs} pairs from ${machines} machines in ${networks} network(s): few are looked at, fewer are right, and the owner still gets in`, {
    timeout: isLong ? 600_000 : 30_000,
  }, async ({ task }) => {
    const people = await inBatches(times(isLong ? 100 : 10, String), 5, () => registerPerson(shop));
    const owner = await registerPerson(shop);
    const web = { 'x-clientid': 'web', origin: shop.origin };
    const login = (headers: Record<string, string>) =>
      shop.post('/api/user/login', { username: owner.email, password }, { ...web, ...headers });
    const first = await login(from(freshAddress()));
    const device = first.headers
      .getSetCookie()
      .find((one) => one.startsWith('fynbos-device='))!
      .split(';')[0]!;
    const step = pairs / people.length;
    // What is right of the list is spread over all of it, and over the networks.
    const tries = times(pairs, (at) => {
      const person = Math.floor(at / step);
      const isRight = at % step === person % step;
      return {
        username: isRight ? people[person]!.email : at % 7 ? `leak${at}@example.co.za` : owner.email,
        typed: isRight ? password : 'Leaked-password-1',
        address: `198.51.${at % networks}.${Math.floor(at / networks) % (machines / networks)}`,
      };
    });
    const batch = 25;
    const late: number[] = [];
    const statuses = await inBatches(tries, batch, async ({ username, typed, address }, at) => {
      const { status } = await shop.post('/api/user/login', { username, password: typed }, from(address));
      if (at % (pairs / 5) !== 0) return status;
      const begun = performance.now();
      expect((await login({ ...from(freshAddress()), cookie: device })).status).toBe(200);
      late.push(performance.now() - begun);
      return status;
    });
    const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
    expect(count(401) + count(429) + count(200)).toBe(pairs);
    expect(count(200)).toBeGreaterThan(0);
    if (isLong) expect(Math.max(...late)).toBeLessThan(2000);
    // Once the wrong ones of a network have used up its hundred, nobody of it comes in; no machine gets to its own twenty.
    const wrongOf = (network: number, until = pairs) =>
      statuses.slice(0, until).filter((status, at) => status === 401 && at % networks === network).length;
    const behind = (at: number) => wrongOf(at % networks, at - (at % batch)) >= 100;
    const right = tries.flatMap(({ typed }, at) => (typed === password ? [at] : []));
    expect(right.filter((at) => behind(at) && statuses[at] !== 429)).toEqual([]);
    // Who knows the password holds one of the hundred while it is looked at, and some may be left in the end.
    for (let network = 0; network < networks; network++) {
      const guess = async (username: string, typed: string) => {
        const sent = { username, password: typed };
        return (await shop.post('/api/user/login', sent, from(`198.51.${network}.250`))).status;
      };
      let looked = wrongOf(network);
      for (let last = 0; last < 15; last++)
        if ((await guess(`late${last}@example.co.za`, 'Leaked-password-1')) === 401) looked += 1;
      expect(looked).toBe(100);
      expect(await guess(people[0]!.email, password)).toBe(429);
    }
    expect((await logInAgain(shop, people[0]!.email, from(freshAddress()))).token).toBeTruthy();
    // A guess from elsewhere is not looked at any more; her own browser is.
    expect((await login(from(freshAddress()))).status).toBe(429);
    expect((await login({ ...from(freshAddress()), cookie: device })).status).toBe(200);
    task.meta.tried = pairs;
  });

  test('who knows a password logs in a hundred times at once, not without end, and is logged in at 50 places', async ({
    task,
  }) => {
    const person = await registerPerson(shop);
    const other = await registerPerson(shop);
    const tries = isLong ? 400 : 130;
    const address = freshAddress();
    const statuses = await inBatches(times(tries, String), 10, async () => {
      const sent = { username: person.email, password };
      return (await shop.post('/api/user/login', sent, from(address))).status;
    });
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    // Somebody else behind the same address is not in their way.
    const neighbour = await logInAgain(shop, other.email, from(address));
    expect((await neighbour.ask('GET', '/api/user/me')).status).toBe(200);
    const live = await shop.db
      .selectFrom('customer_session')
      .select('id')
      .where('customer_id', '=', person.id)
      .where('ended_at', 'is', null)
      .execute();
    expect(live).toHaveLength(50);
    task.meta.tried = tries;
  });

  test('the session that was used last the longest time ago ends, never the new one', async () => {
    const person = await logInPerson(shop);
    for (let login = 0; login < 50; login++) {
      now = new Date(now.getTime() + 1000);
      const next = await logInAgain(shop, person.email, from(freshAddress()));
      if (login === 48) expect((await person.ask('GET', '/api/user/me')).status).toBe(200);
      if (login === 49) expect((await next.ask('GET', '/api/user/me')).status).toBe(200);
    }
    expect((await person.ask('GET', '/api/user/me')).status).toBe(401);
  });
});

describe('mails to somebody who did not ask (T21)', { timeout: isLong ? 600_000 : 30_000 }, () => {
  const register = (email: string, address: string) => {
    const customer = { email, firstname: 'Thandi', lastname: 'Nkosi' };
    return shop.post('/api/user/create', { customer, password }, from(address));
  };
  const spellings = (at: number) =>
    at % 2 ? `lerato.m+${at}@gmail.com` : `l.e.rato.m+${at}@${at % 4 ? 'gmail' : 'googlemail'}.com`;

  test('registrations with every spelling of a mailbox, from as many machines, send it three', async ({
    task,
  }) => {
    const count = isLong ? 1000 : 30;
    const before = await lastMail();
    const statuses = await inBatches(times(count, spellings), 20, async (email) => {
      return (await register(email, freshAddress())).status;
    });
    expect(statuses.every((status) => status === 200)).toBe(true);
    expect(await countSince(before)).toEqual({ [(await mailsSince(before))[0]!.subject]: 3 });
    // Taken addresses of one mailbox are told of once.
    const after = await lastMail();
    await inBatches(times(count, spellings), 20, (email) => register(email, freshAddress()));
    expect(await mailsSince(after)).toHaveLength(1);
    task.meta.tried = 2 * count;
  });

  test('every call that writes a mail, in every spelling of a mailbox and from many machines, comes to few', async ({
    task,
  }) => {
    const rounds = isLong ? 200 : 5;
    const before = await lastMail();
    const mailbox = (at: number) => `sipho+${at}@example.co.za`;
    const post = (path: string, body: object, headers: Record<string, string> = from(freshAddress())) =>
      shop.post(path, body, headers);
    let tried = 0;
    for (let at = 0; at < rounds; at++) {
      const email = mailbox(at);
      await register(email, freshAddress());
      const token = (await shop.get('/api/ext/mail-service/get-token', from(`10.250.${at}.1`))).body.result;
      const letter = {
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
        ask(shop, 'DELETE', '/api/newsletter/subscribe', { email }, from(freshAddress())),
        post('/api/ext/mail-service/send-email', letter, from(`10.250.${at}.1`)),
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
      tried += 9;
    }
    const reached = (await mailsSince(before)).filter(({ recipient }) => recipient.startsWith('sipho'));
    // Three each of welcome, link, newsletter and farewell, five changes, two confirmations, one that it is taken.
    expect(reached.length).toBeGreaterThan(10);
    expect(reached.length).toBeLessThanOrEqual(20);
    task.meta.tried = tried;
  });

  test('the many machines of one network are one network', async ({ task }) => {
    const count = isLong ? 1000 : 150;
    const most = isLong ? 500 : 50;
    if (!isLong) await leaveTries(shop.db, bucketKey('newsletter-network', '2001:db8:77'), most, now);
    const before = await lastMail();
    const address = (at: number) => `2001:db8:77:${(at + 1).toString(16)}::1`;
    const statuses = await inBatches(times(count, address), 25, async (one, at) => {
      const sent = { email: `reader${at}@example${at}.co.za` };
      return (await shop.post('/api/newsletter/subscribe', sent, from(one))).status;
    });
    expect(statuses.filter((status) => status === 200)).toHaveLength(most);
    expect(await mailsSince(before)).toHaveLength(most);
    task.meta.tried = count;
  });

  test('who is refused for what their network did has lost nothing of their own', async ({ task }) => {
    const machine = freshAddress();
    await leaveTries(shop.db, bucketKey('newsletter-network', machine.replace(/\.1$/, '')), 0, now);
    const subscribe = async (email: string) =>
      (await shop.post('/api/newsletter/subscribe', { email }, from(machine))).status;
    for (let tries = 0; tries < 10; tries++) expect(await subscribe('zanele@example.co.za')).toBe(429);
    now = new Date(now.getTime() + 60_000);
    // Neither the machine's five nor the mailbox's three were used up.
    const emails = [...times(3, () => 'zanele@example.co.za'), 'vusi@example.co.za', 'anele@example.co.za'];
    for (const email of emails) expect(await subscribe(email)).toBe(200);
    expect(await subscribe('lindiwe@example.co.za')).toBe(429);
    task.meta.tried = 11;
  });
});
