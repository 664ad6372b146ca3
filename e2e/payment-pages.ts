import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { acceptTerms, main, openCheckout, personal, putInCart, shipping } from './checkout-pages.ts';
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

/** Chooses how to pay, and goes on. */
export async function choosePayment(page: Page, way: Way): Promise<void> {
  await main(page).getByRole('radio', { name: ways[way] }).check();
  await main(page).getByRole('button', { name: 'Continue', exact: true }).click();
  await payButton(page).waitFor();
}

/** Through all steps with one product, up to the button that pays. */
export async function toPay(page: Page, way: Way, email: string, product = 'larder-oats', qty = 2) {
  await putInCart(page, product, qty);
  await openCheckout(page);
  await personal(page, email);
  await shipping(page);
  await choosePayment(page, way);
  await acceptTerms(page);
}

/** Presses the button that pays, and waits for the provider’s page. */
export async function toProvider(page: Page, way: Way): Promise<void> {
  await payButton(page).click();
  if (way === 'card') await page.waitForURL('**/order/pay?**');
  else await page.waitForURL(/\/(payflex|ozow|ikhokha|paypal)\//);
  await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
}

/** What a shopper does on the pretend provider’s page. */
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

export async function told(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

/** What this browser keeps of the payment that is under way. */
export const kept = (page: Page): Promise<{ reference: string; order: string } | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('current-payment') ?? 'null'));

/** The pretend providers of a shop, as scripts drive them. */
export function providersOf(shop: RunningShop) {
  const url = /Money is pretended: what was paid is at (http:\/\/[^\s]+?)\.\s/.exec(shop.output())![1]!;
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${url}/_sandbox/${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  return {
    url,
    scenario: (wish: object) => call('scenario', wish),
    /** What shoppers really paid, in cents, oldest first. */
    async paid(): Promise<{ provider: Way; cents: number; kind: string }[]> {
      return ((await call('ledger')) as { entries: never[] }).entries;
    },
  };
}
