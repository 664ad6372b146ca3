import { expect } from 'vitest';

/** Customers of a test, registered through the API. */

export const password = 'Kettle-and-Rusks-7';

interface Shop {
  origin: string;
}

let calls = 0;

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
  { origin }: Shop,
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
 * @returns the e-mail address
 */
export async function register(shop: Shop): Promise<string> {
  const email = newEmail();
  const customer = { email, firstname: 'Thandi', lastname: 'Nkosi' };
  await send(shop, '/api/user/create', { customer, password });
  return email;
}
