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

const run = (...args: string[]) => administer(shop.db, ...args);

test('customers are listed, newest first, and found by any part of their name or address', async () => {
  expect((await runCommand(shop.url, 'admin', 'customers', 'list')).out).toMatch(
    /pieter@.*\n.*thandi@.*\n2 customers\n$/,
  );
  expect((await run('customers', 'list', 'THAN')).out).toMatch(
    /^\d+ {2}thandi@.*since 2026-11-20\n1 customer\n$/,
  );
  expect((await run('customers', 'list', '%')).out).toBe('0 customers\n');
});

test('a customer is shown, put into a group and logged out everywhere', async () => {
  expect((await run('customers', 'show', 'Thandi@example.co.za')).out).toContain('Firefox on Linux');
  expect((await run('customers', 'set-group', 'thandi@example.co.za', '3')).out).toContain(
    'in group 3 now (before: 1)',
  );
  expect((await run('customers', 'end-sessions', 'thandi@example.co.za')).out).toBe('Sessions ended: 1.\n');
  expect((await run('customers', 'show', 'thandi@example.co.za')).out).toMatch(/group 3/);
  expect((await run('customers', 'show', 'thandi@example.co.za')).out).not.toContain('session');
});

test('customers erase needs --yes', async () => {
  expect(await run('customers', 'erase', 'pieter@example.co.za')).toMatchObject({
    code: 1,
    err: 'Expected 2 arguments, got 1: npm run admin -- customers erase EMAIL --yes\n',
  });
  expect((await run('customers', 'erase', 'pieter@example.co.za', '--yes')).code).toBe(0);
  expect(await run('customers', 'show', 'pieter@example.co.za')).toMatchObject({
    code: 1,
    err: 'There is no customer with the address pieter@example.co.za.\n',
  });
});

test.each([
  [[], 'npm run admin -- SUBJECT COMMAND'],
  [['customers'], 'customers needs a command.'],
  [['customers', 'toString'], 'There is no command customers toString.'],
  [['__proto__', 'list'], 'There is no subject __proto__.'],
])('admin names what it does not know, and prints its usage: %j', async (args, problem) => {
  // The first is the whole command, as npm runs it.
  const { code, err } = args.length === 0 ? await runCommand(shop.url, 'admin') : await run(...args);
  expect(code).toBe(1);
  expect(err.startsWith(problem)).toBe(true);
  expect(err).toContain('customers set-group EMAIL GROUP');
});

test('admin names the option that it does not know or that has no value', async () => {
  expect((await run('orders', 'list', '--stat', 'placed')).err).toMatch(
    /^There is no option --stat: npm run admin/,
  );
  expect((await run('orders', 'list', '--state')).err).toMatch(/^--state needs a value: npm/);
  expect((await run('customers', 'show')).err).toMatch(/^Expected 1 argument, got 0: npm/);
});
