import {
  behindProxy,
  callApi,
  freshAddress,
  logInPerson,
  type Person,
  password,
  proveAddress,
} from '@fynbos/test-kit/accounts/customers.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import { openShopOn, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importInto } from '../../catalogue/import/import.ts';
import { forgetNotifications } from './stock-notification-service.ts';
import { readAwaitedStock, takeNotifications } from './stock-notification-store.ts';

/** Mails about products that are back in stock (spec D75). Without a mail server they stay in the outbox. */

const settings = { ...behindProxy, PUBLIC_URL: 'https://shop.example' };
const head = 'sku,type_id,parent_sku,configurable_attributes,name,url_path,price_incl_tax,qty,packsize\n';
const oneOf = (sku: string, qty: number) => `${sku},simple,,,Name of ${sku},shop/${sku},29.99,${qty},\n`;
const skus = ['OATS', 'TEA', 'RICE', 'SALT', 'MANY'];

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop(
    {
      'products.csv':
        head +
        skus.map((sku) => oneOf(sku, 0)).join('') +
        oneOf('PLENTY', 5) +
        'FAM,configurable,,packsize,Family,family,,,\nFAM-1,simple,FAM,,One,one,10,0,1 kg\nFAM-2,simple,FAM,,Two,two,18,5,2 kg\n' +
        'PACK,configurable,,packsize,Pack,pack,,,\nPACK-1,simple,PACK,,One,pack-one,10,0,1 kg\n',
      'store-stock.csv': 'sku,store,qty\nPLENTY,CPT,0\n',
    },
    settings,
  );
});
afterAll(() => shop?.close());

let count = 0;
const newAddress = () => `waiting${++count}@example.com`;
const place = '/api/stock/notify';
const request = (body: object, { from = freshAddress(), query = '' } = {}) =>
  shop.post(place + query, body, { 'x-forwarded-for': from });
const rowsOf = (email: string) =>
  shop.db.selectFrom('stock_notification').selectAll().where('email', '=', email).execute();
const mailsTo = (email: string) =>
  shop.db.selectFrom('mail').selectAll().where('recipient', '=', email).execute();
const load = (file: string, text: string) =>
  withFiles({ [file]: text }, (folder) => importInto(shop.db, folder));
const restock = (...products: string[]) =>
  load('products.csv', head + products.map((sku) => oneOf(sku, 7)).join(''));
/** Two further processes look for stock at once, beside that of the shop; closing one ends its round. */
async function runTwoNotifiers(): Promise<void> {
  const database = { db: shop.db, url: shop.url, drop: async () => {} };
  const processes = await Promise.all([1, 2].map(() => openShopOn(database, undefined, settings)));
  await Promise.all(processes.map((each) => each.close()));
}
/** A request ends in the transaction that queues its mail; the shop may be in one of its own. */
async function mailed(...emails: string[]): Promise<void> {
  await runTwoNotifiers();
  for (const email of emails) await expect.poll(() => rowsOf(email)).toEqual([]);
}

