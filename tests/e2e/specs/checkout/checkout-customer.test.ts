import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { desktop, focused, type Visit, visit } from '../../fixtures/browser.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import {
  acceptTerms,
  field,
  fillPersonalDetails,
  finishShipping,
  main,
  type OrderSeen,
  openCheckout,
  password,
  payment,
  placeButton,
  putInCart,
  shipping,
  step,
  thanked,
} from '../../pages/checkout.ts';
import { headersOf, logOut, newEmail, register, startSession } from '../../pages/customers.ts';

let shopper: Visit;

const address = {
  firstname: 'Thandi',
  lastname: 'Nkosi',
  street: ['7 Kloof Street', 'Unit 4'],
  suburb: 'Gardens',
  city: 'Cape Town',
  region: { region_code: 'ZA-WC', region: 'Western Cape' },
  postcode: '8001',
  country_id: 'ZA',
  telephone: '+27821234567',
};

const our = openSharedShop(undefined, { pictures: false });
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin, { viewport: desktop });
});
/** Registers a customer with an address in the address book. */
const registerWithAddress = () =>
  register(our.shop, { addresses: [{ ...address, default_shipping: true, default_billing: true }] });

/** The customer's orders and profile as stored by the shop. */
async function historyOf(email: string) {
  const headers = await headersOf(our.shop, email);
  const response = await fetch(`${our.shop.origin}/api/user/order-history`, { headers });
  const me = await fetch(`${our.shop.origin}/api/user/me`, { headers });
  const { result } = (await response.json()) as { result: { items: OrderSeen[] } };
  return {
    orders: result.items,
    me: ((await me.json()) as { result: { email: string; addresses: (typeof address)[] } }).result,
  };
}

const goOn = (page: Page) => main(page).getByRole('button', { name: 'Continue', exact: true }).click();

