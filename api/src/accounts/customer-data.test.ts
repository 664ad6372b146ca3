import {
  behindProxy,
  callApi,
  capeTown,
  logInPerson,
  type Person,
  password,
} from '@fynbos/test-kit/accounts/customers.ts';
import { demoFolder } from '@fynbos/test-kit/shop/demo-folder.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const at = new Date('2026-11-20T08:00:00Z');
let now = at;
let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(demoFolder, () => now, behindProxy);
});
afterAll(() => shop.close());

const save = (person: Person, name: string, value: unknown) =>
  person.request('POST', `/api/user/values/${name}`, { value });
const show = async (person: Person, name: string) =>
  (await person.request('GET', `/api/user/values/${name}`)).body.result;

const item = (index: number) => ({ sku: `SKU-${index}`, at: '2026-11-20T08:00:00.000Z' });
const items = (count: number) => Array.from({ length: count }, (_, index) => item(index));

describe('values stored on the account', () => {
  test.each([
    ['wishlist', 200],
    ['compare', 20],
    ['recently-viewed', 20],
  ])('%s holds up to %i products with their times, each once, in order', async (name, max) => {
    const person = await logInPerson(shop);
    expect(await show(person, name)).toBe('');
    const { status, body } = await save(person, name, items(max));
    expect(status).toBe(200);
    expect(JSON.parse(body.result)).toEqual(items(max));
    expect((await save(person, name, items(max + 1))).status).toBe(400);
    expect(JSON.parse(await show(person, name))).toHaveLength(max);
    await save(person, name, [item(2), item(1), item(2)]);
    expect(JSON.parse(await show(person, name))).toEqual([item(2), item(1)]);
    expect((await save(person, name, null)).body.result).toBe('');
    expect(await show(person, name)).toBe('');
  });

  test('the loyalty card and claims are stored and returned', async () => {
    const person = await logInPerson(shop);
    const card = { number: '6001 2345 6789', name: 'Smart Shopper' };
    expect(JSON.parse((await save(person, 'loyalty-card', card)).body.result)).toEqual(card);
    const claims = [{ code: 'newsletterPopup', created_at: item(0).at, value: true, description: 'seen' }];
    await save(person, 'claims', claims);
    expect(JSON.parse(await show(person, 'claims'))).toEqual(claims);
  });

  test.each([
    ['wishlist', 'SKU-1'],
    ['wishlist', [{ sku: 'SKU-1' }]],
    ['wishlist', [{ ...item(1), price: 1 }]],
    ['wishlist', [{ sku: 'SKU-1', at: 'yesterday' }]],
    ['loyalty-card', { number: '<script>' }],
    ['loyalty-card', { number: '12345', group_id: 4 }],
    ['claims', [{ code: '' }]],
    ['consents', [{ purpose: 'everything', given: true, text_version: '1' }]],
    ['consents', [{ purpose: 'chat', given: true, text_version: '1', at: '2000-01-01' }]],
    ['consents', null],
    ['user-store', 7],
  ])('reject another shape: %s %j', async (name, value) => {
    const person = await logInPerson(shop);
    expect(await save(person, name, value)).toMatchObject({
      status: 400,
      body: { meta: { problem: 'invalid_input' } },
    });
    expect(['', '[]']).toContain(await show(person, name));
  });

  test.each(['anything', '__proto__', 'constructor', 'toString'])(
    'reject an unknown name: %s',
    async (name) => {
      const person = await logInPerson(shop);
      for (const response of [
        await save(person, name, 1),
        await person.request('GET', `/api/user/values/${name}`),
      ]) {
        expect(response).toMatchObject({ status: 404, body: { meta: { problem: 'value_unknown' } } });
      }
    },
  );

  test('the chosen store is stored by its code and returned complete, as JSON (spec D9, STORE-1)', async () => {
    const person = await logInPerson(shop);
    const { body } = await shop.get('/api/cart/fulfilment-config');
    const [store] = body.result.fulfilment_stores;
    expect(JSON.parse((await save(person, 'user-store', store.code)).body.result)).toEqual(store);
    expect(JSON.parse(await show(person, 'user-store'))).toEqual(store);
    expect((await save(person, 'user-store', 'no-such-store')).body.meta.problem).toBe('store_not_found');
    expect(JSON.parse(await show(person, 'user-store'))).toEqual(store);
  });

  test("consents carry the server's time and their text version, and every change is stored", async () => {
    const person = await logInPerson(shop);
    const choose = (granted: boolean) =>
      save(person, 'consents', [{ purpose: 'analytics', given: granted, text_version: '2026-11' }]);
    await choose(true);
    now = new Date(at.getTime() + 1000);
    await choose(true);
    const { body } = await choose(false);
    expect(JSON.parse(body.result)).toEqual([
      { purpose: 'analytics', given: false, text_version: '2026-11', at: '2026-11-20T08:00:01.000Z' },
    ]);
    const { body: all } = await person.request('GET', '/api/user/export');
    expect(all.result.consents.map((consent: { given: boolean }) => consent.given)).toEqual([true, false]);
  });
});

describe('privacy (POPIA)', () => {
  test('an export contains all stored data and no secret', async () => {
    const person = await logInPerson(shop, { addresses: [capeTown] });
    await save(person, 'wishlist', items(1));
    const { headers, body } = await person.request('GET', '/api/user/export');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.result).toMatchObject({
      customer: { email: person.email, addresses: [{ city: 'Cape Town' }] },
      sessions: [{ ended_at: null }],
      values: [{ name: 'wishlist', value: items(1) }],
    });
    expect(JSON.stringify(body)).not.toMatch(/argon2|hash|groupToken/);
    expect(JSON.stringify(body)).not.toContain(person.token);
  });

  test('erasing needs the password, ends all sessions, and removes every trace of the person', async () => {
    const email = 'unusual.canary@example.co.za';
    const person = await logInPerson(shop, { email, lastname: 'Canarybird', addresses: [capeTown] });
    const login = { username: email, password };
    const { body: logged } = await shop.post('/api/user/login', login);
    const me = { authorization: `Bearer ${logged.result}` };
    await callApi(shop, 'POST', '/api/user/values/wishlist', { value: items(3) }, me);
    const erase = (currentPassword: string) =>
      callApi(shop, 'POST', '/api/user/erase', { currentPassword }, me);
    expect((await erase('wrong')).body.meta.problem).toBe('password_wrong');
    expect((await erase(password)).body.result).toBe(true);
    expect((await shop.get('/api/user/me', me)).status).toBe(401);
    expect((await shop.post('/api/user/login', login)).status).toBe(401);
    const { rows } = await everyTable();
    expect(rows.filter(({ text }) => /unusual\.canary|Canarybird/i.test(text))).toEqual([]);
    expect(person.id).toBeGreaterThan(0);
  });

  test('an erased address can be registered again', async () => {
    const first = await logInPerson(shop);
    await first.request('POST', '/api/user/erase', { currentPassword: password });
    const customer = { email: first.email, firstname: 'Thandi', lastname: 'Nkosi' };
    expect((await shop.post('/api/user/create', { customer, password })).status).toBe(200);
  });

  /** Every row of these tables as text; queued mails still need their address. */
  async function everyTable() {
    const tables = ['customer', 'customer_address', 'customer_session', 'customer_value', 'consent'] as const;
    const rows = await Promise.all(
      [...tables, 'rate_bucket' as const, 'password_link' as const].map(async (table) =>
        (await shop.db.selectFrom(table).selectAll().execute()).map((row) => ({
          table,
          text: JSON.stringify(row),
        })),
      ),
    );
    return { rows: rows.flat() };
  }
});
