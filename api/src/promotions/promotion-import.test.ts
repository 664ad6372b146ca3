import { stateOf, withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { demoDatabase, type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { demoFolder } from '@fynbos/test-kit/shop/demo-folder.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storedMethods } from '../delivery/delivery-service.ts';
import { importShop } from '../shop-import.ts';
import { storedCoupons, storedDeals } from './promotion-service.ts';

/** The import for shop owners loads promotions, coupons and shipping methods (spec D43, CART-3, CHK-2). */

let shop: FreshDatabase;
const load = (files: Record<string, string>) => withFiles(files, (folder) => importShop(shop.db, folder));
const goods = `sku,type_id,parent_sku,configurable_attributes,name,price_incl_tax,packsize,categories
OATS,simple,,,Oats,40.00,,Pantry > Porridge
MILK,simple,,,Milk,20.00,,
TEA,configurable,,packsize,Tea,,,
TEA-40,simple,TEA,,Tea 40,30.00,40,
`;
const dealHeader = 'code,label,kind,qty,pay_qty,price_incl_tax,skus,valid_from,valid_to\n';

beforeAll(async () => {
  shop = await freshDatabase();
  await load({ 'products.csv': goods });
});
afterAll(() => shop.drop());

describe('the demo shop', () => {
  test('has deals, coupons and four shipping methods, and a second import of the same files changes nothing', async () => {
    const demo = await demoDatabase();
    const [deals, coupons] = [await storedDeals(demo.db), await storedCoupons(demo.db)];
    expect([deals.size, coupons.size, (await storedMethods(demo.db)).size]).toEqual([13, 7, 4]);
    const before = await stateOf(demo.db);
    expect(await importShop(demo.db, demoFolder)).toMatchObject({
      ok: true,
      parts: { deals: 0, coupons: 0, delivery: 0 },
    });
    expect(await stateOf(demo.db)).toEqual(before);
    const methods = [...(await storedMethods(demo.db)).values()].toSorted((a, b) => a.position - b.position);
    expect(methods.map(({ carrier_code, needs, rates }) => [carrier_code, needs, rates.length])).toEqual([
      ['courier', 'address', 6],
      ['express', 'address', 13],
      ['collect', 'store', 1],
      ['locker', 'pickup_point', 1],
    ]);
    await demo.drop();
  });
});

describe('deals.csv', () => {
  test('loads promotions of each kind; a missing column leaves its value unchanged', async () => {
    const report = await load({
      'deals.csv': `${dealHeader}oats,3 for 2,buy_n_pay_m,3,2,,OATS,2026-11-01,2026-11-30
set,Breakfast,combo,,,55.00,OATS;MILK|TEA-40,,
`,
    });
    expect(report).toMatchObject({ ok: true, parts: { deals: 2 } });
    expect((await storedDeals(shop.db)).get('set')).toMatchObject({
      qty: 2,
      price_cents: 5500,
      products: [
        { sku: 'MILK', part: 2 },
        { sku: 'OATS', part: 1 },
        { sku: 'TEA-40', part: 2 },
      ],
    });
    await load({ 'deals.csv': 'code,label\noats,Buy 3 pay 2\n' });
    expect((await storedDeals(shop.db)).get('oats')).toMatchObject({
      label: 'Buy 3 pay 2',
      pay_qty: 2,
      products: [{ sku: 'OATS', part: 1 }],
      valid_to: new Date('2026-11-30T21:59:59.999Z'),
    });
  });

  test.each([
    ['an unknown product', 'x,2 for R1,n_for,2,,1.00,NOPE,,', 'skus: there is no product "NOPE"'],
    ['a product with variants', 'x,2 for R1,n_for,2,,1.00,TEA,,', 'skus: "TEA" is bought as its variants'],
    ['no price', 'x,2 for R1,n_for,2,,,OATS,,', 'price_incl_tax: the price of a set is missing'],
    ['paying all', 'x,2 for 2,buy_n_pay_m,2,2,,OATS,,', 'pay_qty: must be below the 2'],
    ['a combo of one part', 'x,Set,combo,,,9.00,OATS|MILK,,', 'skus: a combo needs at least two parts'],
    ['an unknown kind', 'x,Set,gift,,,9.00,OATS,,', 'kind: "gift" is none of buy_n_pay_m'],
    ['an end before its start', 'x,2,n_for,2,,9.00,OATS,2026-02-02,2026-01-01', 'valid_to: is before'],
    [
      'with a negative price are rejected',
      'x,2,n_for,2,,-9.00,OATS,,',
      'price_incl_tax: the price -9.00 is negative',
    ],
  ])('with %s is refused, and nothing is written', async (_what, row, expected) => {
    const before = await stateOf(shop.db);
    const report = await load({
      'deals.csv': `${dealHeader}${row}\n`,
      'products.csv': 'sku,name\nMILK,Cream\n',
    });
    expect(report.problems.map(({ column, reason }) => `${column}: ${reason}`).join('\n')).toContain(
      expected,
    );
    expect(await stateOf(shop.db)).toEqual(before);
  });
});

describe('coupons.csv', () => {
  test('warns about guessable voucher codes (T2)', async () => {
    const { ok, notices } = await load({
      'coupons.csv':
        'code,label,kind,amount,is_voucher,enabled\nGUESS-1,R1,fixed,1.00,yes,\nFYN-7F3K-Q0ZM-9TWAX,R1,fixed,1.00,yes,\n' +
        'GONE-1,R1,fixed,1.00,yes,no\nALL-1,R1,fixed,1.00,no,\n',
    });
    expect([ok, notices.map(({ examples }) => examples)]).toEqual([true, [['GUESS-1']]]);
  });

  test('stores codes in capitals and finds categories by their path', async () => {
    const report = await load({
      'coupons.csv': `code,label,kind,percent,amount,minimum_spend,categories,enabled
spring 10,10 %,percent,10,,100.00,Pantry > Porridge,
GIFT,R50,fixed,,50,,,no
`,
    });
    expect(report).toMatchObject({ ok: true, parts: { coupons: 2 } });
    const stored = await storedCoupons(shop.db);
    expect(stored.get('SPRING10')).toMatchObject({ percent: 10, minimum_spend_cents: 10_000, enabled: true });
    expect(stored.get('SPRING10')?.category_ids).toHaveLength(1);
    expect(stored.get('GIFT')).toMatchObject({ amount_cents: 5000, enabled: false });
  });

  test.each([
    ['a percentage above 100', 'A10,x,percent,110,,,', 'percent: "110" is not a percentage'],
    ['no amount', 'A10,x,fixed,,,,', 'amount: the amount is missing'],
    ['an unknown category', 'A10,x,percent,10,,,Nowhere', 'categories: there is no category "Nowhere"'],
    ['the same code twice', 'A10,x,percent,10,,,\na 10,y,percent,10,,,', 'code: "A10" is already in line 2'],
    ['no code', ',x,percent,10,,,', 'code: "" is not a valid code'],
  ])('with %s is refused', async (_what, row, expected) => {
    const header = 'code,label,kind,percent,amount,minimum_spend,categories\n';
    const { problems } = await load({ 'coupons.csv': `${header}${row}\n` });
    expect(problems.map(({ column, reason }) => `${column}: ${reason}`).join('\n')).toContain(expected);
  });
});

describe('delivery.csv', () => {
  const header =
    'carrier,method,carrier_title,method_title,needs,price_incl_tax,from_amount,postcode_from,postcode_to\n';

  test('replaces the rates of a shipping method with those of the file', async () => {
    const rows = 'van,door,Van,Today,address,60,0,,\nvan,door,Van,Today,address,0,650,,\n';
    expect(await load({ 'delivery.csv': header + rows })).toMatchObject({ ok: true, parts: { delivery: 1 } });
    await load({ 'delivery.csv': `${header}van,door,Van,Today,address,75,0,8000,8099\n` });
    expect((await storedMethods(shop.db)).get('van door')?.rates).toEqual([
      {
        store_code: '',
        price_incl_tax_cents: 7500,
        from_amount_cents: 0,
        region_codes: [],
        postcode_from: '8000',
        postcode_to: '8099',
      },
    ]);
  });

  test('loads rates and titles per store view', async () => {
    const columns =
      'carrier,method,carrier_title,method_title,needs,price_incl_tax,from_amount,price_incl_tax_de,from_amount_de';
    const read = (row: string) => load({ 'delivery.csv': `${columns},carrier_title_de\n${row}\n` });
    await read(
      'bus,door,Bus,Today,address,60,0,4.90,,Autobus\nbus,door,Bus,Today,address,0,650,0,49,Autobus',
    );
    const stored = (await storedMethods(shop.db)).get('bus door');
    expect(stored?.view_texts).toEqual({ de: { carrier_title: 'Autobus' } });
    expect(stored?.rates).toMatchObject([
      { store_code: '', price_incl_tax_cents: 6000, from_amount_cents: 0 },
      { store_code: 'de', price_incl_tax_cents: 490, from_amount_cents: 0 },
      { store_code: '', price_incl_tax_cents: 0, from_amount_cents: 65_000 },
      { store_code: 'de', price_incl_tax_cents: 0, from_amount_cents: 4900 },
    ]);
    for (const [row, column] of [
      ['bus,door,Bus,Today,address,0,650,0,,', 'from_amount_de'],
      ['bus,door,Bus,Today,address,60,0,,49,', 'from_amount_de'],
      ['bus,door,Bus,Today,address,60,0,4.905,,', 'price_incl_tax_de'],
    ])
      expect((await read(row!)).problems.map((problem) => problem.column)).toEqual([column]);
    // A method with rates only in another view is not offered in the default view.
    await read('bus,door,Bus,Today,address,,,4.90,,');
    expect((await storedMethods(shop.db)).get('bus door')?.rates).toMatchObject([{ store_code: 'de' }]);
  });

  test.each([
    ['one of them everywhere', 'van,x,Van,x,address,1,0,,\nbike,x,Bike,x,address,2,0,8000,8099'],
    ['at one postal code', 'van,x,Van,x,address,1,0,0001,8000\nbike,x,Bike,x,address,2,0,8000,'],
  ])('refuses two methods with one code that can be offered together: %s', async (_where, rows) => {
    const { problems } = await load({ 'delivery.csv': `${header}${rows}\n` });
    expect(problems).toMatchObject([{ column: 'method', line: 3 }]);
    expect(problems[0]?.reason).toContain('"x" is also the code of "van x" in line 2');
  });

  test('takes two methods with one code that no order is offered together', async () => {
    const ranges = 'near,z,Near,z,address,1,0,,7999\nfar,z,Far,z,address,2,0,8000,\n';
    expect(await load({ 'delivery.csv': header + ranges })).toMatchObject({ ok: true });
    const off = `${header.trim()},enabled\nnear,y,Near,y,address,1,0,,,\nfar,y,Far,y,address,2,0,,,n\n`;
    expect(await load({ 'delivery.csv': off })).toMatchObject({ ok: true });
  });

  test.each([
    ['no price', 'van,x,Van,x,address,,0,,', 'price_incl_tax: the price is missing'],
    ['a wrong postal code', 'van,x,Van,x,address,1,0,80,', 'postcode_from: "80" is no postal code'],
    ['a reversed range', 'van,x,Van,x,address,1,0,9000,8000', 'postcode_to: is before postcode_from'],
    ['an unknown value of needs', 'van,x,Van,x,drone,1,0,,', 'needs: "drone" is none of address'],
    ['no titles', 'van,x,,,address,1,0,,', 'carrier_title: who brings it is missing'],
    ['two titles', 'van,x,A,x,address,1,0,,\nvan,x,B,x,address,0,9,,', 'method: "van x" differs from line 2'],
  ])('with %s is refused', async (_what, row, expected) => {
    const { problems } = await load({ 'delivery.csv': `${header}${row}\n` });
    expect(problems.map(({ column, reason }) => `${column}: ${reason}`).join('\n')).toContain(expected);
  });
});
