import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../accounts/password.ts';
import { type FreshDatabase, freshDatabase } from '../testing/database.ts';
import { describeError, describeRequest } from './access-log.ts';

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

const canary = 'Canary-7734';

test('what a failure quotes is not told: neither by the database nor by a parser (T16)', async ({ task }) => {
  const given = [canary, `${canary}" and "more`, `"${canary}`, `${canary}\n    at ${canary} (x.ts:1:1)`];
  const failures: Error[] = [];
  for (const value of given) {
    for (const cast of ['int', 'uuid', 'timestamptz', 'jsonb', 'numeric', 'inet', 'boolean'])
      await sql`select ${value}::text::${sql.raw(cast)}`
        .execute(shop.db)
        .catch((error) => failures.push(error));
    failures.push(failureOf(() => JSON.parse(value)));
    failures.push(new Error('it failed', { cause: failureOf(() => JSON.parse(value)) }));
  }
  expect(JSON.stringify(failures.map(({ message }) => message))).toContain(canary);
  for (const failure of failures) {
    const told = describeError(failure);
    expect(told.stack).toMatch(/^\w+: .*\n {4}at /);
    expect(JSON.stringify(told)).not.toContain(canary);
  }
  task.meta.tried = failures.length;
});

function failureOf(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('It did not fail.');
}

test('what was thrown is told whatever it is, and of an object nothing', () => {
  const thrown: [unknown, string][] = [
    ['it failed', 'it failed'],
    [`it failed with "${canary}"`, 'it failed with "…"'],
    [{ message: 'it failed' }, 'it failed'],
    [{ message: { email: canary } }, 'an object was thrown'],
    [{ email: canary }, 'an object was thrown'],
    [Object.create(null), 'an object was thrown'],
    [Object.assign(new Error(), { message: undefined }), 'Error'],
    ...[undefined, null, 7, false, Symbol('it failed'), 7n].map((one): [unknown, string] => [
      one,
      String(one),
    ]),
  ];
  for (const [one, message] of thrown) {
    if (!(one instanceof Error)) expect(describeError(one)).toMatchObject({ type: 'Error', message });
    expect(JSON.stringify(describeError(one))).not.toContain(canary);
  }
});

const told = (url: string, pattern?: string) =>
  describeRequest({ url, method: 'GET', ip: '192.0.2.1', routeOptions: { url: pattern } } as never).path;

test('of a call the log has the pattern, of a page the words of its address (T4)', ({ task }) => {
  expect(told('/api/sync/order/0b8f4a1c-7d5e-4c0e-9c53-2a1b7c9d8e6f', '/api/sync/order/:id')).toBe(
    '/api/sync/order/:id',
  );
  expect(told('/larder/oats-500g?token=x', '/*')).toBe('/larder/oats-500g');
  expect(told('/assets/root-x1.css', '/*')).toBe('/assets/root-x1.css');
  expect(told('/')).toBe('/');
  const secrets = [
    ...[
      'thandi@example.co.za',
      'thandi%40example.co.za',
      '4111111111111111',
      '4111-1111-1111-1111',
      '0821234567',
    ],
    ...[
      '0b8f4a1c-7d5e-4c0e-9c53-2a1b7c9d8e6f',
      'aB3-'.repeat(10),
      '000012345',
      'a'.repeat(43),
      'Thandeka',
      '%00',
      '<b>',
    ],
    ...['\u001b[2J', '8001.5009.0870.84', 'x;thandi@example.co.za'],
  ];
  for (const secret of secrets)
    for (const url of [
      `/newsletter/${secret}`,
      `/${secret}`,
      `/my-account/orders/${secret}.data`,
      `//${secret}/x`,
    ])
      expect(told(url, '/*')).not.toContain(secret);
  task.meta.tried = secrets.length * 4;
});

test('an address of any form is told in one look (T15)', () => {
  const told = (url: string) =>
    describeRequest({ url, method: 'GET', ip: '', routeOptions: { url: '/*' } } as never).path;
  expect(told('/rooibos-tea/12-pack.2026')).toBe('/rooibos-tea/12-pack.2026');
  for (const piece of ['aaaaa-', 'a1a.', 'ab', '1a1a-'])
    for (const end of ['!', 'A', '%C3', ''])
      expect(told(`/${`${piece.repeat(13)}${end}/`.repeat(12)}`)).toBeDefined();
});
