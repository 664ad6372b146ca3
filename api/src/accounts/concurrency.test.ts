import {
  behindProxy,
  capeTown,
  freshAddress,
  logInPerson,
  logInPersonOnPage,
  type Person,
  password,
} from '@fynbos/test-kit/accounts/customers.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Concurrent actions on one account: in any order, no client keeps access it should have lost. */
let now = new Date('2026-11-20T08:00:00Z');
let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop('', () => now, behindProxy);
});
afterAll(() => shop.close());

const changed = 'Rooibos-and-honey-9';
const many = <Result>(count: number, run: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, run));
const refresh = (refreshToken: string) => shop.post('/api/user/refresh', { refreshToken });
const isAlive = async (token: string) =>
  (await shop.get('/api/user/me', { authorization: `Bearer ${token}` })).status === 200;
const logIn = ({ email }: Person, word = password) =>
  shop.post('/api/user/login', { username: email, password: word }, { 'x-forwarded-for': freshAddress() });
const change = (person: Person, newPassword = changed) =>
  person.request('POST', '/api/user/change-password', { currentPassword: password, newPassword });

describe('a concurrent password change (T18)', () => {
  test('ends the sessions of 60 concurrent logins with the old password', async () => {
    let letIn = 0;
    for (let round = 0; round < 6; round++) {
      const person = await logInPerson(shop);
      // How many of the others are quick enough is left to chance; this one always is.
      const first = await logIn(person);
      const before = many(5, () => logIn(person));
      const changing = change(person);
      const logins = [first, ...(await before), ...(await many(5, () => logIn(person)))];
      expect((await changing).status).toBe(200);
      const tokens = logins.filter(({ status }) => status === 200).map(({ body }) => body.result as string);
      const alive = await Promise.all(tokens.map(isAlive));
      expect(alive).toEqual(tokens.map(() => false));
      letIn += tokens.length;
    }
    expect(letIn).toBeGreaterThan(0);
  });

  test('a login verified before the password was changed is refused after it', async () => {
    const person = await logInPerson(shop);
    const login = await shop.db.transaction().execute(async (trx) => {
      const changedHash = { password_hash: 'the hash of another password' };
      await trx.updateTable('customer').set(changedHash).where('id', '=', person.id).execute();
      // The login verifies the old password, because the change is not committed yet, and waits for the customer.
      const waiting = logIn(person);
      await expect.poll(waitingStatements).toBeGreaterThan(0);
      return { waiting };
    });
    const { status, body } = await login.waiting;
    expect([status, body.meta.problem]).toEqual([401, 'login_failed']);
  });

  test('prevents an erasure whose old password was verified before', async () => {
    const person = await logInPerson(shop);
    const erasure = await shop.db.transaction().execute(async (trx) => {
      const changedHash = { password_hash: 'the hash of another password' };
      await trx.updateTable('customer').set(changedHash).where('id', '=', person.id).execute();
      const waiting = person.request('POST', '/api/user/erase', { currentPassword: password });
      await expect.poll(waitingStatements).toBeGreaterThan(0);
      return { waiting };
    });
    expect((await erasure.waiting).body.meta.problem).toBe('password_wrong');
    expect(await isAlive(person.token)).toBe(true);
  });

  test('and a mailed link that wait for each other do not fail: exactly one succeeds', async () => {
    const person = await logInPerson(shop);
    await shop.post(
      '/api/user/reset-password',
      { email: person.email },
      { 'x-forwarded-for': freshAddress() },
    );
    const link = await linkFor(person.email);
    const both = await shop.db.transaction().execute(async (trx) => {
      await trx.selectFrom('customer').select('id').where('id', '=', person.id).forUpdate().execute();
      const changing = change(person);
      await expect.poll(waitingStatements).toBe(1);
      // The reset holds its link and waits for the customer, which the change gets first.
      const reset = shop.post('/api/user/confirm-password-reset', { link, newPassword: changed });
      await expect.poll(waitingStatements).toBe(2);
      return { responses: Promise.all([changing, reset]) };
    });
    const statuses = (await both.responses).map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    expect(statuses[1]).toBeGreaterThanOrEqual(400);
    expect(statuses[1]).toBeLessThan(500);
  });

  test('by mailed link and by old password at once: exactly one succeeds, and only its password is valid', async () => {
    for (let round = 0; round < 8; round++) {
      now = new Date(now.getTime() + 86_400_000);
      const person = await logInPerson(shop);
      await shop.post(
        '/api/user/reset-password',
        { email: person.email },
        { 'x-forwarded-for': freshAddress() },
      );
      const link = await linkFor(person.email);
      const [mailed, known] = await Promise.all([
        shop.post('/api/user/confirm-password-reset', { link, newPassword: 'Honeybush-and-milk-4' }),
        change(person),
      ]);
      expect([mailed.status, known.status].filter((status) => status === 200)).toHaveLength(1);
      const right = mailed.status === 200 ? 'Honeybush-and-milk-4' : changed;
      const statuses = [password, changed, 'Honeybush-and-milk-4'].map(async (word) => [
        word === right,
        (await logIn(person, word)).status === 200,
      ]);
      for (const [should, does] of await Promise.all(statuses)) expect(does).toBe(should);
    }
  });
});

