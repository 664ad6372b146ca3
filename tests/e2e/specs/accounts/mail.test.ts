import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type MailSink, openMailSink } from '@fynbos/sandbox/mail/mail-sink.ts';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { desktop, expectAccessible, openBrowser, visit } from '../../fixtures/browser.ts';
import { type RunningShop, startShop, trusted } from '../../fixtures/running-shop.ts';
import { newEmail, send } from '../../pages/customers.ts';

/** Mails of the running shop on the page of the mail sink (ACC-5). */

const pictures = path.join(import.meta.dirname, '../../../..', 'test-results', 'pictures');
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

/** Sends a mail to a new address and waits for it. */
async function newMail() {
  const email = newEmail();
  await subscribe(email, 'de-DE');
  return vi.waitUntil(() => sink.mails().find(({ recipients }) => recipients.includes(email)), 15_000);
}

test('the mail sink shows a mail accessibly, as text and as HTML without scripts', async () => {
  const { page, close, expectConsoleError } = await visit(browser, sink.pageUrl, { viewport: desktop });
  // The accessibility checker posts a message into the sandboxed frame, which has no origin.
  expectConsoleError(/postMessage.*'null'/);
  // Deletes mails of an earlier attempt.
  await fetch(`${sink.pageUrl}/empty`, { method: 'POST', headers: { origin: sink.pageUrl } });
  await page.goto('/');
  await page.getByText('No mail yet').waitFor();
  await expectAccessible(page);

  const email = newEmail();
  await subscribe(email, 'de-DE');
  const subject = 'Bitte bestätigen Sie Ihren Newsletter';
  const listItem = page.getByRole('listitem').filter({ hasText: email });
  await listItem.getByRole('link', { name: subject }).waitFor();
  await expectAccessible(page);
  await page.screenshot({ path: path.join(pictures, 'mail-list.png') });

  await listItem.getByRole('link', { name: subject }).click();
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

test('the HTML of a mail is accessible in light and dark mode', async () => {
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

test('other sites cannot read or delete the mails', async () => {
  const mail = await newMail();
  const { status } = await fetch(`${sink.pageUrl}/mails.json`);
  expect(status).toBe(200);
  const headers = { origin: 'https://evil.example' };
  expect((await fetch(`${sink.pageUrl}/empty`, { method: 'POST', headers })).status).toBe(403);
  expect(sink.mails()).toContainEqual(mail);
});
