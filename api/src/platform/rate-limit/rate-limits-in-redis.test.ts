import { behindProxy, freshAddress, password, registerPerson } from '@fynbos/test-kit/accounts/customers.ts';
import { needsRedis, startRedis, type TestRedis } from '@fynbos/test-kit/database/redis-server.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * Rate limits counted in Redis, as shoppers and attackers see them, also in transactions that are rolled
 * back.
 */

const day = 24 * 3_600_000;

describe('rate limits in Redis', needsRedis, () => {
  let redis: TestRedis;
  let shop: TestShop;
  let clock = Date.parse('2026-11-20T08:00:00Z');
  beforeAll(async () => {
    redis = (await startRedis())!;
    shop = await openTestShop('', () => new Date(clock), { ...behindProxy, REDIS_URL: redis.url });
    // From now on Redis alone is trusted.
    clock += 2 * day;
  });
  afterAll(async () => {
    await shop.close();
    await redis.stop();
  });

  const tokenFor = async (from: string): Promise<string> =>
    (await shop.get('/api/ext/mail-service/get-token', { 'x-forwarded-for': from })).body.result;
  const write = async (token: string, from: string) => {
    const contactMessage = {
      token,
      sourceAddress: 'lerato@example.com',
      subject: 'Question',
      emailText: 'Rooibos?',
    };
    return (await shop.post('/api/ext/mail-service/send-email', contactMessage, { 'x-forwarded-for': from }))
      .status;
  };

  test('store nothing in the database', async () => {
    await registerPerson(shop);
    expect(await shop.db.selectFrom('rate_bucket').selectAll().execute()).toEqual([]);
  });

  test('a contact message with a wrong token costs no attempt; one over the limit leaves its token unused', async () => {
    const from = freshAddress();
    for (let sent = 0; sent < 5; sent++) expect(await write('made-up', from)).toBe(403);
    for (let sent = 0; sent < 3; sent++) expect(await write(await tokenFor(from), from)).toBe(200);
    const token = await tokenFor(from);
    expect(await write(token, from)).toBe(429);
    const rows = await shop.db.selectFrom('contact_token').selectAll().execute();
    expect(rows).toHaveLength(1);
  });

  test('registering a taken address does not use up the newsletter mails of its mailbox', async () => {
    const { email } = await registerPerson(shop);
    const from = () => ({ 'x-forwarded-for': freshAddress() });
    const customer = { email, firstname: 'Thandi', lastname: 'Nkosi' };
    for (let attempt = 0; attempt < 3; attempt++) {
      const registration = { customer, password, allowCommunication: true };
      const response = await shop.post('/api/user/create', registration, from());
      expect(response.body.meta.problem).toBe('email_taken');
    }
    for (let attempt = 0; attempt < 4; attempt++)
      expect((await shop.post('/api/newsletter/subscribe', { email }, from())).status).toBe(200);
    const mails = shop.db.selectFrom('mail').select('subject').where('recipient', '=', email);
    const subjects = (await mails.execute()).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('newsletter'))).toHaveLength(3);
  });

  test('wrong passwords count; correct ones are returned to the bucket', async () => {
    const { email } = await registerPerson(shop);
    const logIn = async (typed: string) => {
      const from = { 'x-forwarded-for': freshAddress() };
      return (await shop.post('/api/user/login', { username: email, password: typed }, from)).status;
    };
    for (let attempt = 0; attempt < 4; attempt++) expect(await logIn(password)).toBe(200);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt++) statuses.push(await logIn('Wrong-and-Rusks-7'));
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  test('the shop continues to count when Redis is gone', async () => {
    await redis.stop();
    const from = freshAddress();
    const statuses: number[] = [];
    for (let sent = 0; sent < 4; sent++) statuses.push(await write(await tokenFor(from), from));
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(shop.log.filter((line) => line.includes('Redis does not count tries'))).toHaveLength(1);
  });
});