describe('a refresh token used concurrently (ACC-3)', () => {
  test('50 exchanges within the grace period and one of the successor leave one family or none', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await logInPersonOnPage(shop);
      const { body: first } = await refresh(person.refreshToken);
      const responses = await Promise.all([
        ...Array.from({ length: 25 }, () => refresh(person.refreshToken)),
        refresh(first.meta.refreshToken),
        ...Array.from({ length: 25 }, () => refresh(person.refreshToken)),
      ]);
      const followers = new Set(
        responses.filter(({ status }) => status === 200).map(({ body }) => body.meta.refreshToken),
      );
      expect(followers.size).toBeLessThanOrEqual(2);
      const live = await sessionsOf(person);
      // A client that used the old token after its successor was used has ended the family for all.
      const replayed = responses.some(({ status }) => status === 401);
      expect(live).toBe(replayed ? 0 : 1);
    }
  });

  test('50 exchanges after the grace period end the family, with one warning', async () => {
    const person = await logInPersonOnPage(shop);
    const { body: first } = await refresh(person.refreshToken);
    now = new Date(now.getTime() + 10_001);
    const warningsBefore = warnings();
    const responses = await many(50, () => refresh(person.refreshToken));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401]));
    expect(warnings() - warningsBefore).toBe(1);
    expect(await isAlive(first.result)).toBe(false);
    expect((await refresh(first.meta.refreshToken)).status).toBe(401);
  });

  test('a stolen old token ends the family while 50 clients exchange the current one', async () => {
    const person = await logInPersonOnPage(shop);
    const second = (await refresh(person.refreshToken)).body.meta.refreshToken;
    const third = (await refresh(second)).body.meta.refreshToken;
    const [stolen, ...right] = await Promise.all([
      refresh(person.refreshToken),
      ...Array.from({ length: 50 }, () => refresh(third)),
    ]);
    expect(stolen.status).toBe(401);
    const tokens = right.filter(({ status }) => status === 200).map(({ body }) => body.result as string);
    expect(await Promise.all(tokens.map(isAlive))).toEqual(tokens.map(() => false));
    expect(await sessionsOf(person)).toBe(0);
  });

  test('erasing an account during 20 refreshes and 20 changes leaves no session and causes no error', async () => {
    const person = await logInPerson(shop);
    const value = [{ sku: 'TEA', at: '2026-11-20T08:00:00Z' }];
    const [erased, ...responses] = await Promise.all([
      person.request('POST', '/api/user/erase', { currentPassword: password }),
      ...Array.from({ length: 20 }, () => refresh(person.refreshToken)),
      ...Array.from({ length: 20 }, () => person.request('POST', '/api/user/values/wishlist', { value })),
    ]);
    expect(erased.status).toBe(200);
    expect(
      responses.filter(({ status }) => ![200, 401].includes(status)).map(({ status }) => status),
    ).toEqual([]);
    expect(await isAlive(person.token)).toBe(false);
  });

  test('a change that proved its login before the account was erased is refused like one after it', async () => {
    const person = await logInPerson(shop);
    const change = await shop.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('customer').where('id', '=', person.id).execute();
      // The call finds its session, because the deletion is not committed yet, and waits for the customer.
      const value = [{ sku: 'TEA', at: '2026-11-20T08:00:00Z' }];
      const waiting = person.request('POST', '/api/user/values/wishlist', { value });
      await expect.poll(waitingStatements).toBeGreaterThan(0);
      return { waiting };
    });
    const { status, body } = await change.waiting;
    expect([status, body.meta.problem]).toEqual([401, 'not_logged_in']);
  });
});

describe('a first proof of the address during a write of the account (T29)', () => {
  const street = { ...capeTown, street: ['66 Attackers Lane'] };
  const writes: Record<string, [path: string, body: object]> = {
    addresses: ['/api/user/me', { customer: { addresses: [street] } }],
    'stored values': ['/api/user/values/wishlist', { value: [{ sku: 'TEA', at: '2026-11-20T08:00:00Z' }] }],
    consents: [
      '/api/user/values/consents',
      { value: [{ purpose: 'marketing', given: true, text_version: '1' }] },
    ],
    cart: ['/api/cart/create', {}],
  };

  test.each(Object.keys(writes))('leaves no %s of the session that it ends', async (kind) => {
    const person = await logInPerson(shop);
    const [path, body] = writes[kind]!;
    const [write, proof] = await shop.db.transaction().execute(async (trx) => {
      await trx.selectFrom('customer').select('id').where('id', '=', person.id).forUpdate().execute();
      const link = await linkFor(person.email);
      const waitingBefore = await waitingStatements();
      const following = shop.post('/api/user/confirm-email', { link, clear: true });
      await expect.poll(waitingStatements).toBe(waitingBefore + 1);
      // The write finds its session, because the proof has not ended it yet, and waits for the customer.
      const waiting = person.request('POST', path, body);
      await expect.poll(waitingStatements).toBe(waitingBefore + 2);
      return [waiting, following].map((response) => ({ response }));
    });
    expect((await proof!.response).body.result).toEqual({ cleared: true });
    const { status, body: refused } = await write!.response;
    expect([status, refused.meta.problem]).toEqual([401, 'not_logged_in']);
    for (const table of ['customer_address', 'customer_value', 'consent', 'cart'] as const) {
      const rows = shop.db.selectFrom(table).select('customer_id').where('customer_id', '=', person.id);
      expect(await rows.execute()).toEqual([]);
    }
  });
});

async function waitingStatements(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.db);
  return rows[0]?.count ?? 0;
}

const warnings = () => shop.log.filter((line) => line.includes('used twice')).length;

async function sessionsOf({ id }: Person): Promise<number> {
  const rows = await shop.db
    .selectFrom('customer_session')
    .select('id')
    .where('customer_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
  return rows.length;
}

async function linkFor(recipient: string): Promise<string> {
  const { text } = await shop.db
    .selectFrom('mail')
    .select('text')
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return decodeURIComponent(/link=([\w%-]+)/.exec(text)![1]!);
}
