import {
  behindProxy,
  freshAddress,
  logInPerson,
  type Person,
  password,
} from '@fynbos/test-kit/accounts/customers.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
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
      const before = many(5, () => logIn(person));
      const changing = change(person);
      const logins = [...(await before), ...(await many(5, () => logIn(person)))];
      expect((await changing).status).toBe(200);
      const tokens = logins.filter(({ status }) => status === 200).map(({ body }) => body.result as string);
      const alive = await Promise.all(tokens.map(isAlive));
      expect(alive).toEqual(tokens.map(() => false));
      letIn += tokens.length;
    }
    expect(letIn).toBeGreaterThan(0);
  }, 30_000);

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
  }, 30_000);
});

describe('a refresh token used concurrently (ACC-3)', () => {
  test('50 exchanges within the grace period and one of the successor leave one family or none', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await logInPerson(shop);
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
  }, 30_000);

  test('50 exchanges after the grace period end the family, with one warning', async () => {
    const person = await logInPerson(shop);
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
    const person = await logInPerson(shop);
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
});

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
