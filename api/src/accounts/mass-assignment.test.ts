import { accountEndpoints } from '@fynbos/core/accounts/contract.ts';
import { contentEndpoints } from '@fynbos/core/content/contract.ts';
import { newsletterEndpoints } from '@fynbos/core/newsletter/contract.ts';
import {
  behindProxy,
  callApi,
  capeTown,
  freshAddress,
  logInCustomer,
  logInPerson,
  type Person,
  password,
  proveAddress,
  registerPerson,
} from '@fynbos/test-kit/accounts/customers.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestResponse, TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { isLong } from '@fynbos/test-kit/stress-mode.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Valid calls with one more field in their bodies that no client may write (mass assignment). */
let shop: TestShop;
/** The customer whose id the bodies contain. */
let decoy: { id: number; email: string };
let person: Person;
beforeAll(async () => {
  const products = 'sku,name,price_incl_tax,tax_class,qty\nTEA,Tea,59.99,standard,5\n';
  shop = await openSmallShop({ 'products.csv': products }, behindProxy);
  decoy = await registerPerson(shop);
  person = await logInPerson(shop);
  await proveAddress(shop, person.email);
});
afterAll(() => shop.close());

const rowsOf = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(shop.db)).rows;
/** Rate limits must not be the reason a call is rejected: they are not under test here. */
const clearRateLimits = () => sql`delete from rate_bucket`.execute(shop.db);

const extras = (): Record<string, unknown> => ({
  ...{ group_id: 4, groupToken: 'CANARY-group', website_id: 3, store_id: 3, is_admin: true, role: 'admin' },
  ...{ id: decoy.id, customer_id: decoy.id, customer: decoy.id, email: 'taken.over@example.co.za' },
  ...{ password_hash: 'CANARY-hash', points: 42_424_242, balance: 42_424_242, confirmed: true },
  ...{ created_at: '2000-01-01', review_status: 1, ended_at: null, ends_at: '2999-01-01' },
  ...{ state: 'subscribed', coupon: 'FREE-CANARY', expires_at: '2999-01-01' },
  ...{ to: 'evil@example.com', cc: 'evil@example.com', bcc: ['evil@example.com'], from: 'evil@example.com' },
});
const canaries = 'CANARY|taken\\.over|42424242|2000-01-01|2999-01-01|evil@';

/** Returns the body with extra fields, in each of its objects in turn. */
function grown(body: unknown, more: Record<string, unknown>): object[] {
  if (typeof body !== 'object' || body === null) return [];
  const parts = Object.entries(body).flatMap(([name, part]) =>
    grown(part, more).map((variant) =>
      Array.isArray(body) ? body.with(Number(name), variant) : { ...body, [name]: variant },
    ),
  );
  if (Array.isArray(body)) return parts;
  // An address has these fields; another test checks whose they are.
  const { id: _, customer_id: __, ...rest } = more;
  return [...parts, { ...('postcode' in body ? rest : more), ...body }];
}

/** A request that succeeds. */
interface Sent {
  body: object;
  /** Replaces the placeholder in the path. */
  id?: string;
  headers?: Record<string, string>;
  after?: (response: TestResponse) => void;
}

const bearer = ({ token }: Pick<Person, 'token'>) => ({ authorization: `Bearer ${token}` });
const newEmail = () => `grown-${crypto.randomUUID()}@example.co.za`;
const created: string[] = [];
const readers: string[] = [];
let refreshToken = '';
const passwords = [password, 'Biltong-and-Naartjies-8'] as const;
let changes = 0;

