import { expect, type Page } from '@playwright/test';
import { hydrated } from '../fixtures/browser.ts';
import type { RunningShop } from '../fixtures/running-shop.ts';
import { field, main, password } from './checkout.ts';

/** Customers of a test: registered through the API, and logged in through the UI. */

let calls = 0;

/** A unique address, also in shops shared by several test files. */
export const newEmail = () => `thandi.${crypto.randomUUID().slice(0, 13)}@example.co.za`;

/**
 * A different client IP each time, for a shop that trusts this proxy. Registrations per client IP are
 * limited.
 */
export const nextClientIp = () => `192.0.2.${(calls++ % 250) + 1}`;

/**
 * Sends a request to a shop's API; POST if there is a body.
 * @returns its result
 */
export async function send<Result = string>(
  { origin }: Pick<RunningShop, 'origin'>,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Result> {
  const response = await fetch(origin + path, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      'x-forwarded-for': nextClientIp(),
      ...headers,
    },
  });
  const { result } = (await response.json()) as { result: Result };
  expect([path, response.status, result]).toEqual([path, 200, result]);
  return result;
}

/**
 * Registers a new customer.
 * @param more further fields of the customer
 * @returns the e-mail address
 */
export async function register(shop: Pick<RunningShop, 'origin'>, more: object = {}): Promise<string> {
  const email = newEmail();
  const customer = { email, firstname: 'Thandi', lastname: 'Nkosi', ...more };
  await send(shop, '/api/user/create', { customer, password });
  return email;
}

/** Headers that authenticate the customer. */
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

/**
 * Continues the session of a customer, as a page does after a login in this browser. Tests of the login itself
 * use `logIn`. The next page shows the customer.
 */
export async function startSession(page: Page, email: string): Promise<void> {
  const { request } = page.context();
  const headers = {
    ...{ 'x-clientid': 'web', 'sec-fetch-site': 'same-origin', 'x-forwarded-for': nextClientIp() },
  };
  const login = await request.post('/api/user/login', { data: { username: email, password }, headers });
  expect(login.status()).toBe(200);
  const { result: token } = (await login.json()) as { result: string };
  const me = await request.get('/api/user/me', { headers: { ...headers, authorization: `Bearer ${token}` } });
  expect(me.status()).toBe(200);
  const { groupToken: _, ...profile } = ((await me.json()) as { result: Record<string, unknown> }).result;
  // A document without scripts; storage belongs to its origin.
  await page.goto('/robots.txt');
  await page.evaluate((stored) => localStorage.setItem('current-user', stored), JSON.stringify(profile));
}

/** Logs out on an idle page: requests still running would be rejected. */
export async function logOut(page: Page): Promise<void> {
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Log out' }).first().click();
}
