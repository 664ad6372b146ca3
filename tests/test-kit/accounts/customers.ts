import type { TestResponse, TestShop } from '../shop/test-shop.ts';

export const password = 'Kettle-and-Rusks-7';

/** A customer that a test controls over HTTP. */
export interface Person {
  id: number;
  email: string;
  token: string;
  refreshToken: string;
  /** Sends a request with this person's access token. */
  request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TestResponse>;
}

type Shop = Pick<TestShop, 'origin' | 'post'>;

/** Sends any request, with or without a body. */
export async function callApi(
  shop: Pick<TestShop, 'origin'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const response = await fetch(shop.origin + path, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
}

let count = 0;

/**
 * Registers a new customer.
 * @param from the client IP of the call, where proxies are trusted
 */
export async function registerPerson(
  shop: Shop,
  more: Record<string, unknown> = {},
  from = freshAddress(),
): Promise<{ id: number; email: string }> {
  const customer = {
    email: `person${++count}@example.co.za`,
    firstname: 'Thandi',
    lastname: 'Nkosi',
    ...more,
  };
  const response = await shop.post('/api/user/create', { customer, password }, { 'x-forwarded-for': from });
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  return { id: response.body.result.id, email: customer.email };
}

/** Registers a new customer and logs them in. */
export async function logInPerson(shop: Shop, more: Record<string, unknown> = {}): Promise<Person> {
  const { id, email } = await registerPerson(shop, more);
  return { id, email, ...(await logInCustomer(shop, email)) };
}

/** Proves the address of a customer, as if they had followed a mailed link in their own session. */
export async function proveAddress({ db }: Pick<TestShop, 'db'>, email: string): Promise<void> {
  await db.updateTable('customer').set({ email_proven_at: new Date() }).where('email', '=', email).execute();
}

/** Opens another session of a customer. */
export async function logInCustomer(
  shop: Shop,
  username: string,
  headers: Record<string, string> = {},
): Promise<Pick<Person, 'token' | 'refreshToken' | 'request'>> {
  const { status, body } = await shop.post('/api/user/login', { username, password }, headers);
  if (status !== 200) throw new Error(JSON.stringify(body));
  const token: string = body.result;
  return {
    token,
    refreshToken: body.meta.refreshToken,
    request: (method, path, sent, more) =>
      callApi(shop, method, path, sent, { authorization: `Bearer ${token}`, ...more }),
  };
}

/**
 * Opens a session of a customer as the shop's own pages do: its refresh token, here read from the cookie,
 * is exchanged for a new one each time.
 */
async function logInOnPage(shop: Shop, username: string): Promise<{ token: string; refreshToken: string }> {
  const { status, headers, body } = await shop.post(
    '/api/user/login',
    { username, password },
    { 'x-clientid': 'web', origin: shop.origin },
  );
  if (status !== 200) throw new Error(JSON.stringify(body));
  const [, refreshToken] = /fynbos-refresh=([\w-]{43});/.exec(headers.getSetCookie().join())!;
  return { token: body.result, refreshToken: refreshToken! };
}

/** Registers a new customer whose refresh token rotates. */
export async function logInPersonOnPage(shop: Shop): Promise<Person> {
  const person = await logInPerson(shop);
  const { token, refreshToken } = await logInOnPage(shop, person.email);
  await person.request('DELETE', '/api/user/refresh');
  const request: Person['request'] = (method, path, sent, more) =>
    callApi(shop, method, path, sent, { authorization: `Bearer ${token}`, ...more });
  return { ...person, token, refreshToken, request };
}

let networkCount = 0;

/**
 * Returns an address in a network not used before; it is the client IP where the shop trusts the test's
 * proxy.
 */
export function freshAddress(): string {
  networkCount += 1;
  return `${10 + (networkCount >> 16)}.${(networkCount >> 8) & 255}.${networkCount & 255}.1`;
}

/** Settings of a shop whose tests call from many addresses. */
export const behindProxy = { TRUSTED_PROXIES: '127.0.0.1' };

/** The address of a customer in the wire format. */
export const capeTown = {
  firstname: 'Thandi',
  lastname: 'Nkosi',
  street: ['12 Long Street', '4B'],
  suburb: 'Gardens',
  city: 'Cape Town',
  region: { region: 'Western Cape' },
  country_id: 'ZA',
  postcode: '8001',
  telephone: '082 123 4567',
};
