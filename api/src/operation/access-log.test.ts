import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../accounts/password.ts';
import { type FreshDatabase, freshDatabase } from '../testing/database.ts';
import { describeError } from './access-log.ts';

let shop: FreshDatabase;
beforeAll(async () => {
  shop = await freshDatabase();
});
afterAll(() => shop.drop());

test('a failure of the database is told without the row it quotes', async () => {
  const insert = async () =>
    shop.db
      .insertInto('customer')
      .values({
        email: 'canary@example.co.za',
        firstname: 'Canary',
        lastname: 'Bird',
        password_hash: await hashPassword('Kettle-and-Rusks-7'),
      })
      .execute();
  await insert();
  const failure = await insert().catch((error) => error);
  expect(JSON.stringify(failure)).toContain('canary@');
  const told = describeError(failure);
  expect(told).toMatchObject({ code: '23505', table: 'customer', constraint: 'customer_email_key' });
  expect(told.stack).toContain('access-log.test.ts');
  expect(JSON.stringify(told)).not.toMatch(/canary|Bird/i);
});
