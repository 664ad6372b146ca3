import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { focused, hydrated, type Visit, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, onTestFinished, test } from '../../fixtures/test.ts';
import { openPage } from '../../pages/cart.ts';
import { acceptTerms, field, main, orderOf, placeButton, thanked, toReview } from '../../pages/checkout.ts';
import { newEmail } from '../../pages/customers.ts';

let shopper: Visit;
const email = newEmail();
const orders = '**/api/order?*';
const head = 'sku,price_incl_tax,qty';

const our = openSharedShop(undefined, { pictures: false });
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin);
});

/** Loads a changed product and restores it after the test, because other tests use the same shop. */
async function change(before: string, now: string): Promise<void> {
  onTestFinished(() => load(our.shop, { 'products.csv': table(head, before) }));
  await load(our.shop, { 'products.csv': table(head, now) });
}

const refusal = (page: Page) => main(page).getByRole('alert');

/** Rejects orders as the shop would in another state. */
async function refuse(page: Page, status: number, problem: string, meta: object = {}): Promise<void> {
  const body = { code: status, result: `refused: ${problem}`, meta: { problem, ...meta } };
  await page.route(orders, (route) => route.fulfill({ status, json: body }));
}

test.describe('an order whose cart has changed (spec D6)', () => {
  test('a price increase is shown with the old price; confirming it orders at the new total', async () => {
    const { page } = shopper;
    await toReview(page, email, 'larder-rusks', 2);
    await change('L-RUSKS,52.00,900', 'L-RUSKS,55.00,900');
    await placeButton(page).click();
    await refusal(page).getByText('Prices or stock have changed since you last looked.').waitFor();
    await refusal(page).getByText('Larder Rusks: R110.00 instead of R104.00').waitFor();
    await refusal(page).getByText('Total: R170.00 instead of R164.00').waitFor();
    await expectAccessible(page);
    await main(page).getByRole('button', { name: 'No, let me check first' }).click();
    await acceptTerms(page);
    await placeButton(page).click();
    const order = await orderOf(our.shop, await thanked(page), email);
    expect(order.grand_total).toBe(170);
  });

  test('a price increase at the moment of ordering is shown too', { tag: '@stress' }, async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/409/);
    await toReview(page, email, 'larder-tea', 2);
    let first = true;
    await page.route(orders, async (route) => {
      if (first) await load(our.shop, { 'products.csv': table(head, 'L-TEA,65.00,900') });
      first = false;
      await route.continue();
    });
    await placeButton(page).click();
    await refusal(page).getByText('Larder Tea: R130.00 instead of R120.00').waitFor();
    await refusal(page).getByRole('button', { name: 'Place order for R190.00' }).click();
    expect((await orderOf(our.shop, await thanked(page), email)).grand_total).toBe(190);
  });

  test('a sold-out product is named and can be set to the available quantity', async () => {
    const { page } = shopper;
    await toReview(page, email, 'larder-jam', 5);
    await change('L-JAM,30.00,5', 'L-JAM,30.00,2');
    await placeButton(page).click();
    await refusal(page).getByText('Some of the ordered products are not available.').waitFor();
    await expectAccessible(page);
    await main(page).getByRole('button', { name: 'Set to 2' }).click();
    await expect.poll(() => placeButton(page).innerText()).toBe('Place order for R120.00');
    await acceptTerms(page);
    await placeButton(page).click();
    await thanked(page);
  });
});

test.describe('a rejected order shows the error where it can be corrected (CHK-5, spec commerce 8)', () => {
  test('errors of address, shipping method and payment method appear at their fields', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/400|409/);
    await toReview(page, email);
    const wrong = {
      field: 'body/addressInformation/shippingAddress/postcode',
      fault: 'postcode_digits',
      message: '',
    };
    await refuse(page, 400, 'order_address_invalid', { fields: [wrong] });
    await placeButton(page).click();
    await page.waitForURL('**#shipping');
    await refusal(page).getByText('Postal code: A postal code has four digits.').waitFor();
    expect(await field(page, 'Street and number').inputValue()).toBe('12 Long Street');
    await page.unroute(orders);
    const continueToReview = async () => {
      await main(page).getByRole('button', { name: 'Continue', exact: true }).click();
      await acceptTerms(page);
    };
    await main(page)
      .getByRole('radio', { name: /Door courier/, checked: true })
      .waitFor();
    await continueToReview();
    await refuse(page, 409, 'shipping_method_unknown');
    await placeButton(page).click();
    await refusal(page).getByText('This delivery method is not available for this cart.').waitFor();
    await page.unroute(orders);
    await main(page)
      .getByRole('radio', { name: /Door courier/, checked: true })
      .waitFor();
    await continueToReview();
    await refuse(page, 409, 'payment_method_unknown');
    await placeButton(page).click();
    await refusal(page).getByText('This payment method is not available for this order.').waitFor();
    expect(new URL(page.url()).hash).toBe('#payment');
    await focused(refusal(page));
    await page.unroute(orders);
    await acceptTerms(page);
    await refuse(page, 400, 'invalid_input');
    await placeButton(page).click();
    await refusal(page).getByText('Error placing an order').waitFor();
    await refusal(page).getByText('Please check the required fields.').waitFor();
    await page.unroute(orders);
    await placeButton(page).click();
    await thanked(page);
  });

  test('a cart emptied in another tab redirects the checkout to the home page', {
    tag: '@stress',
  }, async () => {
    const { page } = shopper;
    await toReview(page, email);
    const otherTab = await page.context().newPage();
    await openPage(otherTab, '/cart');
    await hydrated(otherTab);
    await otherTab.getByRole('button', { name: 'Empty the cart' }).click();
    await otherTab.getByText('Remove everything from the cart?').waitFor();
    await otherTab.getByRole('button', { name: 'Empty the cart' }).last().click();
    await page.waitForURL(`${our.shop.origin}/`);
    await page.getByText('Shopping cart is empty.').first().waitFor();
    await otherTab.close();
  });
});