describe('a request', () => {
  test('is stored once, however often it is sent, with the same response', async () => {
    const email = newAddress();
    const first = await request({ sku: 'OATS', email, locale: 'de-DE' });
    const repeated = await request({ sku: 'OATS', email: ` ${email.toUpperCase()}`, locale: 'fr-FR' });
    expect([first.status, first.body]).toEqual([200, { code: 200, result: 'requested' }]);
    expect(repeated.body).toEqual(first.body);
    expect(await rowsOf(email)).toMatchObject([{ sku: 'OATS', locale: 'fr-FR', customer_id: null }]);
    expect(await mailsTo(email)).toEqual([]);
  });

  test('for a product in stock stores nothing and says so; the stock of the chosen store counts', async () => {
    const email = newAddress();
    expect((await request({ sku: 'PLENTY', email })).body.result).toBe('in_stock');
    expect(await rowsOf(email)).toEqual([]);
    const atStore = await request({ sku: 'PLENTY', email }, { query: '?storePartitionKey=CPT' });
    expect(atStore.body.result).toBe('requested');
    expect(await rowsOf(email)).toMatchObject([{ fulfilment_store: 'CPT' }]);
  });

  test('is refused for an unknown product, a wrong address, and a guest without one', async () => {
    const unknown = await request({ sku: 'NONE', email: newAddress() });
    expect([unknown.status, unknown.body.meta.problem]).toEqual([404, 'product_not_found']);
    const wrong = await request({ sku: 'OATS', email: 'nobody' });
    expect(wrong.body.meta).toMatchObject({
      problem: 'invalid_input',
      fields: [{ field: 'body/email', fault: 'email_invalid' }],
    });
    expect((await request({ sku: 'OATS' })).body.meta.problem).toBe('not_logged_in');
  });

  test('of a client IP is limited like the newsletter; that of a customer with a proven address is not (T21)', async () => {
    const from = freshAddress();
    const statuses = [];
    for (let index = 0; index < 6; index++)
      statuses.push((await request({ sku: 'TEA', email: newAddress() }, { from })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const person = await logInPerson(shop);
    await proveAddress(shop, person.email);
    const own = await person.request('POST', place, { sku: 'TEA' }, { 'x-forwarded-for': from });
    expect([own.status, own.body.result]).toEqual([200, 'requested']);
    expect(await rowsOf(person.email)).toMatchObject([{ customer_id: person.id }]);
  });

  test('beyond fifty of an address takes the place of the oldest one, with the same response', async () => {
    const email = newAddress();
    const old = { email, locale: 'en-US', store_code: '', fulfilment_store: '', customer_id: null };
    const created_at = new Date('2026-01-01T00:00:00Z');
    const rows = Array.from({ length: 50 }, (_, index) => ({ ...old, created_at, sku: `GONE-${index}` }));
    await shop.db.insertInto('stock_notification').values(rows).execute();
    expect((await request({ sku: 'OATS', email })).body.result).toBe('requested');
    const stored = (await rowsOf(email)).map(({ sku }) => sku);
    expect([stored.length, stored.includes('OATS'), stored.includes('GONE-0')]).toEqual([50, true, false]);
  });

  test('is deleted after 180 days', async () => {
    const email = newAddress();
    await request({ sku: 'OATS', email });
    const daysLater = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
    await forgetNotifications(shop.db, daysLater(179));
    expect(await rowsOf(email)).toHaveLength(1);
    await forgetNotifications(shop.db, daysLater(181));
    expect(await rowsOf(email)).toEqual([]);
  });
});

describe('the mail', () => {
  test('goes once to each address when the stock returns, in its language, from any of several processes', async () => {
    const [german, english] = [newAddress(), newAddress()];
    await request({ sku: 'RICE', email: german, locale: 'de-DE' });
    await request({ sku: 'RICE', email: english });
    await request({ sku: 'SALT', email: english });
    await restock('RICE');
    await mailed(german);
    const mails = await mailsTo(german);
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail!.subject).toBe('Wieder auf Lager: Name of RICE');
    for (const part of ['R29,99', 'https://shop.example/p/RICE/RICE', 'Es ist die einzige'])
      expect(mail!.text).toContain(part);
    expect(mail!.html).toMatch(/<img src="https:\/\/shop\.example\/img\/150\/150\/[^"]+"/);
    expect(mail!.html).toContain('href="https://shop.example/p/RICE/RICE"');
    expect(await mailsTo(english)).toHaveLength(1);
    expect(await rowsOf(english)).toMatchObject([{ sku: 'SALT' }]);
  });

  test('reaches many addresses once each', async () => {
    const emails = Array.from({ length: 130 }, newAddress);
    const row = { sku: 'MANY', locale: 'en-US', store_code: '', fulfilment_store: '', customer_id: null };
    const created_at = new Date();
    await shop.db
      .insertInto('stock_notification')
      .values(emails.map((email) => ({ ...row, email, created_at })))
      .execute();
    await restock('MANY');
    await mailed(...emails);
    const mails = await shop.db
      .selectFrom('mail')
      .select('recipient')
      .where('recipient', 'in', emails)
      .execute();
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(emails.toSorted());
  });

  test('about a variant leads to the variant', async () => {
    const email = newAddress();
    await request({ sku: 'FAM-1', email });
    await load('products.csv', `${head}FAM-1,simple,FAM,,One,one,10,4,1 kg\n`);
    await mailed(email);
    expect((await mailsTo(email))[0]!.text).toContain('https://shop.example/p/FAM/family/FAM-1');
  });

  test('about a variant waits while its parent is off sale', async () => {
    const email = newAddress();
    await request({ sku: 'PACK-1', email });
    const parentStatus = (status: number) =>
      load('products.csv', `sku,type_id,status\nPACK,configurable,${status}\n`);
    await parentStatus(2);
    await load('products.csv', `${head}PACK-1,simple,PACK,,One,pack-one,10,4,1 kg\n`);
    await runTwoNotifiers();
    expect([await rowsOf(email), await mailsTo(email)]).toMatchObject([[{ sku: 'PACK-1' }], []]);
    await parentStatus(1);
    await mailed(email);
    expect((await mailsTo(email))[0]!.text).toContain('https://shop.example/p/PACK/pack/PACK-1');
  });

  test('is found with an index, however many requests wait', async () => {
    const scans = await shop.db.transaction().execute(async (trx) => {
      const counted = async () => {
        const { rows } = await sql<{ count: number }>`
          select pg_stat_get_xact_numscans('stock_notification_awaited'::regclass)::int as count`.execute(
          trx,
        );
        return rows[0]!.count;
      };
      await sql`set local enable_seqscan = off`.execute(trx);
      const before = await counted();
      await readAwaitedStock(trx);
      await takeNotifications(trx, { sku: 'NONE', store_code: '', fulfilment_store: '' }, 100);
      return (await counted()) - before;
    });
    expect(scans).toBe(2);
  });
});

describe('the data of a customer', () => {
  const notify = (person: Person, body: object) =>
    person.request('POST', place, body, { 'x-forwarded-for': freshAddress() });
  const exported = async (person: Person) =>
    (await person.request('GET', '/api/user/export')).body.result.stock_notifications.map(
      ({ sku }: { sku: string }) => sku,
    );
  async function erase({ token }: Person): Promise<void> {
    const bearer = { authorization: `Bearer ${token}` };
    const { status } = await callApi(shop, 'POST', '/api/user/erase', { currentPassword: password }, bearer);
    expect(status).toBe(200);
  }

  test('has the requests for the proven address, also those of a guest, and is erased with the account', async () => {
    const person = await logInPerson(shop);
    await request({ sku: 'OATS', email: person.email });
    await notify(person, { sku: 'TEA' });
    expect(await exported(person)).toEqual([]);
    await proveAddress(shop, person.email);
    expect(await exported(person)).toEqual(['OATS', 'TEA']);
    await erase(person);
    expect(await rowsOf(person.email)).toEqual([]);
  });

  test('has no request for the address of another person, whose request stays', async () => {
    const email = newAddress();
    const person = await logInPerson(shop);
    await proveAddress(shop, person.email);
    await notify(person, { sku: 'OATS', email });
    await request({ sku: 'TEA', email });
    await notify(person, { sku: 'TEA', email });
    expect(await exported(person)).toEqual([]);
    await erase(person);
    expect(await rowsOf(email)).toMatchObject([
      { sku: 'OATS', customer_id: null },
      { sku: 'TEA', customer_id: null },
    ]);
  });

  test('gets a request that a guest made, and keeps one that a guest repeats', async () => {
    const person = await logInPerson(shop);
    await proveAddress(shop, person.email);
    const customers = async () => (await rowsOf(person.email)).map(({ customer_id }) => customer_id);
    await request({ sku: 'OATS', email: person.email });
    expect(await customers()).toEqual([null]);
    await notify(person, { sku: 'OATS' });
    await request({ sku: 'OATS', email: person.email });
    expect(await customers()).toEqual([person.id]);
  });
});
