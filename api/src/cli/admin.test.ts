import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { administer, runCommand } from '@fynbos/test-kit/processes/cli-command.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../accounts/customers/password-hash.ts';

let shop: FreshDatabase;
beforeAll(async () => {
  shop = await freshDatabase();
  const at = new Date('2026-11-20T08:00:00Z');
  for (const [index, email] of ['thandi@example.co.za', 'pieter@example.co.za'].entries()) {
    const { id } = await shop.db
      .insertInto('customer')
      .values({
        email,
        firstname: ['Thandi', 'Pieter'][index]!,
        lastname: 'Nkosi',
        password_hash: await hashPassword('Kettle-and-Rusks-7'),
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const ends_at = new Date(Date.now() + 86_400_000);
    await shop.db
      .insertInto('customer_session')
      .values({ customer_id: id, device: 'Firefox on Linux', ends_at })
      .execute();
  }
});
afterAll(() => shop.drop());

const run = (...args: string[]) => runCommand(shop.url, 'admin', ...args);

test('customers are listed, newest first, and found by any part of their name or address', async () => {
  expect((await run('customers', 'list')).out).toMatch(/pieter@.*\n.*thandi@.*\n2 customers\n$/);
  expect((await run('customers', 'list', 'THAN')).out).toMatch(
    /^\d+ {2}thandi@.*since 2026-11-20\n1 customer\n$/,
  );
  expect((await run('customers', 'list', '%')).out).toBe('0 customers\n');
});

test('a customer is shown, put into a group and logged out everywhere', async () => {
  expect((await administer(shop.db, 'customers', 'show', 'Thandi@example.co.za')).out).toContain(
    'Firefox on Linux',
  );
  expect((await administer(shop.db, 'customers', 'set-group', 'thandi@example.co.za', '3')).out).toContain(
    'in group 3 now (before: 1)',
  );
  expect((await administer(shop.db, 'customers', 'end-sessions', 'thandi@example.co.za')).out).toBe(
    'Sessions ended: 1.\n',
  );
  expect((await administer(shop.db, 'customers', 'show', 'thandi@example.co.za')).out).toMatch(/group 3/);
  expect((await administer(shop.db, 'customers', 'show', 'thandi@example.co.za')).out).not.toContain(
    'session',
  );
});

test('customers erase needs --yes', async () => {
  expect(await run('customers', 'erase', 'pieter@example.co.za')).toMatchObject({
    code: 1,
    err: 'npm run admin -- customers erase EMAIL --yes\n',
  });
  expect((await run('customers', 'erase', 'pieter@example.co.za', '--yes')).code).toBe(0);
  expect(await run('customers', 'show', 'pieter@example.co.za')).toMatchObject({
    code: 1,
    err: 'There is no customer with the address pieter@example.co.za.\n',
  });
});

test.each([[[]], [['customers']], [['customers', 'toString']], [['__proto__', 'list']]])(
  'admin prints its usage for unknown arguments: %j',
  async (args) => {
    const { code, err } = await run(...args);
    expect(code).toBe(1);
    expect(err).toContain('customers set-group EMAIL GROUP');
  },
);
