import type { Answered, TestShop } from '../../testing/shop.ts';

export const password = 'Kettle-and-Rusks-7';

/** A customer as a test drives one over HTTP. */
export interface Person {
  id: number;
  email: string;
  token: string;
  refreshToken: string;
  /** Calls with this person's access token. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
}

type Shop = Pick<TestShop, 'origin' | 'post'>;

/** Any call, with or without a body. */
export async function ask(
  shop: Pick<TestShop, 'origin'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> {
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

/** Registers somebody new. @param from the address the call comes from, where proxies are trusted */
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
  const answer = await shop.post('/api/user/create', { customer, password }, { 'x-forwarded-for': from });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { id: answer.body.result.id, email: customer.email };
}

/** Registers somebody new and logs them in. */
export async function logInPerson(shop: Shop, more: Record<string, unknown> = {}): Promise<Person> {
  const { id, email } = await registerPerson(shop, more);
  return { id, email, ...(await logInAgain(shop, email)) };
}

/** Another session of somebody. */
export async function logInAgain(
  shop: Shop,
  username: string,
  headers: Record<string, string> = {},
): Promise<Pick<Person, 'token' | 'refreshToken' | 'ask'>> {
  const { status, body } = await shop.post('/api/user/login', { username, password }, headers);
  if (status !== 200) throw new Error(JSON.stringify(body));
  const token: string = body.result;
  return {
    token,
    refreshToken: body.meta.refreshToken,
    ask: (method, path, sent, more) =>
      ask(shop, method, path, sent, { authorization: `Bearer ${token}`, ...more }),
  };
}

let machines = 0;

/** An internet address in a network nobody called from yet; it counts where the shop trusts the test's proxy. */
export function freshAddress(): string {
  machines += 1;
  return `${10 + (machines >> 16)}.${(machines >> 8) & 255}.${machines & 255}.1`;
}

/** The settings of a shop whose tests call from many addresses. */
export const behindProxy = { TRUSTED_PROXIES: '127.0.0.1' };

/** The address of a customer as the wire carries one. */
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
