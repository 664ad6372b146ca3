import { accountEndpoints } from '@fynbos/core/accounts/contract.ts';
import { contentEndpoints } from '@fynbos/core/content/contract.ts';
import { newsletterEndpoints } from '@fynbos/core/newsletter/contract.ts';
import {
  behindProxy,
  callApi,
  freshAddress,
  logInPerson,
  type Person,
  password,
} from '@fynbos/test-kit/accounts/customers.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Hostile bodies for every write endpoint: rejected or read as intended, never a server error. */
let shop: TestShop;
let person: Person;
beforeAll(async () => {
  shop = await openTestShop('', undefined, { ...behindProxy, TOKEN_IN_HEADER: 'off' });
  person = await logInPerson(shop);
});
afterAll(() => shop.close());

const all = [...accountEndpoints, ...newsletterEndpoints, ...contentEndpoints];
const writes = all.filter(({ method, name }) => method !== 'GET' && name !== 'logout');
const at = '2026-11-20T08:00:00Z';
const review = { product_id: 1, title: 'Good', detail: 'Good', nickname: 'Thandi', rating: 5 };
const customer = { email: 'someone@example.co.za', firstname: 'Thandi', lastname: 'Nkosi' };

/** A valid body of each call, to be spoiled in one place. */
const right: Record<string, Record<string, unknown>> = {
  createCustomer: { customer, password, locale: 'en-US' },
  login: { username: 'nobody@example.co.za', password },
  refreshToken: { refreshToken: 'x'.repeat(43) },
  updateCustomer: { customer: { firstname: 'Thandi', lastname: 'Nkosi' } },
  resetPassword: { email: 'nobody@example.co.za' },
  resetPasswordAlias: { email: 'nobody@example.co.za' },
  confirmPasswordReset: { link: 'x'.repeat(43), newPassword: password },
  changePassword: { currentPassword: 'wrong', newPassword: password },
  changePasswordAlias: { currentPassword: 'wrong', newPassword: password },
  endSession: {},
  saveValue: { value: [{ sku: 'TEA', at }] },
  eraseCustomer: { currentPassword: 'wrong' },
  subscribe: { email: 'nobody@example.co.za', locale: 'en-US', text_version: '1' },
  unsubscribe: { email: 'nobody@example.co.za' },
  followNewsletterLink: { link: 'x'.repeat(43) },
  createReview: { review },
  sendMail: { token: 'x', sourceAddress: 'a@example.co.za', subject: 'Hello', emailText: 'Hello' },
};

const wrong: unknown[] = [
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '',
  ' ',
  'x'.repeat(90_000),
  '🦊'.repeat(20_000),
  '\u202e\u200b\ufeff',
  "' or 1=1 --",
  '%00',
  '{{7*7}}',
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  [],
  ['a', 'b'],
  {},
  { $gt: '' },
  { toString: 'x', length: 1 },
  [[[[[[]]]]]],
];

/** Returns the body with each of its values in turn replaced by `value`. */
function spoiled(body: unknown, value: unknown): unknown[] {
  if (typeof body !== 'object' || body === null) return [value];
  const parts = Object.entries(body).flatMap(([name, part]) =>
    spoiled(part, value).map((variant) =>
      Array.isArray(body) ? body.with(Number(name), variant) : { ...body, [name]: variant },
    ),
  );
  return [...parts, value];
}

const send = (endpoint: (typeof all)[number], body: unknown) =>
  callApi(
    shop,
    endpoint.method,
    endpoint.path.replace('{id}', 'nonsense').replace('{name}', 'wishlist'),
    body === undefined ? 'null' : JSON.stringify(body),
    { authorization: `Bearer ${person.token}`, 'x-forwarded-for': freshAddress() },
  );

/** The bodies for each write endpoint. */
const bodiesOf = (make: (body: Record<string, unknown>) => unknown[]) =>
  writes.map((endpoint) => ({ endpoint, bodies: make(right[endpoint.name]!) }));
const countOf = (calls: { bodies: unknown[] }[]) => calls.reduce((sum, { bodies }) => sum + bodies.length, 0);

const spoiledCalls = bodiesOf((body) => wrong.flatMap((value) => spoiled(body, value)));
test(`${countOf(spoiledCalls)} malformed bodies for ${writes.length} write endpoints: none fails, and no customer's rights change`, async () => {
  const rows = () => sql`select id, email, password_hash, group_id from customer`.execute(shop.db);
  const before = await rows();
  const failed: string[] = [];
  for (const { endpoint, bodies } of spoiledCalls) {
    const statuses = await Promise.all(bodies.map(async (body) => (await send(endpoint, body)).status));
    for (const [index, status] of statuses.entries()) {
      if (status >= 500) failed.push(`${endpoint.name} ${JSON.stringify(bodies[index]).slice(0, 200)}`);
    }
  }
  expect(failed).toEqual([]);
  const registered = (await rows()).rows.filter((row) => (row as { email: string }).email !== customer.email);
  expect(registered).toEqual(before.rows);
});

