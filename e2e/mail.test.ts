import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '@fynbos/api/testing/folder.ts';
import { type MailSink, openMailSink } from '@fynbos/sandbox/mail-sink.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { desktop, expectAccessible, openBrowser, visit } from './browser.ts';
import { newEmail, send } from './customers.ts';
import { type RunningShop, startShop, trusted } from './shop.ts';

/** A mail of the running shop, read where a person reads it: on the page of the mail sink (ACC-5). */

const pictures = path.join(import.meta.dirname, '..', 'test-results', 'pictures');
let browser: Browser;
let sink: MailSink;
let shop: RunningShop;
let remove: () => Promise<void>;

beforeAll(async () => {
  const place = await temporaryFolder();
  remove = place.remove;
  sink = await openMailSink({ folder: place.folder, port: 0 });
  [browser, shop] = await Promise.all([openBrowser(), startShop({ SMTP_URL: sink.smtpUrl, ...trusted })]);
  await mkdir(pictures, { recursive: true });
});
afterAll(async () => {
  await Promise.all([browser?.close(), shop?.stop()]);
  await sink?.close();
  await remove?.();
});

const subscribe = (email: string, locale: string) =>
  send(shop, '/api/newsletter/subscribe', { email, locale });

/** A mail of this test alone. */
async function newMail() {
  const email = newEmail();
  await subscribe(email, 'de-DE');
  return vi.waitUntil(() => sink.mails().find(({ recipients }) => recipients.includes(email)), 15_000);
}

test('a mail shows by itself, as HTML that runs nothing and as text, for everybody to read', async () => {
  const { page, close, expectFault } = await visit(browser, sink.pageUrl, { viewport: desktop });
  // The checker calls into the frame, which has no origin: it is that closed.
  expectFault(/postMessage.*'null'/);
  // Of an earlier try.
  await fetch(`${sink.pageUrl}/empty`, { method: 'POST', headers: { origin: sink.pageUrl } });
  await page.goto('/');
  await page.getByText('No mail yet').waitFor();
  await expectAccessible(page);

  const email = newEmail();
  await subscribe(email, 'de-DE');
  const subject = 'Bitte bestätigen Sie Ihren Newsletter';
  const line = page.getByRole('listitem').filter({ hasText: email });
  await line.getByRole('link', { name: subject }).waitFor();
  await expectAccessible(page);
  await page.screenshot({ path: path.join(pictures, 'mail-list.png') });

  await line.getByRole('link', { name: subject }).click();
  const link = `${shop.origin}/newsletter?link=`;
  const button = page.frameLocator('iframe').getByRole('link', { name: 'Ja, ich möchte den Newsletter' });
  expect(await button.getAttribute('href')).toContain(link);
  expect(await page.locator('pre').textContent()).toContain(link);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    await page.screenshot({ path: path.join(pictures, `mail-${colorScheme}.png`), fullPage: true });
  }
  await close();
});

test('the mail itself is readable for everybody, in light and dark', async () => {
  const { page, close } = await visit(browser, sink.pageUrl);
  const { html } = await newMail();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setContent(html);
    await expectAccessible(page);
    await page.screenshot({ path: path.join(pictures, `mail-html-${colorScheme}.png`) });
  }
  await close();
});

test('no page of another site reads the mails', async () => {
  const mail = await newMail();
  const { status } = await fetch(`${sink.pageUrl}/mails.json`);
  expect(status).toBe(200);
  const headers = { origin: 'https://evil.example' };
  expect((await fetch(`${sink.pageUrl}/empty`, { method: 'POST', headers })).status).toBe(403);
  expect(sink.mails()).toContainEqual(mail);
});
