import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expectAccessible, expectReadableColours } from '../../fixtures/axe.ts';
import { desktop, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { mailsTo, waitForMail } from '../../fixtures/mails.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { isLong } from '../../fixtures/stress-mode.ts';
import { expect, test } from '../../fixtures/test.ts';
import { unfitTexts } from '../../fixtures/text-fit.ts';
import { newEmail, send } from '../../pages/customers.ts';
import { placeOrder } from '../../pages/placed-orders.ts';

/** Mails of the running shop on the page of the mail sink (ACC-5). */

const pictures = path.join(import.meta.dirname, '../../../..', 'test-results', 'pictures');

const longWord = 'Wolkekrabberfensterskoonmaker'.repeat(2);
const our = openSharedShop(async (shop) => {
  await mkdir(pictures, { recursive: true });
  const columns = 'sku,type_id,name,url_path,price_incl_tax,tax_class,qty';
  await load(shop, { 'products.csv': table(columns, `M-LONG,simple,${longWord},m-long,43.50,zero,9`) });
});

const subscribe = (email: string, locale: string) =>
  send(our.shop, '/api/newsletter/subscribe', { email, locale });

/** Sends a mail to a new address and waits for it. */
async function newMail() {
  const email = newEmail();
  await subscribe(email, 'de-DE');
  return waitForMail(our.shop, email);
}

test('the mail sink shows a mail accessibly, as text and as HTML without scripts', async () => {
  const { page, expectConsoleError } = await visit(our.browser, our.shop.mailPage, {
    viewport: desktop,
  });
  // The accessibility checker posts a message into the sandboxed frame, which has no origin.
  expectConsoleError(/postMessage.*'null'/);
  // Deletes mails of an earlier attempt.
  await fetch(`${our.shop.mailPage}/empty`, { method: 'POST', headers: { origin: our.shop.mailPage } });
  await page.goto('/');
  await page.getByText('No mail yet').waitFor();
  await expectAccessible(page);

  const email = newEmail();
  await subscribe(email, 'de-DE');
  const subject = 'Bitte bestätigen Sie Ihren Newsletter';
  const listItem = page.getByRole('listitem').filter({ hasText: email });
  await listItem.getByRole('link', { name: subject }).waitFor();
  await expectAccessible(page);
  if (isLong) await page.screenshot({ path: path.join(pictures, 'mail-list.png') });

  await listItem.getByRole('link', { name: subject }).click();
  const link = `${our.shop.origin}/newsletter?link=`;
  const button = page.frameLocator('iframe').getByRole('link', { name: 'Ja, ich möchte den Newsletter' });
  expect(await button.getAttribute('href')).toContain(link);
  expect(await page.locator('pre').textContent()).toContain(link);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await (colorScheme === 'light' ? expectAccessible(page) : expectReadableColours(page));
    if (isLong)
      await page.screenshot({ path: path.join(pictures, `mail-${colorScheme}.png`), fullPage: true });
  }
});

test('the HTML of a mail is accessible in light and dark mode', async () => {
  const { page } = await visit(our.browser, our.shop.mailPage);
  const { html } = await newMail();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setContent(html);
    await expectAccessible(page);
    if (isLong) await page.screenshot({ path: path.join(pictures, `mail-html-${colorScheme}.png`) });
  }
});

test('long words of a mail wrap at 320 px', async () => {
  const { page } = await visit(our.browser, our.shop.mailPage, { viewport: { width: 320, height: 640 } });
  const email = newEmail();
  await placeOrder(our.shop, { 'M-LONG': 1 }, { email });
  const { html } = await waitForMail(our.shop, email);
  await page.setContent(html);
  await page.getByText(longWord).waitFor();
  expect(await unfitTexts(page)).toEqual([]);
});

test('other sites cannot read or delete the mails', async () => {
  const mail = await newMail();
  const { status } = await fetch(`${our.shop.mailPage}/mails.json`);
  expect(status).toBe(200);
  const headers = { origin: 'https://evil.example' };
  expect((await fetch(`${our.shop.mailPage}/empty`, { method: 'POST', headers })).status).toBe(403);
  expect(await mailsTo(our.shop, mail.recipients[0]!)).toContainEqual(mail);
});