const linkOf = async (email: string, page: string): Promise<string> => {
  const mails = await shop.db
    .selectFrom('mail')
    .select('text')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .execute();
  const link = mails
    .map(({ text }) => text.match(new RegExp(`${page}\\?link=([\\w%-]+)`))?.[1])
    .find(Boolean);
  return decodeURIComponent(link!);
};
const requestLink = async () => {
  await shop.post('/api/user/reset-password', { email: person.email }, { 'x-forwarded-for': freshAddress() });
  return linkOf(person.email, 'Reset-Password');
};
const subscribed = async () => {
  const email = newEmail();
  await shop.post('/api/newsletter/subscribe', { email }, { 'x-forwarded-for': freshAddress() });
  return email;
};
const current = () => passwords[changes % 2]!;
const change = () => ({
  headers: bearer(person),
  body: { currentPassword: current(), newPassword: passwords[(changes + 1) % 2]! },
  after: () => void changes++,
});
const names = { firstname: 'Thandi', lastname: 'Nkosi' };

/** Builds a new valid body for each write endpoint. */
const right: Record<string, () => Sent | Promise<Sent>> = {
  createCustomer: () => {
    const email = newEmail();
    created.push(email);
    return { body: { customer: { email, ...names, addresses: [capeTown] }, password, locale: 'en-US' } };
  },
  login: () => ({ body: { username: created[0]!, password } }),
  refreshToken: () => ({
    body: { refreshToken },
    after: ({ body }) => {
      refreshToken = body.meta.refreshToken;
    },
  }),
  updateCustomer: () => ({
    body: { customer: { ...names, addresses: [capeTown] } },
    headers: bearer(person),
  }),
  resetPassword: () => ({ body: { email: person.email } }),
  resetPasswordAlias: () => ({ body: { email: person.email } }),
  changePassword: change,
  changePasswordAlias: change,
  endSession: async () => {
    const secondLogin = await logInCustomer(shop, created[0]!);
    const { body } = await secondLogin.request('GET', '/api/user/sessions');
    const { id } = body.result.find((session: { current: boolean }) => session.current);
    return { body: {}, id, headers: bearer(secondLogin) };
  },
  saveValue: () => ({
    body: { value: [{ sku: 'TEA', at: '2026-11-20T08:00:00Z' }] },
    headers: bearer(person),
  }),
  subscribe: () => {
    const email = newEmail();
    return { body: { email, locale: 'en-US', text_version: '1' } };
  },
  unsubscribe: async () => ({ body: { email: await subscribed() } }),
  oldSubscribe: () => ({ body: { email: newEmail() } }),
  oldUnsubscribe: async () => ({ body: { email: await subscribed() } }),
  followNewsletterLink: async () => {
    const email = await subscribed();
    readers.push(email);
    return { body: { link: await linkOf(email, 'newsletter') } };
  },
  createReview: async () => {
    const { body } = await shop.get('/api/product/render-list?skus=TEA&currencyCode=ZAR&storeId=1');
    const product_id = body.result.items[0].id;
    const review = { product_id, title: 'Good', detail: 'Good', nickname: 'Thandi', rating: 5 };
    return { body: { review }, headers: bearer(person) };
  },
  sendMail: async () => {
    const headers = { 'x-forwarded-for': freshAddress() };
    const token: string = (await shop.get('/api/ext/mail-service/get-token', headers)).body.result;
    const contactMessage = {
      sourceAddress: 'a@example.co.za',
      subject: 'Hello',
      emailText: 'Hello',
      confirmation: true,
    };
    return { body: { token, ...contactMessage }, headers };
  },
  eraseCustomer: async () => {
    const email = newEmail();
    await registerPerson(shop, { email });
    return { body: { currentPassword: password }, headers: bearer(await logInCustomer(shop, email)) };
  },
  confirmEmail: async () => {
    const { email, token } = await logInPerson(shop);
    return { body: { link: await linkOf(email, 'Confirm-Email') }, headers: bearer({ token }) };
  },
  sendEmailConfirmation: async () => ({ body: {}, headers: bearer(await logInPerson(shop)) }),
  // Ends every session of the person, so it comes last.
  confirmPasswordReset: async () => ({ body: { link: await requestLink(), newPassword: password } }),
};

