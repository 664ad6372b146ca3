import { orderLinkIn } from '@fynbos/test-kit/orders/order-link.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { hydrated } from '../fixtures/browser.ts';
import type { RunningShop } from '../fixtures/running-shop.ts';
import { countAt, openPage } from './cart.ts';

export const password = 'Fynbos-Protea-42';

export const main = (page: Page): Locator => page.getByRole('main');
export const step = (page: Page, name: string): Locator => page.getByRole('region', { name });
export const placeButton = (page: Page): Locator => main(page).getByRole('button', { name: /^Place order/ });
export const field = (page: Page, name: string): Locator => main(page).getByLabel(name, { exact: true });

const goOn = (page: Page) => main(page).getByRole('button', { name: 'Continue', exact: true }).click();

export async function putInCart(page: Page, product: string, qty = 1): Promise<void> {
  await openPage(page, `/${product}`);
  const before = await countAt(page);
  await main(page).getByRole('textbox', { name: 'Quantity', exact: true }).fill(String(qty));
  await main(page).getByRole('button', { name: 'Add to cart', exact: true }).click();
  await main(page).getByText('It is in your cart.').waitFor();
  await expect.poll(() => countAt(page)).toBeGreaterThan(before);
}

export async function openCheckout(page: Page): Promise<void> {
  await page.goto('/checkout');
  await hydrated(page);
  await page.getByRole('heading', { name: 'Checkout' }).waitFor();
}

export async function fillPersonalDetails(page: Page, email: string): Promise<void> {
  await field(page, 'First name').fill('Thandi');
  await field(page, 'Last name').fill('Nkosi');
  await field(page, 'E-mail address').fill(email);
}

export async function personal(page: Page, email: string): Promise<void> {
  await fillPersonalDetails(page, email);
  await goOn(page);
}

/** City and province are filled in from the postal code. */
export async function shipping(page: Page): Promise<void> {
  await field(page, 'Street and number').fill('12 Long Street');
  await field(page, 'Postal code').fill('8001');
  await field(page, 'Telephone').fill('082 123 4567');
  await expect.poll(() => field(page, 'City or town').inputValue()).toBe('Cape Town');
  await finishShipping(page);
}

export async function finishShipping(page: Page): Promise<void> {
  await main(page)
    .getByRole('radio', { name: /Door courier/, checked: true })
    .waitFor();
  await goOn(page);
  await page.waitForURL('**#payment');
}

/**
 * Completes all steps up to the payment, with a collection at a store that was chosen before.
 * @returns the name of the store
 */
export async function chooseCollection(
  page: Page,
  { origin }: Pick<RunningShop, 'origin'>,
  email: string,
): Promise<string> {
  const response = await fetch(`${origin}/api/cart/fulfilment-config`);
  const { result } = (await response.json()) as {
    result: { fulfilment_stores: { code: string; name: string; services: string[] }[] };
  };
  const store = result.fulfilment_stores.find(({ services }) => services.includes('collect'))!;
  await page.evaluate(({ code, name }) => localStorage.setItem('adv-store-picker', `${code} ${name}`), store);
  await openCheckout(page);
  await personal(page, email);
  await field(page, 'Street and number').fill('12 Long Street');
  await field(page, 'Postal code').fill('8001');
  await field(page, 'Telephone').fill('082 123 4567');
  await main(page).getByRole('radio', { name: store.name }).check();
  await goOn(page);
  await page.waitForURL('**#payment');
  return store.name;
}

/** The last step takes the payment method and places the order. */
export async function payment(page: Page): Promise<void> {
  await main(page).getByRole('radio', { name: 'Pay on delivery' }).check();
}

/** Completes all steps with one product, up to the button that places the order. */
export async function toReview(page: Page, email: string, product = 'larder-oats', qty = 1): Promise<void> {
  await putInCart(page, product, qty);
  await throughSteps(page, email);
  await acceptTerms(page);
}

/** Completes all steps with the current cart. */
export async function throughSteps(page: Page, email: string): Promise<void> {
  await openCheckout(page);
  await personal(page, email);
  await shipping(page);
  await payment(page);
}

export async function acceptTerms(page: Page): Promise<void> {
  await main(page).getByRole('checkbox', { name: 'I accept these terms of sale.' }).check();
}

interface Draft {
  payment: object;
}

/** Drafts by shop and shopper. */
const drafts = new Map<string, Draft>();

/**
 * Completes all steps the first time, and later restores their draft as after a reload. The cart must not
 * be empty.
 * @param paymentMethod the method in the draft
 */
export async function withDraft(
  page: Page,
  email: string,
  paymentMethod: string,
  steps: () => Promise<void>,
): Promise<void> {
  const whose = `${new URL(page.url()).origin} ${email}`;
  const draft = drafts.get(whose);
  if (!draft) {
    await steps();
    drafts.set(whose, await page.evaluate(() => JSON.parse(localStorage.getItem('current-checkout')!)));
    return;
  }
  const restored = {
    ...draft,
    payment: { same: 'on', ...draft.payment, payment: paymentMethod },
    modifiedAt: Date.now(),
  };
  await page.evaluate((text) => localStorage.setItem('current-checkout', text), JSON.stringify(restored));
  await page.goto('/checkout#payment');
  await hydrated(page);
}

/**
 * Waits for the thank-you page.
 * @returns the order number
 */
export async function thanked(page: Page): Promise<string> {
  await page.getByRole('heading', { name: 'Thank you for your order!' }).waitFor();
  const text = await main(page).getByText('Your order number is').innerText();
  return /\d{9}/.exec(text)![0];
}

/** The stock quantity of a SKU; each order reduces it once. */
export async function stockOf({ origin }: Pick<RunningShop, 'origin'>, sku: string): Promise<number> {
  const response = await fetch(`${origin}/api/stock/check?sku=${sku}`);
  return ((await response.json()) as { result: { qty: number } }).result.qty;
}

/** The fields of an order that tests read. */
export interface OrderSeen {
  increment_id: string;
  customer_email: string;
  grand_total: number;
  coupon_code?: string;
  items: object[];
  billing_address: object;
  extension_attributes: { shipping_assignments: { shipping: { address: object } }[] };
}

/**
 * A guest's order as stored by the shop, found by the link of its mails.
 * @param from headers that set the client IP, because requests per client IP are limited
 */
export async function orderOf(
  { origin, database }: Pick<RunningShop, 'origin' | 'database'>,
  orderNumber: string,
  email: string,
  from: Record<string, string> = {},
): Promise<OrderSeen> {
  const response = await fetch(`${origin}/api/order/find`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...from },
    body: JSON.stringify({ link: await orderLinkIn(database, orderNumber) }),
  });
  expect(response.status).toBe(200);
  const { result } = (await response.json()) as { result: OrderSeen };
  expect(result.customer_email.toLowerCase()).toBe(email.toLowerCase());
  return result;
}