test('a deeply nested body is rejected with 400, whatever its depth', async () => {
  const deep = '['.repeat(45_000) + ']'.repeat(45_000);
  for (const body of [deep, `{"username":${deep},"password":"x"}`, `{"value":${deep}}`]) {
    for (const path of ['/api/user/login', '/api/user/values/wishlist', '/api/newsletter/subscribe']) {
      const { status } = await callApi(shop, 'POST', path, body, { authorization: `Bearer ${person.token}` });
      expect([path, status]).toEqual([path, 400]);
    }
  }
});

test('a body over the size limit is rejected with 413', async () => {
  const body = JSON.stringify({ username: 'x'.repeat(200_000), password });
  expect((await callApi(shop, 'POST', '/api/user/login', body)).status).toBe(413);
});

describe('spellings of one mailbox', () => {
  const alike = [
    ' person@example.co.za ',
    'PERSON@EXAMPLE.CO.ZA',
    '\u00a0person@example.co.za\ufeff',
    'person@example.co.za\r\n',
    'person\u200b@example.co.za',
  ];
  const invalid = [
    'person@example.co.za.',
    'person@example..co.za',
    'person@.example.co.za',
    'реrson@example.co.za',
    'perſon@example.co.za',
    'ｐerson@example.co.za',
    'person@example.co\u3002za',
    'person@exämple.co.za',
    'person@@example.co.za',
    'person@example.co.za, other@example.co.za',
    '"person"@example.co.za',
    'person@[127.0.0.1]',
    `${'p'.repeat(250)}@example.co.za`,
  ];
  const register = (email: string) =>
    shop.post(
      '/api/user/create',
      { customer: { ...customer, email }, password },
      { 'x-forwarded-for': freshAddress() },
    );

  test(`${alike.length} spellings are one account, ${invalid.length} are rejected as invalid addresses (T6)`, async () => {
    expect((await register('person@example.co.za')).status).toBe(200);
    for (const email of alike)
      expect([email, (await register(email)).body.meta?.problem]).toEqual([email, 'email_taken']);
    for (const email of invalid) {
      const responses = [
        await register(email),
        await shop.post('/api/user/reset-password', { email }, { 'x-forwarded-for': freshAddress() }),
        await shop.post('/api/newsletter/subscribe', { email }, { 'x-forwarded-for': freshAddress() }),
      ];
      expect([email, ...responses.map(({ status }) => status)]).toEqual([email, 400, 400, 400]);
    }
  });

  test('reset-password rejects an address with a character that becomes ASCII only in lower case', async () => {
    await register('mike@example.co.za');
    const kelvin = await shop.post('/api/user/reset-password', { email: 'mi\u212ae@example.co.za' });
    expect(kelvin.status).toBe(400);
  });
});

test('passwords may have 128 emoji but not 129; both Unicode forms of a character match', async () => {
  const long = '🦊'.repeat(128);
  const register = (email: string, word: string) =>
    shop.post(
      '/api/user/create',
      { customer: { ...customer, email }, password: word },
      { 'x-forwarded-for': freshAddress() },
    );
  const logIn = async (username: string, word: string) =>
    (await shop.post('/api/user/login', { username, password: word }, { 'x-forwarded-for': freshAddress() }))
      .status;
  expect((await register('fox@example.co.za', long)).status).toBe(200);
  expect(await logIn('fox@example.co.za', long)).toBe(200);
  expect(await logIn('fox@example.co.za', '🦊'.repeat(127))).toBe(401);
  expect((await register('fox2@example.co.za', `${long}🦊`)).body.meta.fields[0].fault).toBe('password_long');
  await register('cafe@example.co.za', 'Rooibos-café-9');
  expect(await logIn('cafe@example.co.za', 'Rooibos-cafe\u0301-9')).toBe(200);
});

test('repeated query parameters are rejected or do not authenticate', async () => {
  const twice = [
    [`/api/newsletter/subscribe?email=a@example.co.za&email=${person.email}`, 400],
    ['/api/account/GetUserIDFromPasswordLink?forgotPasswordHash=a&forgotPasswordHash=b', 400],
    [`/api/user/me?token=${person.token}&token=x`, 401],
    [`/api/user/me?token[]=${person.token}`, 401],
    ['/api/user/order-history?pageSize=1&pageSize=2', 400],
    [`/api/user/me?token=${person.token}&partitionKey=za&partitionKey=other`, 400],
  ] as const;
  for (const [path, status] of twice) expect([path, (await shop.get(path)).status]).toEqual([path, status]);
});
