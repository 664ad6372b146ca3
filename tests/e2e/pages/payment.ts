import type { Page } from '@playwright/test';
import { type Visit, visit } from '../fixtures/browser.ts';
import type { RunningShop } from '../fixtures/running-shop.ts';
import { openSharedShop } from '../fixtures/shop-and-browser.ts';
import { expect, test } from '../fixtures/test.ts';
import { acceptTerms, main, openCheckout, personal, putInCart, shipping, withDraft } from './checkout.ts';
import { newEmail } from './customers.ts';

/** The online payment methods, by their labels in checkout. */
export const paymentMethodLabels = {
  card: 'Card',
  instalments: 'Pay in four with Payflex',
  'local-a': 'Instant EFT with Ozow',
  'local-b': 'iKhokha pay link',
  wallet: 'PayPal',
} as const;
export type PaymentMethodCode = keyof typeof paymentMethodLabels;

export const payButton = (page: Page) => main(page).getByRole('button', { name: /^Pay R/ });

export const radio = (page: Page, method: PaymentMethodCode) =>
  main(page).getByRole('radio', { name: paymentMethodLabels[method] });

/** Chooses a payment method. */
export async function choosePayment(page: Page, method: PaymentMethodCode): Promise<void> {
  await radio(page, method).check();
  await payButton(page).waitFor();
}

/** Completes checkout up to the payment step. */
export async function toPaymentStep(page: Page, email: string, product = 'larder-oats', qty = 2) {
  await putInCart(page, product, qty);
  await chooseDelivery(page, email);
}

async function chooseDelivery(page: Page, email: string): Promise<void> {
  await openCheckout(page);
  await personal(page, email);
  await shipping(page);
  await radio(page, 'card').waitFor();
}

/** Completes checkout up to the pay button. */
export async function toPay(
  page: Page,
  method: PaymentMethodCode,
  email: string,
  product = 'larder-oats',
  qty = 2,
) {
  await putInCart(page, product, qty);
  await withDraft(page, email, method, async () => {
    await chooseDelivery(page, email);
    await choosePayment(page, method);
  });
  await expect.poll(() => payButton(page).innerText()).toBe(qty === 2 ? 'Pay R147.00' : 'Pay R103.50');
  await acceptTerms(page);
}

/** Presses the pay button and waits for the provider’s page. */
export async function toProvider(page: Page, method: PaymentMethodCode): Promise<void> {
  await payButton(page).click();
  await atProvider(page, method);
}

export async function atProvider(page: Page, method: PaymentMethodCode): Promise<void> {
  if (method === 'card') await page.waitForURL('**/order/pay?**');
  else await page.waitForURL(/\/(payflex|ozow|ikhokha|paypal)\//);
  await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
}

/** Presses a button on the provider’s page. */
export async function press(page: Page, name: string): Promise<void> {
  const more = page.getByText('What else can happen');
  const button = page.getByRole('button', { name, exact: true });
  if (!(await button.isVisible())) await more.click();
  await button.click();
}

/** Waits for the payment status page with this heading. */
export async function waitForHeading(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

export const paid = (page: Page) => waitForHeading(page, 'Thank you, your order is paid!');

export async function orderNumber(page: Page): Promise<string> {
  const text = await main(page)
    .getByText(/^Order \d{9}/)
    .first()
    .innerText();
  return /\d{9}/.exec(text)![0];
}

/** The payment in progress as the browser stored it. */
export const storedPayment = (page: Page): Promise<{ reference: string; order: string } | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('current-payment') ?? 'null'));

/** The sandbox providers of a shop, controlled by scripts. */
function providersOf(shop: Pick<RunningShop, 'output'>) {
  const call = async (path: string, body?: object) => {
    const url = /Payments run in sandbox mode\. Transactions: (http:\S+)/.exec(shop.output())![1]!;
    const response = await fetch(new URL(`/_sandbox/${path}`, url), {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(200);
    return response.json();
  };
  return {
    /** Sets which calls fail and how web-hooks behave. An empty object restores normal behaviour. */
    scenario: (settings: object) => call('scenario', settings),
    /** Payments so far, in cents, oldest first. */
    async paid(): Promise<{ provider: PaymentMethodCode; cents: number; kind: string }[]> {
      return ((await call('ledger')) as { entries: never[] }).entries;
    },
  };
}

/**
 * The shared shop for payment tests: a visitor for each test, providers reset to normal behaviour, and an
 * e-mail address for each file, because orders per address are limited.
 */
export function openPaymentShop() {
  let shopper: Visit;
  let providers: ReturnType<typeof providersOf>;
  const our = openSharedShop(
    (shop) => {
      providers = providersOf(shop);
    },
    { pictures: false },
  );
  test.beforeEach(async () => {
    // Resets the scenarios of earlier tests and files.
    await providers.scenario({});
    shopper = await visit(our.browser, our.shop.origin);
  });
  test.afterEach(() => shopper.close());
  return {
    our,
    email: newEmail(),
    /** Payments so far as provider and cents, in order. */
    ledger: async () => (await providers.paid()).map(({ provider, cents }) => `${provider} ${cents}`),
    get shopper() {
      return shopper;
    },
    get providers() {
      return providers;
    },
  };
}
