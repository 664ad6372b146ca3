import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { focused, hydrated, type Visit, visit } from '../../fixtures/browser.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { countAt } from '../../pages/cart.ts';
import {
  acceptTerms,
  chooseCollection,
  field,
  fillPersonalDetails,
  finishShipping,
  main,
  openCheckout,
  orderOf,
  payment,
  personal,
  placeButton,
  putInCart,
  shipping,
  step,
  thanked,
  toReview,
} from '../../pages/checkout.ts';
import { newEmail, nextClientIp } from '../../pages/customers.ts';
import { waitForHeading } from '../../pages/payment.ts';

let shopper: Visit;

const email = newEmail();

const our = openSharedShop(undefined, { pictures: false });
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin);
});
const hash = (page: Page) => new URL(page.url()).hash;
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test.describe('the checkout of a guest on a small phone (CHK-1)', () => {
  test('a guest completes every step from the cart to the thank-you page, and sees that page again after a reload', {
    tag: '@journey',
  }, async () => {
    const { page } = shopper;
    await putInCart(page, 'larder-oats', 2);
    await page.goto('/cart');
    await hydrated(page);
    await main(page).getByRole('link', { name: 'Proceed to checkout' }).first().click();
    await page.getByRole('heading', { name: 'Checkout' }).waitFor();
    await expectAccessible(page);
    await step(page, 'Personal details').getByText('Step 1 of 3').waitFor();
    await personal(page, email);
    await page.waitForURL('**/checkout#shipping');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Delivery/);
    await expectAccessible(page);
    await shipping(page);
    await expectAccessible(page);
    await payment(page);
    await placeButton(page).waitFor();
    await expectAccessible(page);
    expect(await widthOf(page)).toBeLessThanOrEqual(360);
    await expect.poll(() => placeButton(page).innerText()).toBe('Place order for R147.00');
    // Without accepted terms no order is placed.
    await placeButton(page).click();
    await main(page).getByRole('alert').getByText('You must accept the terms.').waitFor();
    await acceptTerms(page);
    await placeButton(page).click();
    const number = await thanked(page);
    await focused(page.getByRole('heading', { level: 1 }));
    await expectAccessible(page);
    expect(hash(page)).toBe('#order-placed');
    await main(page).getByText('You pay R147.00 when you receive your order.').waitFor();
    await page.reload();
    expect(await thanked(page)).toBe(number);
    await main(page).getByText('You pay R147.00 when you receive your order.').waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Continue shopping' }).waitFor();
    const order = await orderOf(our.shop, number, email, { 'x-forwarded-for': nextClientIp() });
    expect(order).toMatchObject({ grand_total: 147, status: 'pending', customer_firstname: 'Thandi' });
    expect(order.items).toMatchObject([{ sku: 'L-OATS', qty_ordered: 2 }]);
    await main(page).getByRole('button', { name: 'Show the order' }).click();
    await waitForHeading(page, `Order ${number}`);
    await main(page).getByText('Thandi').first().waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.goBack();
    await main(page).getByRole('link', { name: 'Continue shopping' }).click();
    await page.waitForURL(`${our.shop.origin}/`);
    await expect.poll(() => countAt(page)).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('current-checkout'))).toBeNull();
  });

  test('a postal code far from the city is pointed out, and does not hold up a guest who knows better', async () => {
    const { page } = shopper;
    await putInCart(page, 'larder-oats');
    await openCheckout(page);
    await personal(page, newEmail());
    await field(page, 'City or town').fill('Cape Town');
    await field(page, 'Postal code').fill('2000');
    await expect(field(page, 'Postal code')).toHaveAccessibleDescription(
      /^Postal code 2000 is in Johannesburg\./,
    );
    await expectAccessible(page);
    await field(page, 'Postal code').fill('8000');
    await expect(main(page).getByText('is in Johannesburg.')).toHaveCount(0);
    await field(page, 'Postal code').fill('2000');
    await field(page, 'Street and number').fill('12 Long Street');
    await field(page, 'Telephone').fill('082 123 4567');
    await finishShipping(page);
  });

  test('a province that contradicts the postal code is pointed out', async () => {
    const { page } = shopper;
    await putInCart(page, 'larder-oats');
    await openCheckout(page);
    await personal(page, newEmail());
    const province = field(page, 'Province');
    await field(page, 'Postal code').fill('8001');
    await expect(province).toHaveValue('ZA-WC');
    await province.selectOption('ZA-GP');
    await expect(province).toHaveAccessibleDescription(
      'Postal code 8001 is in Western Cape. Please check the province and the postal code.',
    );
    await expectAccessible(page);
    await province.selectOption('ZA-WC');
    await expect(main(page).getByText('Please check the province')).toHaveCount(0);
    await province.selectOption('ZA-GP');
    await field(page, 'Street and number').fill('12 Long Street');
    await field(page, 'Telephone').fill('082 123 4567');
    await finishShipping(page);
  });

  test('the summary of a finished step offers to correct an e-mail address', async () => {
    const { page } = shopper;
    await putInCart(page, 'larder-oats');
    await openCheckout(page);
    await personal(page, 'thandi@gmial.com');
    await page.waitForURL('**/checkout#shipping');
    const details = step(page, 'Personal details');
    await details.getByRole('button', { name: 'Did you mean thandi@gmail.com?' }).click();
    await expect(details.getByText('thandi@gmail.com', { exact: true })).toBeVisible();
    await expect(details.getByRole('button')).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('current-checkout'))).toContain('thandi@gmail.com');
  });

  test('a guest can go back, skip no step, change a step and reload in between', async () => {
    const { page } = shopper;
    await putInCart(page, 'larder-oats');
    await page.goto('/checkout#review');
    await hydrated(page);
    await expect.poll(() => hash(page)).toBe('#personal-details');
    await personal(page, email);
    await shipping(page);
    await page.goBack();
    await expect.poll(() => field(page, 'Street and number').inputValue()).toBe('12 Long Street');
    await page.goForward();
    await payment(page);
    await acceptTerms(page);
    await page.reload();
    await placeButton(page).waitFor();
    expect(hash(page)).toBe('#payment');
    await main(page).getByRole('radio', { name: 'Pay on delivery', checked: true }).waitFor();
    // A changed address must be completed again; the payment method stays.
    await page.getByRole('link', { name: 'Change: Delivery' }).click();
    await field(page, 'Street and number').fill('14 Kloof Street');
    await field(page, 'Suburb (optional)').fill('Gardens');
    await page.evaluate(() => (location.hash = '#review'));
    await expect.poll(() => hash(page)).toBe('#shipping');
    expect(await field(page, 'Street and number').inputValue()).toBe('14 Kloof Street');
    await main(page)
      .getByRole('radio', { name: /Express courier/ })
      .check();
    await main(page).getByRole('button', { name: 'Continue', exact: true }).click();
    await expect.poll(() => hash(page)).toBe('#payment');
    await step(page, 'Delivery').getByText('Express courier').waitFor();
    await expect.poll(() => placeButton(page).innerText()).toBe('Place order for R142.50');
  });

  test('delivery is requested with every part of the address that is known', async () => {
    const { page } = shopper;
    await putInCart(page, 'larder-oats');
    await openCheckout(page);
    await personal(page, email);
    // The page also requests the methods of the country alone, while it is idle.
    const requested = page.waitForRequest(
      (request) =>
        request.url().includes('/api/cart/shipping-methods') &&
        request.postDataJSON().address.postcode !== '',
    );
    await shipping(page);
    expect((await requested).postDataJSON()).toEqual({
      address: {
        ...{ country_id: 'ZA', region: 'Western Cape', region_code: 'ZA-WC', region_id: 9 },
        ...{ postcode: '8001', city: 'Cape Town', street: ['', '12 Long Street'] },
      },
    });
  });

  test('a guest sees each error beside its field and is led there', async () => {
    const { page } = shopper;
    await putInCart(page, 'larder-oats');
    await openCheckout(page);
    await personal(page, 'nobody');
    await main(page).getByRole('alert').getByText('Please provide valid e-mail address.').click();
    await focused(field(page, 'E-mail address'));
    await expectAccessible(page);
    await personal(page, email);
    await page.waitForURL('**#shipping');
    await field(page, 'Street and number').fill('PO Box 12');
    await main(page).getByRole('button', { name: 'Continue', exact: true }).click();
    const alert = main(page).getByRole('alert');
    await alert.getByText(/they cannot deliver to a post box/).waitFor();
    await alert.getByText('Postal code: This field is required.').waitFor();
    // Every error names its field. A delivery method cannot be chosen before the postal code is known.
    for (const error of await alert.getByRole('link').allInnerTexts()) expect(error).toMatch(/^[A-Z][^:]+: /);
    expect(await main(page).getByText('Please choose a delivery method.').count()).toBe(0);
    await expectAccessible(page);
  });

  test('a guest orders with the keyboard alone', async () => {
    const { page } = shopper;
    await putInCart(page, 'larder-oats');
    await openCheckout(page);
    await field(page, 'First name').focus();
    const type = (...texts: string[]) =>
      texts.reduce(async (before, text) => {
        await before;
        await page.keyboard.type(text);
        await page.keyboard.press('Tab');
      }, Promise.resolve());
    await type('Thandi', 'Nkosi', email);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**#shipping');
    await focused(page.locator('#shipping-title'));
    await field(page, 'First name').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await type('8001');
    await expect.poll(() => field(page, 'Province').inputValue()).toBe('ZA-WC');
    expect(await field(page, 'City or town').inputValue()).toBe('Cape Town');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await type('Gardens', '12 Long Street', '');
    await page.keyboard.press('Tab');
    await page.keyboard.type('0821234567');
    await main(page)
      .getByRole('radio', { name: /Door courier/, checked: true })
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**#payment');
    await main(page).getByRole('radio', { name: 'Pay on delivery' }).waitFor();
    await focused(page.locator('#payment-title'));
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe(
      'cashondelivery',
    );
    await main(page)
      .getByRole('checkbox', { name: /terms of sale/ })
      .focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await thanked(page);
  });

  test('a guest orders with a company billing address and a coupon', { tag: '@stress' }, async () => {
    const { page } = shopper;
    await toReview(page, email, 'larder-tea', 2);
    await page.getByText('Your order').click();
    await page.getByRole('textbox', { name: 'Coupon or voucher' }).first().fill('LARDER10');
    await page.getByRole('button', { name: 'Apply' }).first().click();
    await expect.poll(() => placeButton(page).innerText()).toBe('Place order for R168.00');
    await main(page)
      .getByRole('checkbox', { name: /billing address is/ })
      .uncheck();
    await main(page)
      .getByRole('checkbox', { name: /invoice for a company/ })
      .check();
    await placeButton(page).click();
    await main(page).getByRole('alert').getByText('Company: This field is required.').waitFor();
    await field(page, 'Street and number').fill('1 Loop Street');
    await field(page, 'Postal code').fill('2196');
    await field(page, 'City or town').fill('Sandton');
    await field(page, 'Province').selectOption('ZA-GP');
    await field(page, 'Company').fill('Nkosi Foods');
    await field(page, 'Tax number').fill('4123456789');
    await placeButton(page).click();
    const order = await orderOf(our.shop, await thanked(page), email, { 'x-forwarded-for': nextClientIp() });
    expect(order.coupon_code).toBe('LARDER10');
    expect(order.billing_address).toMatchObject({
      company: 'Nkosi Foods',
      vat_id: '4123456789',
      city: 'Sandton',
      region_code: 'ZA-GP',
    });
    const address = order.extension_attributes.shipping_assignments[0]?.shipping.address;
    expect(address).toMatchObject({ city: 'Cape Town', telephone: '+27821234567' });
  });
});

