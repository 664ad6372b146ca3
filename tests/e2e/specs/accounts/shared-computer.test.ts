import { openTestMail, type TestMail } from '@fynbos/test-kit/network/mail-server.ts';
import type { Browser, Page } from '@playwright/test';
import { hydrated, openBrowser } from '../../fixtures/browser.ts';
import { load } from '../../fixtures/import-files.ts';
import { type RunningShop, startShop, trusted } from '../../fixtures/running-shop.ts';
import { dump, follow, type Trail } from '../../fixtures/secret-tracker.ts';
import { products } from '../../fixtures/shop-pool.ts';
import { expect, onTestFinished, reportAttempts, test } from '../../fixtures/test.ts';
import { type OutsideWorld, openOutsideWorld } from '../../fixtures/third-party-stubs.ts';
import {
  acceptTerms,
  field,
  main,
  openCheckout,
  password,
  payment,
  placeButton,
  putInCart,
  shipping,
  thanked,
} from '../../pages/checkout.ts';
import { logIn, logOut, register, send } from '../../pages/customers.ts';
import { choosePayment, paid, press, toProvider } from '../../pages/payment.ts';
import { settled, visitWithWorker } from '../../pages/service-worker.ts';

/**
 * A whole visit on a shared computer: secrets exposed on the way, and data left in the browser (T4, T16,
 * T24).
 */
let mail: TestMail;
let world: OutsideWorld;
let shop: RunningShop;
let browser: Browser;
test.beforeAll(async () => {
  [mail, world] = await Promise.all([openTestMail(), openOutsideWorld()]);
  const outside = {
    GTM_ID: 'GTM-TEST42',
    GTM_URL: world.origin,
    CHAT_PROPERTY_ID: 'f',
    CHAT_URL: world.origin,
  };
  const shopSettings = {
    SMTP_URL: mail.smtpUrl,
    LOG_LEVEL: 'debug',
    PRICE_TIERS: 'on',
    ...trusted,
  };
  [shop, browser] = await Promise.all([startShop({ ...outside, ...shopSettings }), openBrowser()]);
  await load(shop, { 'products.csv': products });
});
test.afterAll(async () => {
  await browser?.close();
  await shop?.stop();
  await Promise.all([mail?.close(), world?.close()]);
});

const person = { lastname: 'Canarywitz' };

/**
 * Opens the link of a mail.
 * @returns its secret
 */
async function openMailed(page: Page, to: string, about: RegExp): Promise<string> {
  const findMail = () =>
    mail.to(to).find(({ subject, text }) => about.test(subject) && text.includes('link='));
  await expect.poll(findMail).toBeDefined();
  const link = /https?:\/\/[^/]+(\S+link=([^&\s]+)\S*)/.exec(findMail()!.text)!;
  await page.goto(link[1]!);
  await hydrated(page);
  return decodeURIComponent(link[2]!);
}

async function agree(page: Page): Promise<void> {
  await page.goto('/privacy-choices');
  await hydrated(page);
  for (const name of ['Analytics', 'Chat and marketing'])
    await main(page).getByRole('checkbox', { name }).setChecked(true);
  await main(page).getByRole('button', { name: 'Save my choice' }).click();
}

async function toPayment(page: Page): Promise<void> {
  await openCheckout(page);
  await field(page, 'Last name').fill(person.lastname);
  await main(page).getByRole('button', { name: 'Continue', exact: true }).click();
  await shipping(page);
}

test('a whole visit exposes no secret, and no personal data remains after logout (T4, T16, T24)', async () => {
  test.setTimeout(240_000);
  const shopper = await visitWithWorker(browser, shop.origin);
  shopper.expectConsoleError(/400|401|404/);
  const { page } = shopper;
  onTestFinished(() => page.context().close());
  world.forget();
  const trail: Trail = follow(page.context());
  const email = await register(shop, { lastname: person.lastname });

  await agree(page);
  await settled(page);

  // The password is reset by a mailed link.
  await send(shop, '/api/user/reset-password', { email });
  const link = await openMailed(page, email, /password/i);
  await page.waitForURL((url) => url.search === '');
  await field(page, 'New password').fill(password);
  await field(page, 'Repeat the password').fill(password);
  await main(page).getByRole('button', { name: 'Save the new password' }).click();
  await page.waitForURL('**/login**');
  await trail.recordHistory(page);
  const mailed = [link];

  await logIn(page, email);
  await page.getByRole('banner').getByRole('textbox', { name: 'Search' }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('oats');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/search?q=oats');
  await trail.recordHistory(page);
  const during = await dump(page);

  // One order paid on delivery, one paid online.
  await putInCart(page, 'larder-tea');
  await toPayment(page);
  await payment(page);
  await placeButton(page).waitFor();
  await acceptTerms(page);
  await placeButton(page).click();
  const number = await thanked(page);
  await trail.recordHistory(page);
  await putInCart(page, 'larder-oats');
  await toPayment(page);
  await choosePayment(page, 'instalments');
  await acceptTerms(page);
  await toProvider(page, 'instalments');
  await press(page, 'Pay');
  await paid(page);
  await trail.recordHistory(page);

  for (const path of ['/order-tracking', '/my-account/orders', '/my-account/profile', '/my-account']) {
    await page.goto(path);
    await hydrated(page);
    await trail.recordHistory(page);
  }
  await logOut(page);
  await page.getByRole('banner').getByRole('link', { name: 'Log in or register' }).waitFor();
  await expect
    .poll(async () => Object.keys(await dump(page)).filter((key) => /current-user|recent-searches/.test(key)))
    .toEqual([]);

  // None of the customer's data remains for the next user, or returns with “back”.
  const canaries = [email, person.lastname, '12 Long Street', '+27821234567', number, ...trail.secrets];
  const left = (stored: Record<string, string>, values: readonly string[]) =>
    Object.entries(stored).flatMap(([place, text]) =>
      values.filter((word) => place.includes(word) || text.includes(word)).map((word) => `${place}: ${word}`),
    );
  // The device cookie remains; it grants no access.
  const deviceOwn = /^cookie (?:__\w+-)?fynbos-device/;
  // The last data is deleted a moment after the user's name.
  await expect
    .poll(async () => left(await dump(page), canaries).filter((entry) => !deviceOwn.test(entry)))
    .toEqual([]);
  for (let times = 0; times < 3; times++) {
    await page.goBack();
    await hydrated(page);
    const text = await page.evaluate(() => document.documentElement.outerHTML);
    expect(canaries.filter((word) => text.includes(word))).toEqual([]);
  }

  // No secret was in an address, a Referer, the history, analytics or the log.
  const secrets = [...trail.secrets, ...mailed];
  expect(secrets.length).toBeGreaterThan(6);
  const opening = (line: string) => /^address GET \S+\?link=[^&]+\S*$/.test(line) && !line.includes('.data');
  const measured = world.events.map((event) => JSON.stringify(event));
  const all = [...trail.exposed.filter((line) => !opening(line)), ...measured, ...shop.output().split('\n')];
  expect(measured.length).toBeGreaterThan(2);
  expect(all.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
  const persons = [email, person.lastname, '12 Long Street', '082 123 4567'];
  expect(
    shop
      .output()
      .split('\n')
      .filter((line) => persons.some((word) => line.includes(word))),
  ).toEqual([]);
  // While a customer is logged in, the browser stores the profile and the cart (spec D42), and no other
  // secret.
  const keys = [...trail.secrets].filter((secret) => !trail.carts.has(secret));
  expect(left(during, [...keys, link]).filter((entry) => !entry.startsWith('cookie '))).toEqual([]);
  reportAttempts(secrets.length);
});
