import { accountEndpoints } from '@fynbos/core/accounts/contract.ts';
import { endpoints } from '@fynbos/core/endpoints.ts';
import {
  behindProxy,
  callApi,
  freshAddress,
  logInCustomer,
  logInPerson,
  password,
} from '@fynbos/test-kit/accounts/customers.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestResponse, TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/**
 * A stolen session ends on every call as soon as its owner changes or resets the password, erases the
 * account or ends the session (T18).
 */
let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop(
    { 'products.csv': 'sku,name,price_incl_tax,tax_class,qty\nTEA,Tea,60.00,standard,9\n' },
    { ...behindProxy, TOKEN_IN_HEADER: 'off', API_MODE: 'graphql' },
  );
});
afterAll(() => shop.close());

type Known = Awaited<ReturnType<typeof logInPerson>>;
const changed = 'Rooibos-and-honey-9';

async function forget({ email }: Known): Promise<TestResponse> {
  await shop.post('/api/user/reset-password', { email }, { 'x-forwarded-for': freshAddress() });
  const { text } = await shop.db
    .selectFrom('mail')
    .select('text')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const link = decodeURIComponent(/link=([\w%-]+)/.exec(text)![1]!);
  return shop.post('/api/user/confirm-password-reset', { link, newPassword: changed });
}

const endings: readonly (readonly [string, (owner: Known) => Promise<TestResponse>])[] = [
  [
    'changed',
    (owner) =>
      owner.request('POST', '/api/user/change-password', { currentPassword: password, newPassword: changed }),
  ],
  ['forgotten', forget],
  ['erased', (owner) => owner.request('POST', '/api/user/erase', { currentPassword: password })],
  [
    'ended',
    async (owner) => {
      const sessions = (await owner.request('GET', '/api/user/sessions')).body.result;
      const otherSession = sessions.find((session: { current: boolean }) => !session.current);
      return owner.request('DELETE', `/api/user/sessions/${otherSession.id}`);
    },
  ],
];

const bodies: Record<string, unknown> = {
  updateCustomer: { customer: { firstname: 'Stolen' } },
  changePassword: { currentPassword: password, newPassword: 'Another-password-1' },
  changePasswordAlias: { currentPassword: password, newPassword: 'Another-password-1' },
  saveValue: { value: [] },
  eraseCustomer: { currentPassword: password },
};
const calls = endpoints
  .filter(({ name }) => !/image|picture|metrics/i.test(name))
  .map(({ name, method, path }) => ({
    ...{ name, method },
    path: path
      .replace('{name}', 'wishlist')
      .replace('{provider}', 'card')
      .replace(/\{\w+\}|\*/g, '1'),
    body: method === 'GET' ? undefined : (bodies[name] ?? {}),
  }));
const open = ['createCustomer', 'login', 'refreshToken', 'logout', 'resetPassword', 'resetPasswordAlias'];
const byLink = ['checkPasswordLink', 'checkPasswordLinkByGet', 'confirmPasswordReset', 'confirmEmail'];
const personal = accountEndpoints
  .map(({ name }) => name)
  .filter((name) => ![...open, ...byLink].includes(name));

/** Summary of a response without the request number and changing counters. */
const summaryOf = ({ status, body }: TestResponse) =>
  JSON.stringify([status, body?.meta?.problem, status === 401 ? body?.result : '']);

test.for(endings)(
  '%s: the token of the ended session behaves like an unknown token on every call (T18)',
  async ([, end], { task }) => {
    const owner = await logInPerson(shop);
    const thief = await logInCustomer(shop, owner.email);
    expect((await thief.request('GET', '/api/user/me')).status).toBe(200);
    expect((await end(owner)).status).toBe(200);
    const differences: string[] = [];
    for (const { name, method, path, body } of calls) {
      const as = (token: string) =>
        callApi(shop, method, path, body, {
          authorization: `Bearer ${token}`,
          'x-forwarded-for': freshAddress(),
        });
      const dead = await as(thief.token);
      if (summaryOf(dead) !== summaryOf(await as('A'.repeat(43))))
        differences.push(`${name}: ${summaryOf(dead)}`);
      if (personal.includes(name) && dead.status !== 401) differences.push(`${name}: ${dead.status}`);
    }
    expect(differences).toEqual([]);
    task.meta.attempts = calls.length + 2;
    expect((await shop.get(`/api/user/me?token=${thief.token}`)).status).toBe(401);
    expect((await shop.post('/api/user/refresh', { refreshToken: thief.refreshToken })).status).toBe(401);
  },
);

test('no request changes the e-mail address of an account (T18)', async ({ task }) => {
  const owner = await logInPerson(shop);
  const email = 'thief@example.co.za';
  const writes: [string, unknown][] = [
    ['/api/user/me', { customer: { firstname: 'Thandi', lastname: 'Nkosi', email } }],
    ['/api/user/me', { customer: { firstname: 'Thandi', lastname: 'Nkosi' }, email, username: email }],
    ['/api/user/me', { customer: { email, id: owner.id, customer: { email } } }],
    ['/api/user/values/wishlist', { value: [{ email }], email }],
    ['/api/user/change-password', { currentPassword: 'wrong', newPassword: changed, email, username: email }],
    ['/api/user/reset-password', { email: [owner.email, email] }],
    ['/api/user/reset-password', { email: owner.email, customer: { email }, to: email }],
    ['/api/newsletter/subscribe', { email, customer: { email } }],
  ];
  for (const [path, body] of writes)
    await owner.request('POST', path, body, { 'x-forwarded-for': freshAddress() });
  expect((await owner.request('GET', '/api/user/me')).body.result.email).toBe(owner.email);
  expect((await shop.post('/api/user/login', { username: owner.email, password })).status).toBe(200);
  expect((await shop.post('/api/user/login', { username: email, password })).status).toBe(401);
  const links = await shop.db.selectFrom('mail').select('text').where('recipient', '=', email).execute();
  expect(links.filter(({ text }) => /Reset-Password/.test(text))).toEqual([]);
  task.meta.attempts = writes.length;
});
