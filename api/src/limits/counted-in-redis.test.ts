import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { behindProxy, freshAddress, password, registerPerson } from '../accounts/testing/people.ts';
import { needsRedis, startRedis, type TestRedis } from '../testing/redis.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';

/** What a try means to shoppers and guessers where Redis counts it, also in a transaction that comes to nothing. */

const day = 24 * 3_600_000;

describe('a shop whose tries Redis counts', needsRedis, () => {
  let redis: TestRedis;
  let shop: TestShop;
  let clock = Date.parse('2026-11-20T08:00:00Z');
  beforeAll(async () => {
    redis = (await startRedis())!;
    shop = await openTestShop('', () => new Date(clock), { ...behindProxy, REDIS_URL: redis.url });
    // From now on Redis is believed alone.
    clock += 2 * day;
  });
  afterAll(async () => {
    await shop.close();
    await redis.stop();
  });

  const tokenFor = async (from: string): Promise<string> =>
    (await shop.get('/api/ext/mail-service/get-token', { 'x-forwarded-for': from })).body.result;
  const write = async (token: string, from: string) => {
    const letter = { token, sourceAddress: 'lerato@example.com', subject: 'Question', emailText: 'Rooibos?' };
    return (await shop.post('/api/ext/mail-service/send-email', letter, { 'x-forwarded-for': from })).status;
  };

  test('asks the database for none of them', async () => {
    await registerPerson(shop);
    expect(await shop.db.selectFrom('rate_bucket').selectAll().execute()).toEqual([]);
  });

  test('a letter with a wrong token costs nothing; one too many keeps its token for later', async () => {
    const from = freshAddress();
    for (let letters = 0; letters < 5; letters++) expect(await write('made-up', from)).toBe(403);
    for (let letters = 0; letters < 3; letters++) expect(await write(await tokenFor(from), from)).toBe(200);
    const token = await tokenFor(from);
    expect(await write(token, from)).toBe(429);
    const rows = await shop.db.selectFrom('contact_token').selectAll().execute();
    expect(rows).toHaveLength(1);
  });

  test('who registers an address that is taken does not use up its mails of the newsletter', async () => {
    const { email } = await registerPerson(shop);
    const from = () => ({ 'x-forwarded-for': freshAddress() });
    const customer = { email, firstname: 'Thandi', lastname: 'Nkosi' };
    for (let tries = 0; tries < 3; tries++) {
      const wish = { customer, password, allowCommunication: true };
      const answer = await shop.post('/api/user/create', wish, from());
      expect(answer.body.meta.problem).toBe('email_taken');
    }
    const statuses: number[] = [];
    for (let tries = 0; tries < 4; tries++)
      statuses.push((await shop.post('/api/newsletter/subscribe', { email }, from())).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('guesses of a password count; what turned out to be right is given back', async () => {
    const { email } = await registerPerson(shop);
    const logIn = async (typed: string) => {
      const from = { 'x-forwarded-for': freshAddress() };
      return (await shop.post('/api/user/login', { username: email, password: typed }, from)).status;
    };
    for (let tries = 0; tries < 4; tries++) expect(await logIn(password)).toBe(200);
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries++) statuses.push(await logIn('Wrong-and-Rusks-7'));
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  test('goes on selling, and counting, without it', async () => {
    await redis.stop();
    const from = freshAddress();
    const statuses: number[] = [];
    for (let letters = 0; letters < 4; letters++) statuses.push(await write(await tokenFor(from), from));
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(shop.log.filter((line) => line.includes('Redis does not count tries'))).toHaveLength(1);
  });
});
