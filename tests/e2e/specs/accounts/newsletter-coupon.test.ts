import { expectAccessible } from '../../fixtures/axe.ts';
import { hydrated, type Visit, visit } from '../../fixtures/browser.ts';
import { linkMailedTo } from '../../fixtures/mails.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { acceptTerms, main, placeButton, putInCart, thanked, throughSteps } from '../../pages/checkout.ts';
import { newEmail } from '../../pages/customers.ts';

let shopper: Visit;
const our = openSharedShop(undefined, { pictures: false });
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin);
});

test('the newsletter form stores the address in the browser and fills it in again', async () => {
  const { page } = shopper;
  const email = newEmail();
  const address = main(page).getByLabel('E-mail address');
  await page.goto('/newsletter');
  await hydrated(page);
  expect(await address.inputValue()).toBe('');
  await address.fill(email);
  await main(page).getByRole('button', { name: 'Subscribe' }).click();
  await main(page).getByText('One more click').waitFor();
  await page.goto('/newsletter');
  await expect(address).toHaveValue(email);
});

test('the cart offers the coupon of the newsletter until an order uses it (SHELL-6)', async () => {
  const { page } = shopper;
  const email = newEmail();
  await page.goto('/');
  await page
    .getByRole('contentinfo')
    .getByLabel(/newsletter/)
    .fill(email);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Subscribe' }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('newsletter-email'))).toBe(email);
  await page.goto(await linkMailedTo(our.shop, email));
  await hydrated(page);
  await main(page).getByText('Press the button to confirm your subscription').waitFor();
  await expect(main(page).locator('code')).toHaveCount(0);
  await expectAccessible(page);
  await main(page).getByRole('button', { name: 'Continue' }).click();
  const coupon = (await main(page).locator('code').textContent()) ?? '';

  await putInCart(page, 'larder-oats', 2);
  await page.goto('/cart');
  const offered = main(page).getByRole('region', { name: 'Your codes' });
  await offered.getByText(`${coupon} 10% off`).waitFor();
  await expectAccessible(page);
  await offered.getByRole('button', { name: `Apply the code ${coupon}` }).click();
  await main(page)
    .getByRole('button', { name: `Remove the code ${coupon}` })
    .waitFor();
  await expect(offered).toHaveCount(0);

  await throughSteps(page, email);
  await acceptTerms(page);
  await placeButton(page).click();
  await thanked(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('claims'))).toBeNull();
});

test('a code that the shop no longer accepts leaves the list once it was tried (SHELL-6)', async () => {
  const { page } = shopper;
  shopper.expectConsoleError(/apply-coupon|add-voucher/);
  await page.addInitScript(() => {
    const claim = { code: 'GONE', created_at: '2026-01-01T00:00:00.000Z', value: 10, description: '10% off' };
    if (localStorage.getItem('claims') === null && !sessionStorage.getItem('seen'))
      localStorage.setItem('claims', JSON.stringify([claim]));
    sessionStorage.setItem('seen', '1');
  });
  await putInCart(page, 'larder-oats');
  await page.goto('/cart');
  await main(page).getByRole('button', { name: 'Apply the code GONE' }).click();
  await main(page).getByText('Incorrect coupon code').waitFor();
  await expect(main(page).getByRole('region', { name: 'Your codes' })).toHaveCount(0);
});

test('on a phone the newsletter offer is a strip that covers nothing, never in the cart or on a product and shown once (ACC-5)', async () => {
  const { page, expectConsoleError } = shopper;
  // A jump of the clock is longer than the time limit of a write.
  expectConsoleError(/The outbox cannot be written/);
  const offer = page.getByRole('dialog', { name: '10% off' });
  await page.clock.install();
  await page.goto('/');
  await hydrated(page);
  const readFor = async (path: string) => {
    await page.goto(path);
    await hydrated(page);
    await page.getByRole('heading', { name: 'Privacy choices' }).waitFor();
    await page.clock.runFor(60_000);
  };
  for (const path of ['/cart', '/larder-oats']) {
    await readFor(path);
    expect(await offer.count(), path).toBe(0);
  }
  await readFor('/search?q=tea');
  await offer.waitFor();
  await expectAccessible(page);
  const { y, height } = (await offer.boundingBox())!;
  expect(height).toBeLessThan(130);
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const foot = (await page.getByRole('contentinfo').boundingBox())!;
  expect(foot.y + foot.height).toBeLessThanOrEqual(y + 1);
  await offer.getByLabel('E-mail address').focus();
  await offer.getByText('every e-mail has an unsubscribe link').waitFor();
  await readFor('/search?q=oats');
  expect(await offer.count()).toBe(0);
});
