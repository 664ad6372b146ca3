import { openTestMail, type TestMail } from '@fynbos/api/testing/mail.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { hydrated, openBrowser } from './browser.ts';
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
} from './checkout-pages.ts';
import { logIn, logOut, register, send } from './customers.ts';
import { products } from './larder.ts';
import { dump, follow, type Trail } from './left-behind.ts';
import { type OutsideWorld, openOutsideWorld } from './outside-world.ts';
import { choosePayment, paid, press, toProvider } from './payment-pages.ts';
import { type RunningShop, startShop, trusted } from './shop.ts';
import { load } from './shop-files.ts';
import { settled, visitWithWorker } from './worker-pages.ts';

/** A whole visit on a computer that others use too: what was told on the way, and what is left behind (T4, T16, T24). */
let mail: TestMail;
let world: OutsideWorld;
let shop: RunningShop;
let browser: Browser;
beforeAll(async () => {
  [mail, world] = await Promise.all([openTestMail(), openOutsideWorld()]);
  const outside = {
    GTM_ID: 'GTM-TEST42',
    GTM_URL: world.origin,
    CHAT_PROPERTY_ID: 'f',
    CHAT_URL: world.origin,
  };
  const ours = {
    SMTP_URL: mail.smtpUrl,
    LOG_LEVEL: 'debug',
    PRICE_TIERS: 'on',
    ...trusted,
  };
  [shop, browser] = await Promise.all([startShop({ ...outside, ...ours }), openBrowser()]);
  await load(shop, { 'products.csv': products });
});
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
  await Promise.all([mail?.close(), world?.close()]);
});

const person = { lastname: 'Canarywitz' };

/** Opens what was mailed, as a mail program does. @returns its secret */
async function openMailed(page: Page, to: string, about: RegExp): Promise<string> {
  const found = () => mail.to(to).find(({ subject, text }) => about.test(subject) && text.includes('link='));
  await expect.poll(found).toBeDefined();
  const link = /https?:\/\/[^/]+(\S+link=([^&\s]+)\S*)/.exec(found()!.text)!;
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

test('a whole visit tells no secret on its way, and leaves nobody behind (T4, T16, T24)', {
  timeout: 240_000,
}, async ({ task }) => {
  // Where providers lead back to; the log, which is chatty here, names it otherwise.
  const shopper = await visitWithWorker(browser, `http://localhost:${new URL(shop.origin).port}`);
  shopper.expectFault(/400|401|404/);
  const { page } = shopper;
  onTestFinished(() => page.context().close());
  world.forget();
  const trail: Trail = follow(page.context());
  const email = await register(shop, { lastname: person.lastname });

  await agree(page);
  await settled(page);

  // The password is forgotten, and chosen anew with a mailed link.
  await send(shop, '/api/user/reset-password', { email });
  const link = await openMailed(page, email, /password/i);
  await page.waitForURL((url) => url.search === '');
  await field(page, 'New password').fill(password);
  await field(page, 'Repeat the password').fill(password);
  await main(page).getByRole('button', { name: 'Save the new password' }).click();
  await page.waitForURL('**/login**');
  await trail.look(page);
  const mailed = [link];

  await logIn(page, email);
  await page.goto('/search?q=oats');
  await hydrated(page);
  await trail.look(page);
  const during = await dump(page);

  // Ordered and paid on delivery, then online.
  await putInCart(page, 'larder-tea');
  await toPayment(page);
  await payment(page);
  await placeButton(page).waitFor();
  await acceptTerms(page);
  await placeButton(page).click();
  const number = await thanked(page);
  await trail.look(page);
  await putInCart(page, 'larder-oats');
  await toPayment(page);
  await choosePayment(page, 'instalments');
  await acceptTerms(page);
  await toProvider(page, 'instalments');
  await press(page, 'Pay');
  await paid(page);
  await trail.look(page);

  for (const path of ['/order-tracking', '/my-account/orders', '/my-account/profile', '/my-account']) {
    await page.goto(path);
    await hydrated(page);
    await trail.look(page);
  }
  await logOut(page);
  await page.getByRole('banner').getByRole('link', { name: 'Log in or register' }).waitFor();
  await expect
    .poll(async () => Object.keys(await dump(page)).filter((key) => key.includes('current-user')))
    .toEqual([]);

  // Nothing of them lies there for the next one, nor comes back with «back».
  const canaries = [email, person.lastname, '12 Long Street', '+27821234567', number, ...trail.secrets];
  const left = (kept: Record<string, string>, words: readonly string[]) =>
    Object.entries(kept).flatMap(([place, text]) =>
      words.filter((word) => place.includes(word) || text.includes(word)).map((word) => `${place}: ${word}`),
    );
  // That somebody once logged in here, which opens nothing.
  const deviceOwn = /^cookie (?:__\w+-)?fynbos-device/;
  // The last of it goes a moment after the name of who it was.
  await expect
    .poll(async () => left(await dump(page), canaries).filter((one) => !deviceOwn.test(one)))
    .toEqual([]);
  for (let times = 0; times < 3; times++) {
    await page.goBack();
    await hydrated(page);
    const text = await page.evaluate(() => document.documentElement.outerHTML);
    expect(canaries.filter((word) => text.includes(word))).toEqual([]);
  }

  // Nothing that opens anything was in an address, a Referer, the history, what was measured, or the log.
  const secrets = [...trail.secrets, ...mailed];
  expect(secrets.length).toBeGreaterThan(6);
  const opening = (line: string) => /^address GET \S+\?link=[^&]+\S*$/.test(line) && !line.includes('.data');
  const measured = world.events.map((event) => JSON.stringify(event));
  const all = [...trail.told.filter((line) => !opening(line)), ...measured, ...shop.output().split('\n')];
  expect(measured.length).toBeGreaterThan(2);
  expect(all.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
  const persons = [email, person.lastname, '12 Long Street', '082 123 4567'];
  expect(
    shop
      .output()
      .split('\n')
      .filter((line) => persons.some((word) => line.includes(word))),
  ).toEqual([]);
  // While somebody is logged in the browser keeps their profile and their cart (decision 42), and no other key to anything.
  const keys = [...trail.secrets].filter((one) => !trail.carts.has(one));
  expect(left(during, [...keys, link]).filter((one) => !one.startsWith('cookie '))).toEqual([]);
  task.meta.tried = secrets.length;
  await shopper.close();
});
