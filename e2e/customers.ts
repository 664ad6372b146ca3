import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { hydrated } from './browser.ts';
import { field, main, password } from './checkout-pages.ts';
import type { RunningShop } from './shop.ts';

/** The customers of a test: made by the API alone, and logged in as they do it themselves. */

let calls = 0;

/** Nobody else's, in the shops too that several files look at. */
export const newEmail = () => `thandi.${crypto.randomUUID().slice(0, 13)}@example.co.za`;

/** Another machine each time, to a shop that trusts this one to say so: one alone may not register so many. */
export const machine = () => `192.0.2.${(calls++ % 250) + 1}`;

/** Asks the API of a shop; with a body it posts. @returns its result */
export async function send<Result = string>(
  { origin }: Pick<RunningShop, 'origin'>,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Result> {
  const answer = await fetch(origin + path, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      'x-forwarded-for': machine(),
      ...headers,
    },
  });
  const { result } = (await answer.json()) as { result: Result };
  expect([path, answer.status, result]).toEqual([path, 200, result]);
  return result;
}

/** Somebody new. @param more what is known of them beside their name @returns their address */
export async function register(shop: Pick<RunningShop, 'origin'>, more: object = {}): Promise<string> {
  const email = newEmail();
  const customer = { email, firstname: 'Thandi', lastname: 'Nkosi', ...more };
  await send(shop, '/api/user/create', { customer, password });
  return email;
}

/** What shows the API that it is they who ask. */
export async function headersOf(
  shop: Pick<RunningShop, 'origin'>,
  email: string,
): Promise<{ authorization: string }> {
  const token = await send(shop, '/api/user/login', { username: email, password });
  return { authorization: `Bearer ${token}` };
}

export async function logIn(page: Page, email: string, secret: string = password): Promise<void> {
  await page.goto('/login');
  await hydrated(page);
  await field(page, 'E-mail address').fill(email);
  await field(page, 'Password').fill(secret);
  await main(page).getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Hello, Thandi' }).waitFor();
}

/** Logs out of a page that is at rest: what it still asked for would be refused in that moment. */
export async function logOut(page: Page): Promise<void> {
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Log out' }).first().click();
}
