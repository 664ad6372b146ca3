import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { inspect } from 'node:util';
import { type Embedded, startEmbedded } from '@fynbos/api/platform/database/embedded/embedded-postgres.ts';
import { openDatabaseServer } from '@fynbos/api/platform/database/open-database.ts';
import { importShop } from '@fynbos/api/shop-import.ts';
import { type Life, liveThrough } from '@fynbos/test-kit/accounts/customer-journey.ts';
import { openTestMail, type TestMail } from '@fynbos/test-kit/network/mail-server.ts';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { demoFolder } from '@fynbos/test-kit/shop/demo-folder.ts';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

/** The output of the whole shop: API, pages, database, mail. */
let mail: TestMail;
let data: Awaited<ReturnType<typeof temporaryFolder>>;
let database: Embedded;
let shop: WebShop;
let life: Life;
/** Status codes of the pages. */
let statuses: number[];
/** The account is erased only once. */
let ended: { status: number };
/** What any part writes past the log. */
const printed: string[] = [];
beforeAll(async () => {
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((...args) => void printed.push(inspect(args)));
  mail = await openTestMail();
  data = await temporaryFolder();
  // A server of its own, whose log contains this shop's statements alone.
  database = await startEmbedded(data.folder, { owner: 'the test' });
  const { db, close } = await openDatabaseServer(database.url);
  await importShop(db, demoFolder).finally(close);
  shop = await openWebShop({
    ...{ DATABASE_URL: database.url, SMTP_URL: mail.smtpUrl },
    ...{ LOG_LEVEL: 'debug', TOKEN_IN_HEADER: 'off' },
  });
  life = await liveThrough(shop.origin, mail);
  statuses = await openPages();
  ended = await life.erase();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await shop?.close();
  await database?.stop();
  await data?.remove();
  await mail?.close();
});

/** Requests pages with secrets in their addresses, unknown pages, and forms that pages reject. */
async function openPages(): Promise<number[]> {
  const [secret = ''] = life.secrets().filter((value) => /^[\w-]{43}$/.test(value));
  const query = `link=${secret}&token=${secret}&email=${encodeURIComponent(life.person[0]!)}`;
  const pages = [
    '/Account/Reset-Password',
    '/Account/Confirm-Email',
    '/newsletter',
    '/login',
    '/my-account',
    '/nowhere',
    '/%00',
    '/%E0',
  ];
  const statuses: number[] = [];
  for (const page of pages) {
    for (const init of [{}, { method: 'POST', body: new URLSearchParams(query) }]) {
      statuses.push((await fetch(`${shop.origin}${page}?${query}`, { redirect: 'manual', ...init })).status);
    }
  }
  return statuses;
}

test('the log contains no password, token, link or customer data (T16)', async () => {
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(ended.status).toBe(200);
  await expect.poll(() => shop.log.length).toBeGreaterThan(150 + 2 * statuses.length);
  const output = shop.log.join('');
  const databaseLog = await readFile(path.join(data.folder, 'postgres.log'), 'utf8');
  expect(databaseLog).toContain('ready to accept connections');
  const secrets = life.secrets();
  expect(secrets.length).toBeGreaterThan(40);
  for (const text of [output, databaseLog, printed.join('')]) {
    const low = text.toLowerCase();
    expect(secrets.filter((secret) => low.includes(secret.toLowerCase()))).toEqual([]);
  }
});