test.describe('the checkout before and without scripts', () => {
  test('input typed before the scripts load stays', async () => {
    const { page } = shopper;
    await putInCart(page, 'larder-oats');
    const { promise: late, resolve: come } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await late;
      await route.continue();
    });
    await page.goto('/checkout', { waitUntil: 'commit' });
    await fillPersonalDetails(page, email);
    await main(page).getByRole('checkbox', { name: 'Create an account with this order' }).check();
    expect(await main(page).getByRole('button', { name: 'One moment…' }).isDisabled()).toBe(true);
    come();
    await hydrated(page);
    await field(page, 'Password').waitFor();
    await main(page).getByRole('checkbox', { name: 'Create an account with this order' }).uncheck();
    await main(page).getByRole('button', { name: 'Continue', exact: true }).click();
    await page.waitForURL('**#shipping');
    await step(page, 'Personal details').getByText(email).waitFor();
    await page.unroute('**/assets/*.js');
  });

  test('a browser without JavaScript gets an explanation', async () => {
    const { page } = await visit(our.browser, our.shop.origin, { javaScriptEnabled: false });
    const response = await page.goto('/checkout');
    expect(response?.headers()['cache-control']).toBe('private, no-store');
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    await page.getByText('Checkout needs JavaScript.').waitFor();
    expect(await page.getByLabel('First name').isVisible()).toBe(false);
  });
});

