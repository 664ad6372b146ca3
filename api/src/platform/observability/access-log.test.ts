import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../accounts/customers/password-hash.ts';
import { errorForLog, requestForLog } from './access-log.ts';

let shop: FreshDatabase;
beforeAll(async () => {
  shop = await freshDatabase();
});
afterAll(() => shop.drop());

test('describeError omits the row that a database error quotes', async () => {
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
  const described = errorForLog(failure);
  expect(described).toMatchObject({ code: '23505', table: 'customer', constraint: 'customer_email_key' });
  expect(described.stack).toContain('access-log.test.ts');
  expect(JSON.stringify(described)).not.toMatch(/canary|Bird/i);
});

const canary = 'Canary-7734';

test('describeError omits values quoted by the database or a parser (T16)', async ({ task }) => {
  const values = [canary, `${canary}" and "more`, `"${canary}`, `${canary}\n    at ${canary} (x.ts:1:1)`];
  const failures: Error[] = [];
  for (const value of values) {
    for (const cast of ['int', 'uuid', 'timestamptz', 'jsonb', 'numeric', 'inet', 'boolean'])
      await sql`select ${value}::text::${sql.raw(cast)}`
        .execute(shop.db)
        .catch((error) => failures.push(error));
    failures.push(failureOf(() => JSON.parse(value)));
    failures.push(new Error('it failed', { cause: failureOf(() => JSON.parse(value)) }));
  }
  expect(JSON.stringify(failures.map(({ message }) => message))).toContain(canary);
  for (const failure of failures) {
    const described = errorForLog(failure);
    expect(described.stack).toMatch(/^\w+: .*\n {4}at /);
    expect(JSON.stringify(described)).not.toContain(canary);
  }
  task.meta.attempts = failures.length;
});

function failureOf(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('It did not fail.');
}

test('describeError accepts any thrown value and omits the contents of objects', () => {
  const thrown: [unknown, string][] = [
    ['it failed', 'it failed'],
    [`it failed with "${canary}"`, 'it failed with "…"'],
    [{ message: 'it failed' }, 'it failed'],
    [{ message: { email: canary } }, 'an object was thrown'],
    [{ email: canary }, 'an object was thrown'],
    [Object.create(null), 'an object was thrown'],
    [Object.assign(new Error(), { message: undefined }), 'Error'],
    ...[undefined, null, 7, false, Symbol('it failed'), 7n].map((value): [unknown, string] => [
      value,
      String(value),
    ]),
  ];
  for (const [value, message] of thrown) {
    if (!(value instanceof Error)) expect(errorForLog(value)).toMatchObject({ type: 'Error', message });
    expect(JSON.stringify(errorForLog(value))).not.toContain(canary);
  }
});

const loggedPath = (url: string, pattern?: string) =>
  requestForLog({ url, method: 'GET', ip: '192.0.2.1', routeOptions: { url: pattern } } as never).path;

test('describeRequest logs the pattern of API calls and only plain path segments of pages (T4)', ({
  task,
}) => {
  expect(loggedPath('/api/sync/order/0b8f4a1c-7d5e-4c0e-9c53-2a1b7c9d8e6f', '/api/sync/order/:id')).toBe(
    '/api/sync/order/:id',
  );
  expect(loggedPath('/larder/oats-500g?token=x', '/*')).toBe('/larder/oats-500g');
  expect(loggedPath('/assets/root-x1.css', '/*')).toBe('/assets/root-x1.css');
  expect(loggedPath('/')).toBe('/');
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
      expect(loggedPath(url, '/*')).not.toContain(secret);
  task.meta.attempts = secrets.length * 4;
});

test('describeRequest handles paths of any form in linear time (T15)', () => {
  const pathOf = (url: string) =>
    requestForLog({ url, method: 'GET', ip: '', routeOptions: { url: '/*' } } as never).path;
  expect(pathOf('/rooibos-tea/12-pack.2026')).toBe('/rooibos-tea/12-pack.2026');
  for (const part of ['aaaaa-', 'a1a.', 'ab', '1a1a-'])
    for (const end of ['!', 'A', '%C3', ''])
      expect(pathOf(`/${`${part.repeat(13)}${end}/`.repeat(12)}`)).toBeDefined();
});