const all = [...accountEndpoints, ...newsletterEndpoints, ...contentEndpoints];
/** Endpoints that only check a link or end the caller's session; no field could change anything. */
const excluded = ['logout', 'checkPasswordLink'];

/** All rows of the decoy customer; they must not change. */
const ofDecoy = () =>
  Promise.all([
    rowsOf(sql`select * from customer where id = ${decoy.id}`),
    ...['customer_session', 'customer_address', 'customer_value', 'consent', 'review', 'password_link'].map(
      (table) => rowsOf(sql`select * from ${sql.table(table)} where customer_id = ${decoy.id}`),
    ),
  ]);

/** Rows of any table that contain a value of the extra fields. */
async function findCanaries(): Promise<string[]> {
  const tables = await rowsOf(
    sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  expect(tables.length).toBeGreaterThan(20);
  const matches = await Promise.all(
    tables.map(({ name }) =>
      rowsOf(
        sql<{
          row: string;
        }>`select one::text as row from ${sql.table(name)} one where one::text ~ ${canaries}`,
      ),
    ),
  );
  return matches.flat().map(({ row }) => row);
}

test('every write endpoint ignores extra fields in every object of its body: same result, and nothing is stored (T14)', {
  timeout: isLong ? 300_000 : 120_000,
}, async ({ task }) => {
  const writes = all.filter(({ method, name }) => method !== 'GET' && !excluded.includes(name));
  expect(writes.map(({ name }) => name).sort()).toEqual(Object.keys(right).sort());
  const control = newEmail();
  await registerPerson(shop, { email: control, addresses: [capeTown] });
  ({ refreshToken } = await logInCustomer(shop, control));
  const before = await ofDecoy();
  const sets = isLong ? Object.entries(extras()).map(([name, value]) => ({ [name]: value })) : [extras()];
  let attempts = 0;
  for (const [name, make] of Object.entries(right)) {
    const endpoint = writes.find((candidate) => candidate.name === name)!;
    for (const more of sets) {
      for (let at = 0, objects = 1; at < objects; at++) {
        await clearRateLimits();
        const sent = await make();
        const bodies = grown(sent.body, more);
        objects = bodies.length;
        const path = endpoint.path.replace('{id}', sent.id ?? '').replace('{name}', 'wishlist');
        const headers = { 'x-forwarded-for': freshAddress(), ...sent.headers };
        const response = await callApi(shop, endpoint.method, path, bodies[at], headers);
        // A list stored on the account has a closed shape and is rejected with more fields.
        const isClosed = name === 'saveValue' && at === 0;
        expect([name, Object.keys(more), response.status]).toEqual([
          name,
          Object.keys(more),
          isClosed ? 400 : 200,
        ]);
        sent.after?.(response);
        attempts += Object.keys(more).length;
      }
    }
  }
  expect(await ofDecoy()).toEqual(before);
  expect(await findCanaries()).toEqual([]);

  // A customer registered with extra fields has the same rights as any other.
  const rightsOf = (emails: readonly string[]) =>
    rowsOf(
      sql`select distinct firstname, lastname, group_id, locale, (select count(*)::int from customer_address where customer_id = customer.id) addresses
        from customer where email = any(${emails})`,
    );
  expect(await rightsOf(created)).toEqual(await rightsOf([control]));
  expect(await rowsOf(sql`select id from customer where email = any(${created})`)).toHaveLength(
    created.length,
  );
  expect(await rightsOf([person.email])).toEqual(await rightsOf([control]));
  expect(await rowsOf(sql`select distinct review_status, customer_id from review`)).toEqual([
    { review_status: 2, customer_id: person.id },
  ]);
  const confirmed = await rowsOf(
    sql<{
      email: string;
    }>`select email from newsletter_subscription where state = 'subscribed' order by email`,
  );
  expect(confirmed.map(({ email }) => email)).toEqual(readers.toSorted());
  task.meta.attempts = attempts;
});