test.describe('a customer', () => {
  test('a customer finds the checkout prefilled, orders to another address and saves it in the account', {
    tag: '@journey',
  }, async () => {
    const { page } = shopper;
    const email = await registerWithAddress();
    await startSession(page, email);
    await putInCart(page, 'larder-oats', 2);
    await openCheckout(page);
    await expect.poll(() => field(page, 'E-mail address').inputValue()).toBe(email);
    expect(await field(page, 'First name').inputValue()).toBe('Thandi');
    await goOn(page);
    await page.waitForURL('**#shipping');
    await expect.poll(() => field(page, 'Street and number').inputValue()).toBe('7 Kloof Street');
    expect(await field(page, 'Apartment or complex (optional)').inputValue()).toBe('Unit 4');
    await expectAccessible(page);
    await field(page, 'Deliver to').selectOption('Another address');
    await field(page, 'Street and number').fill('1 Florida Road');
    await field(page, 'Postal code').fill('4001');
    await field(page, 'Telephone').fill('031 123 4567');
    await field(page, 'Save this address in my account').check();
    await expect.poll(() => field(page, 'City or town').inputValue()).toBe('Durban');
    await finishShipping(page);
    // The billing address comes from the account, because the delivery address differs.
    await main(page).getByRole('radio', { name: 'Pay on delivery' }).waitFor();
    await expect.poll(() => field(page, 'Street and number').inputValue()).toBe('7 Kloof Street');
    await payment(page);
    expect(await step(page, 'Payment').getByLabel('Street and number').inputValue()).toBe('7 Kloof Street');
    await acceptTerms(page);
    await placeButton(page).click();
    const number = await thanked(page);
    await expectAccessible(page);
    const { orders, me } = await historyOf(email);
    expect(orders).toMatchObject([{ increment_id: number, customer_email: email }]);
    await expect
      .poll(async () => (await historyOf(email)).me.addresses.map(({ street }) => street[0]))
      .toEqual(['7 Kloof Street', '1 Florida Road']);
    expect(me.email).toBe(email);
    expect(await main(page).getByRole('link', { name: 'Show the order' }).getAttribute('href')).toBe(
      `/my-account/orders/${number}`,
    );
  });

  test('a customer can log in during the checkout, and cart and input stay', async () => {
    const { page } = shopper;
    const email = await registerWithAddress();
    await putInCart(page, 'larder-tea');
    await openCheckout(page);
    await main(page).getByRole('link', { name: 'Log in' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail address').fill(email);
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await expect.poll(() => field(page, 'E-mail address').inputValue()).toBe(email);
    await goOn(page);
    await page.waitForURL('**#shipping');
    await finishShipping(page);
    await payment(page);
    await acceptTerms(page);
    await placeButton(page).click();
    await thanked(page);
    expect((await historyOf(email)).orders).toMatchObject([{ items: [{ sku: 'L-TEA', qty_ordered: 1 }] }]);
  });

  test('logging out deletes the checkout draft', { tag: '@stress' }, async () => {
    const { page, expectConsoleError } = shopper;
    // Account requests still running at logout.
    expectConsoleError(/401/);
    await startSession(page, await registerWithAddress());
    await putInCart(page, 'larder-tea');
    await openCheckout(page);
    await goOn(page);
    await page.waitForURL('**#shipping');
    await page.goto('/my-account');
    await logOut(page);
    await page.waitForURL(`${our.shop.origin}/`);
    expect(await page.evaluate(() => localStorage.getItem('current-checkout'))).toBeNull();
  });
});

test.describe('an account created with an order', () => {
  /** Completes the checkout up to the button that places the order. */
  async function ordersAs(page: Page, email: string): Promise<void> {
    await putInCart(page, 'larder-oats');
    await openCheckout(page);
    await fillPersonalDetails(page, email);
    await wantsAccount(page);
    await goOn(page);
    await shipping(page);
    await payment(page);
    await acceptTerms(page);
  }

  async function wantsAccount(page: Page): Promise<void> {
    await main(page).getByRole('checkbox', { name: 'Create an account with this order' }).check();
    await field(page, 'Password').fill(password);
    await field(page, 'Repeat the password').fill(password);
    await main(page).getByRole('checkbox', { name: 'I accept the terms and conditions.' }).check();
  }

  test('the new account has the order and the address and is logged in; the password is never stored', async () => {
    const { page } = shopper;
    const email = newEmail();
    await ordersAs(page, email);
    const storedValues = () =>
      page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(await storedValues()).not.toContain(password);
    await placeButton(page).click();
    const number = await thanked(page);
    await main(page).getByText('Your account has been created, and you are logged in.').waitFor();
    expect(await storedValues()).not.toContain(password);
    const { orders, me } = await historyOf(email);
    expect(orders).toMatchObject([{ increment_id: number }]);
    expect(me.addresses).toMatchObject([{ street: ['12 Long Street'], default_shipping: true }]);
  });

  test("the new account's password is required again after a reload", { tag: '@stress' }, async () => {
    const { page } = shopper;
    await ordersAs(page, newEmail());
    await page.reload();
    await page.waitForURL('**#personal-details');
    await wantsAccount(page);
    await goOn(page);
    await acceptTerms(page);
    await placeButton(page).click();
    await thanked(page);
  });

  test('a new account with a registered e-mail address is rejected at the address field', {
    tag: '@stress',
  }, async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/409|400/);
    const email = await registerWithAddress();
    await ordersAs(page, email);
    await placeButton(page).click();
    await page.waitForURL('**#personal-details');
    await main(page).getByRole('alert').getByText('A customer with the same email already exists').waitFor();
    await focused(field(page, 'E-mail address'));
    await expectAccessible(page);
    // The same order can be placed as a guest.
    await main(page).getByRole('checkbox', { name: 'Create an account with this order' }).uncheck();
    await goOn(page);
    await acceptTerms(page);
    await placeButton(page).click();
    await thanked(page);
  });

  test('the account is not created twice when its order failed', { tag: '@stress' }, async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/409/);
    const email = newEmail();
    let accounts = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/user/create')) accounts += 1;
    });
    const refused = { code: 409, result: 'no', meta: { problem: 'payment_method_unknown' } };
    await page.route('**/api/order?*', (route) => route.fulfill({ status: 409, json: refused }));
    await ordersAs(page, email);
    await placeButton(page).click();
    await main(page).getByRole('alert').getByText('This payment method is not available').waitFor();
    await page.unroute('**/api/order?*');
    await acceptTerms(page);
    await placeButton(page).click();
    await thanked(page);
    expect(accounts).toBe(1);
    expect((await historyOf(email)).orders).toHaveLength(1);
  });
});
