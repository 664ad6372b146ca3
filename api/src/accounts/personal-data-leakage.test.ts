import { type Life, liveThrough } from '@fynbos/test-kit/accounts/customer-journey.ts';
import { openTestMail, type TestMail } from '@fynbos/test-kit/network/mail-server.ts';
import { demoFolder } from '@fynbos/test-kit/shop/demo-folder.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The full life of a customer over HTTP, and the traces left afterwards. */
let mail: TestMail;
let shop: TestShop;
let life: Life;
beforeAll(async () => {
  mail = await openTestMail();
  const settings = { SMTP_URL: mail.smtpUrl, LOG_LEVEL: 'debug', TOKEN_IN_HEADER: 'off' };
  shop = await openTestShop(demoFolder, undefined, settings);
  life = await liveThrough(shop.origin, mail);
});
afterAll(async () => {
  await shop.close();
  await mail.close();
});

const foundIn = (text: string, secrets: readonly string[]) =>
  secrets.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()));

test('an export contains all personal data of the customer (POPIA)', () => {
  const missing = life.person.filter((detail) => !life.exported.includes(detail));
  expect(missing).toEqual([]);
});

test('a database error that quotes its input does not leak it to the response or the log (T16)', async () => {
  await sql`alter table customer_value add constraint refused check (name <> 'compare')`.execute(shop.db);
  const value = [{ sku: 'CANARYSKU', at: '2026-11-20T08:00:00Z' }];
  expect((await life.request('POST', '/api/user/values/compare', { value })).status).toBe(500);
  await sql`alter table customer_value drop constraint refused`.execute(shop.db);
  const errorLines = shop.log.filter((line) => line.includes('"level":50'));
  expect(errorLines).toHaveLength(1);
  expect(errorLines[0]).toContain('customer_value');
  expect(foundIn(errorLines.join(), ['CANARYSKU', ...life.secrets()])).toEqual([]);
});

test('no log, metric or error response contains a password, token, link or personal data (T16)', async () => {
  const metrics = (await shop.get('/api/metrics')).body as string;
  expect(life.secrets().length).toBeGreaterThan(40);
  expect(life.refusals.length).toBeGreaterThan(30);
  expect(shop.log.length).toBeGreaterThan(100);
  expect(shop.log.join('\n')).toContain('a refresh token was used twice');
  for (const text of [shop.log.join('\n'), metrics, life.refusals.join('\n')]) {
    expect(foundIn(text, life.secrets())).toEqual([]);
  }
});

test('after erasure, no table contains personal data or a token in clear text (POPIA)', async () => {
  expect(foundIn(await everyRow(), life.person).length).toBeGreaterThan(10);
  expect((await life.erase()).status).toBe(200);
  await expect.poll(() => shop.db.selectFrom('mail').selectAll().execute()).toEqual([]);
  expect(foundIn(await everyRow(), life.person)).toEqual([]);
  const coupons = /FYN-[\w-]+/;
  expect(
    foundIn(
      await everyRow(),
      life.secrets().filter((secret) => !coupons.test(secret)),
    ),
  ).toEqual([]);
});

/** Every row of every table as text. */
async function everyRow(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`select table_name as name
    from information_schema.tables where table_schema = 'public'`.execute(shop.db);
  const texts = tables.map(async ({ name }) => {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(
      shop.db,
    );
    return rows.map(({ row }) => row).join('\n');
  });
  return (await Promise.all(texts)).join('\n');
}
