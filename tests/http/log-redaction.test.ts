import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Life, liveThrough } from '@fynbos/test-kit/accounts/customer-journey.ts';
import { openTestMail, type TestMail } from '@fynbos/test-kit/network/mail-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningShop, startShop } from '../e2e/fixtures/running-shop.ts';

/** The output of the whole shop: API, pages, database, mail. */
let mail: TestMail;
let shop: RunningShop;
let life: Life;
/** Status codes of the pages. */
let statuses: number[];
/** The account is erased only once. */
let ended: { status: number };
beforeAll(async () => {
  mail = await openTestMail();
  const settings = { SMTP_URL: mail.smtpUrl, LOG_LEVEL: 'debug', TOKEN_IN_HEADER: 'off', DATABASE_URL: '' };
  shop = await startShop(settings);
  life = await liveThrough(shop.origin, mail);
  statuses = await openPages();
  ended = await life.erase();
});
afterAll(async () => {
  await shop?.stop();
  await mail?.close();
});

/** Requests pages with secrets in their addresses, unknown pages, and forms that pages reject. */
async function openPages(): Promise<number[]> {
  const [secret = ''] = life.secrets().filter((value) => /^[\w-]{43}$/.test(value));
  const query = `link=${secret}&token=${secret}&email=${encodeURIComponent(life.person[0]!)}`;
  const pages = [
    '/Account/Reset-Password',
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
  const lineCount = () => shop.output().split('\n').length;
  await expect.poll(lineCount).toBeGreaterThan(150 + 2 * statuses.length);
  const output = shop.output();
  const database = await readFile(path.join(shop.data, 'postgres.log'), 'utf8');
  const secrets = life.secrets();
  expect(secrets.length).toBeGreaterThan(40);
  for (const text of [output, database]) {
    const low = text.toLowerCase();
    expect(secrets.filter((secret) => low.includes(secret.toLowerCase()))).toEqual([]);
  }
});