test.describe('the checkout of special carts', () => {
  test('an empty cart redirects to the home page with an explanation', async () => {
    const { page } = shopper;
    await page.goto('/checkout');
    await page.waitForURL(`${our.shop.origin}/`);
    // The notice closes after its time; the list of earlier notices keeps it.
    await page
      .getByText('Shopping cart is empty. Please add some products before entering Checkout.')
      .first()
      .waitFor({ state: 'attached' });
  });

  test('a cart without deliverable products skips the delivery step and offers no payment on delivery', async () => {
    const { page } = shopper;
    await putInCart(page, 'larder-gift-card');
    await openCheckout(page);
    await expect.poll(() => step(page, 'Delivery').count()).toBe(0);
    await personal(page, email);
    await page.waitForURL('**#payment');
    await main(page).getByRole('radio', { name: 'Card' }).waitFor();
    expect(await main(page).getByRole('radio', { name: 'Pay on delivery' }).count()).toBe(0);
    await expectAccessible(page);
  });

  test('an order can be collected once a store is chosen', async () => {
    const { page } = shopper;
    await putInCart(page, 'larder-oats');
    const store = await chooseCollection(page, our.shop, email);
    await payment(page);
    await acceptTerms(page);
    await placeButton(page).click();
    await thanked(page);
    await main(page).getByText('You collect it at your store with your order number.').waitFor();
    const place = main(page).getByRole('region', { name: `Collect at ${store}` });
    await place.getByText('Opening hours').waitFor();
  });

  test('a delivery method that is not available is not offered (CHK-2)', async () => {
    const { page } = shopper;
    await putInCart(page, 'larder-oats');
    await page.route('**/api/cart/shipping-methods*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { result: object[] };
      const [first, ...rest] = body.result;
      const result = [...rest, { ...first, available: false, method_title: 'Carrier pigeon' }];
      await route.fulfill({ response, json: { ...body, result } });
    });
    await openCheckout(page);
    await personal(page, email);
    await field(page, 'Street and number').fill('12 Long Street');
    await field(page, 'Postal code').fill('8001');
    await main(page).getByRole('radio').first().waitFor();
    expect(await main(page).getByText('Carrier pigeon').count()).toBe(0);
  });

  test('a draft older than half an hour restarts at the first step with its details', {
    tag: '@stress',
  }, async () => {
    const { page } = shopper;
    await toReview(page, email);
    await page.evaluate(() => {
      const draft = JSON.parse(localStorage.getItem('current-checkout')!);
      localStorage.setItem(
        'current-checkout',
        JSON.stringify({ ...draft, modifiedAt: Date.now() - 1_800_001 }),
      );
    });
    await page.reload();
    await expect.poll(() => hash(page)).toBe('#personal-details');
    await expect.poll(() => field(page, 'First name').inputValue()).toBe('Thandi');
    await main(page).getByRole('button', { name: 'Continue', exact: true }).click();
    await expect.poll(() => field(page, 'Street and number').inputValue()).toBe('12 Long Street');
  });
});
