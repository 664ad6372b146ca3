import { emptyShop, withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importShop } from '../../shop-import.ts';

const lastInstant = '2026-11-28T21:59:59.999Z';

/** An end as files contain it, and the instant it means. */
const ends: [string, string | null][] = [
  ['2026-11-28 00:00:00', lastInstant],
  ['2026-11-28', lastInstant],
  ['2026-11-28 00:00', lastInstant],
  ['2026-11-28T00:00:00', lastInstant],
  ['2026-11-28 00:00:00.000', lastInstant],
  ['2026-11-28 00:00:01', '2026-11-27T22:00:01.000Z'],
  ['2026-11-28 18:30:00', '2026-11-28T16:30:00.000Z'],
  ['2026-11-28T00:00:00Z', '2026-11-28T00:00:00.000Z'],
  ['2026-11-28 00:00:00+02:00', '2026-11-27T22:00:00.000Z'],
  ['1795816800000', '2026-11-27T22:00:00.000Z'],
  ['0000-00-00 00:00:00', null],
  ['0000-00-00', null],
  ['', null],
];

/** The ends by code: `E0`, `E1`, … */
const expected = Object.fromEntries(ends.map(([, end], index) => [`E${index}`, end && new Date(end)]));
const rows = (row: (text: string, code: string) => string) =>
  ends.map(([text], index) => `${row(text, `E${index}`)}\n`).join('');

describe('the end of a day is read alike everywhere', () => {
  let shop: FreshDatabase;
  beforeAll(async () => {
    shop = await freshDatabase();
  });
  beforeEach(() => emptyShop(shop.db));
  afterAll(() => shop.drop());

  const load = async (files: Record<string, string>) => {
    const report = await withFiles(files, (folder) => importShop(shop.db, folder));
    expect(report.problems).toEqual([]);
  };
  const specials = async () => {
    const query = shop.db.selectFrom('product_price').innerJoin('product', 'product.id', 'product_id');
    const prices = await query.select(['sku', 'special_to_date']).execute();
    return Object.fromEntries(prices.map(({ sku, special_to_date }) => [sku, special_to_date]));
  };
  const validity = async (table: 'coupon' | 'deal' | 'tax_rate') => {
    const stored = await shop.db.selectFrom(table).select(['code', 'valid_to']).execute();
    return Object.fromEntries(stored.map(({ code, valid_to }) => [code, valid_to]));
  };

  test('in special prices of tables and documents', async () => {
    const header = 'sku,name,price,special_price,special_from_date,special_to_date\n';
    await load({ 'products.csv': header + rows((text, code) => `${code},A,10,8,2026-11-01,${text}`) });
    expect(await specials()).toEqual(expected);
    await emptyShop(shop.db);
    const document = (text: string, sku: string) => {
      const special_to_date = /^\d{13}$/.test(text) ? Number(text) : text;
      return JSON.stringify({ sku, name: sku, price: 10, special_price: 8, special_to_date });
    };
    await load({ 'products.jsonl': rows(document) });
    expect(await specials()).toEqual(expected);
  });

  test('in coupons, promotions and tax rates', async () => {
    const rate = (text: string, code: string) => {
      const valid_to = /^\d{13}$/.test(text) ? Number(text) : text;
      const rates = [{ rate: 15, code, tax_country_id: 'ZA', valid_to }];
      return JSON.stringify({ code, product_tax_class_ids: [2], rates });
    };
    await load({
      'products.csv': 'sku,name,price\nA,A,10\n',
      'coupons.csv': `code,label,kind,percent,valid_to\n${rows((text, code) => `C-${code},Ten,percent,10,${text}`)}`,
      'deals.csv':
        'code,label,kind,qty,price_incl_tax,skus,valid_to\n' +
        rows((text, code) => `${code},Two,n_for,2,15,A,${text}`),
      'taxrule.jsonl': rows(rate),
    });
    const coupons = Object.entries(expected).map(([code, end]) => [`C-${code}`, end]);
    expect(await validity('coupon')).toEqual(Object.fromEntries(coupons));
    expect(await validity('deal')).toEqual(expected);
    expect(await validity('tax_rate')).toEqual(expected);
  });
});

test('a special from and to the same midnight is on sale for that day', async () => {
  let now = new Date('2026-11-27T21:59:00Z');
  const table =
    'sku,name,price_incl_tax,special_price_incl_tax,special_from_date,special_to_date\n' +
    'A,A,10.00,8.00,2026-11-28 00:00:00,2026-11-28 00:00:00\n';
  const shop = await openSmallShop({ 'products.csv': table }, {}, () => now);
  try {
    const prices: number[] = [];
    for (const at of ['2026-11-27T21:59:00Z', '2026-11-28T08:00:00Z', '2026-11-28T22:00:01Z']) {
      now = new Date(at);
      const cart = (await shop.post('/api/cart/create', {})).body.result;
      const path = `/api/cart/update?token=&cartId=${cart}`;
      const { body } = await shop.post(path, { cartItem: { sku: 'A', qty: 1, quoteId: cart } });
      expect(body.code).toBe(200);
      const totals = await shop.get(`/api/cart/totals?token=&cartId=${cart}`);
      prices.push(totals.body.result.items[0].price_incl_tax);
    }
    expect(prices).toEqual([10, 8, 10]);
  } finally {
    await shop.close();
  }
});
