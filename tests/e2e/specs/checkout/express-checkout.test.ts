import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { focused, hydrated, phone, type Visit, visit } from '../../fixtures/browser.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import {
  field,
  main,
  openCheckout,
  password,
  placeButton,
  putInCart,
  step,
  thanked,
} from '../../pages/checkout.ts';
import { headersOf, register, startSession } from '../../pages/customers.ts';
import { placeOrder } from '../../pages/placed-orders.ts';

/** The checkout of a customer who has ordered before (spec D64). */

let shopper: Visit;
const our = openSharedShop(undefined, { pictures: false });
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin, { viewport: phone });
});

const home = {
  ...{ firstname: 'Thandi', lastname: 'Nkosi', street: ['7 Kloof Street', 'Unit 4'], suburb: 'Gardens' },
  ...{ city: 'Cape Town', region: { region_code: 'ZA-WC', region: 'Western Cape' }, postcode: '8001' },
  ...{ country_id: 'ZA', telephone: '+27821234567', default_shipping: true, default_billing: true },
};

/** Registers a customer with an order of one product. */
async function registerBuyer(): Promise<string> {
  const email = await register(our.shop, { addresses: [home] });
  await placeOrder(our.shop, { 'L-TEA': 1 }, { email, headers: await headersOf(our.shop, email) });
  return email;
}

/** Logs in as a customer who has ordered before, and fills the cart. */
async function returnWith(page: Page, product: string): Promise<void> {
  await startSession(page, await registerBuyer());
  await putInCart(page, product, 2);
  await page.goto('/cart');
  await hydrated(page);
}

const toCheckout = (page: Page) =>
  main(page).getByRole('link', { name: 'Proceed to checkout' }).first().click();

test('a returning customer orders with two taps from the cart', { tag: '@journey' }, async () => {
  const { page } = shopper;
  await returnWith(page, 'larder-oats');
  // The place is the one of the customer's address (spec D62).
  await page.locator('#summary').getByRole('button', { name: 'Delivery to 8001' }).waitFor();
  await toCheckout(page);
  // Everything is on one page, and nothing is ordered before the second tap.
  await expect.poll(() => placeButton(page).innerText()).toBe('Place order for R147.00');
  expect(new URL(page.url()).hash).toBe('#payment');
  await focused(page.locator('#payment-title'));
  const delivery = step(page, 'Delivery');
  await delivery.getByText('7 Kloof Street').waitFor();
  await delivery.getByText('Door courier').waitFor();
  await delivery.getByText(/^Expected/).waitFor();
  await main(page).getByRole('radio', { name: 'Pay on delivery', checked: true }).waitFor();
  await main(page).getByText('By ordering you accept these terms of sale.').waitFor();
  await main(page).getByText('you make a binding offer').waitFor();
  await expectAccessible(page);
  await placeButton(page).click();
  await thanked(page);
});

test('each part of the express checkout can be changed, and Back leads to the cart', async () => {
  const { page } = shopper;
  await returnWith(page, 'larder-oats');
  await toCheckout(page);
  await placeButton(page).waitFor();
  expect(await main(page).getByRole('radio').count()).toBe(1);
  await page.getByRole('button', { name: 'Change: Payment' }).click();
  await focused(main(page).getByRole('radio', { name: 'Pay on delivery', checked: true }));
  expect(await main(page).getByRole('radio').count()).toBeGreaterThan(1);
  await page.getByRole('link', { name: 'Change: Delivery' }).click();
  await focused(page.locator('#shipping-title'));
  await field(page, 'Street and number').fill('8 Kloof Street');
  await main(page)
    .getByRole('radio', { name: /Express courier/ })
    .check();
  await main(page).getByRole('button', { name: 'Continue', exact: true }).click();
  await step(page, 'Delivery').getByText('8 Kloof Street').waitFor();
  await step(page, 'Delivery').getByText('Express courier').waitFor();
  await placeButton(page).waitFor();
  // The changed details stay for this order.
  await page.goto('/cart');
  await hydrated(page);
  await toCheckout(page);
  await placeButton(page).waitFor();
  await step(page, 'Delivery').getByText('8 Kloof Street').waitFor();
  await step(page, 'Delivery').getByText('Express courier').waitFor();
  await page.goBack();
  await page.waitForURL('**/cart');
});

test('a delivery method that the cart cannot take is chosen again, with the address of the account', async () => {
  const { page } = shopper;
  await page.route('**/api/cart/shipping-methods*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { result: { method_code: string }[] };
    const result = body.result.map((method) => ({ ...method, available: method.method_code !== 'door' }));
    await route.fulfill({ response, json: { ...body, result } });
  });
  await returnWith(page, 'larder-oats');
  await toCheckout(page);
  await page.waitForURL('**#shipping');
  await expect.poll(() => field(page, 'Street and number').inputValue()).toBe('7 Kloof Street');
  await step(page, 'Personal details').getByRole('link', { name: 'Change' }).waitFor();
  expect(await placeButton(page).count()).toBe(0);
  await main(page)
    .getByRole('radio', { name: /courier/, checked: true })
    .waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});

test('a returning customer who logs in at the checkout finds the steps finished', async () => {
  const { page } = shopper;
  const email = await registerBuyer();
  await putInCart(page, 'larder-oats');
  await openCheckout(page);
  await main(page).getByRole('link', { name: 'Log in' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail address').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await expect.poll(() => placeButton(page).innerText()).toBe('Place order for R103.50');
  await step(page, 'Delivery').getByText('7 Kloof Street').waitFor();
});
