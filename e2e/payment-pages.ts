import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect } from 'vitest';
import { type Visit, visit } from './browser.ts';
import {
  acceptTerms,
  main,
  openCheckout,
  personal,
  putInCart,
  shipping,
  withDraft,
} from './checkout-pages.ts';
import { newEmail } from './customers.ts';
import { openLarder } from './opened.ts';
import type { RunningShop } from './shop.ts';

/** The ways of paying online, by the words a shopper reads. */
export const ways = {
  card: 'Card',
  instalments: 'Pay in four with Payflex',
  'local-a': 'Instant EFT with Ozow',
  'local-b': 'iKhokha pay link',
  wallet: 'PayPal',
} as const;
export type Way = keyof typeof ways;

export const payButton = (page: Page) => main(page).getByRole('button', { name: /^Pay R/ });

export const radio = (page: Page, way: Way) => main(page).getByRole('radio', { name: ways[way] });

/** Chooses how to pay, and goes on. */
export async function choosePayment(page: Page, way: Way): Promise<void> {
  await radio(page, way).check();
  await main(page).getByRole('button', { name: 'Continue', exact: true }).click();
  await payButton(page).waitFor();
}

/** Up to the choice of how to pay. */
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

/** Up to the button that pays. */
export async function toPay(page: Page, way: Way, email: string, product = 'larder-oats', qty = 2) {
  await putInCart(page, product, qty);
  await withDraft(page, email, way, async () => {
    await chooseDelivery(page, email);
    await choosePayment(page, way);
  });
  await expect.poll(() => payButton(page).innerText()).toBe(qty === 2 ? 'Pay R147.00' : 'Pay R103.50');
  await acceptTerms(page);
}

/** Presses the button that pays, and waits for the provider’s page. */
export async function toProvider(page: Page, way: Way): Promise<void> {
  await payButton(page).click();
  await atProvider(page, way);
}

export async function atProvider(page: Page, way: Way): Promise<void> {
  if (way === 'card') await page.waitForURL('**/order/pay?**');
  else await page.waitForURL(/\/(payflex|ozow|ikhokha|paypal)\//);
  await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
}

/** Does what a shopper can do on a provider’s page. */
export async function press(page: Page, name: string): Promise<void> {
  const more = page.getByText('What else can happen');
  const button = page.getByRole('button', { name, exact: true });
  if (!(await button.isVisible())) await more.click();
  await button.click();
}

/** Waits for the page that says how the payment stands. */
export async function told(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

export const paid = (page: Page) => told(page, 'Thank you, your order is paid!');

export async function orderNumber(page: Page): Promise<string> {
  const text = await main(page)
    .getByText(/^Order \d{9}/)
    .first()
    .innerText();
  return /\d{9}/.exec(text)![0];
}

/** What this browser keeps of the payment that is under way. */
export const kept = (page: Page): Promise<{ reference: string; order: string } | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('current-payment') ?? 'null'));

/** The pretend providers of a shop, as scripts drive them. */
export function providersOf(shop: Pick<RunningShop, 'output'>) {
  const call = async (path: string, body?: object) => {
    const url = /Money is pretended: what was paid is at (http:\S+)\.\s/.exec(shop.output())![1]!;
    const answer = await fetch(new URL(`/_sandbox/${path}`, url), {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  return {
    /** Which calls fail, and what web-hooks do; without a wish everything goes well again. */
    scenario: (wish: object) => call('scenario', wish),
    /** What shoppers really paid so far, in cents, the oldest first. */
    async paid(): Promise<{ provider: Way; cents: number; kind: string }[]> {
      return ((await call('ledger')) as { entries: never[] }).entries;
    },
  };
}

/**
 * The larder to pay in: a visitor for each test, providers that do as they ordinarily do when it begins, and a mailbox of the
 * file, since what one is sent by orders is counted.
 */
export function openTill() {
  let shopper: Visit;
  let providers: ReturnType<typeof providersOf>;
  const our = openLarder(
    (shop) => {
      providers = providersOf(shop);
    },
    { pictures: false },
  );
  beforeEach(async () => {
    // Whatever tests and files before this one wished of them.
    await providers.scenario({});
    shopper = await visit(our.browser, our.shop.origin);
  });
  afterEach(() => shopper.close());
  return {
    our,
    email: newEmail(),
    /** What was paid so far: the provider and the cents, in the order it came. */
    ledger: async () => (await providers.paid()).map(({ provider, cents }) => `${provider} ${cents}`),
    get shopper() {
      return shopper;
    },
    get providers() {
      return providers;
    },
  };
}
