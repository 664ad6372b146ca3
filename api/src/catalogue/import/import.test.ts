import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withTax } from '@fynbos/core/money.ts';
import { emptyShop, stateOf, withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importInto } from './import.ts';

let shop: FreshDatabase;
beforeAll(async () => {
  shop = await freshDatabase();
});
beforeEach(() => emptyShop(shop.db));
afterAll(() => shop.drop());

const now = new Date('2026-11-20T10:00:00Z');
const load = (files: Record<string, string | Buffer>, at = now) =>
  withFiles(files, (folder) => importInto(shop.db, folder, { now: at }));
const table = (text: string, at = now) => load({ 'products.csv': text }, at);

const product = (sku: string) =>
  shop.db.selectFrom('product').selectAll().where('sku', '=', sku).executeTakeFirstOrThrow();
const priceOf = (sku: string, view = '') =>
  shop.db
    .selectFrom('product_price')
    .innerJoin('product', 'product.id', 'product_id')
    .selectAll('product_price')
    .where('sku', '=', sku)
    .where('store_code', '=', view)
    .executeTakeFirst();
const stockOf = (sku: string) =>
  shop.db
    .selectFrom('stock')
    .innerJoin('product', 'product.id', 'product_id')
    .selectAll('stock')
    .where('sku', '=', sku)
    .executeTakeFirstOrThrow();
const optionsOf = (code: string) =>
  shop.db
    .selectFrom('attribute_option')
    .innerJoin('attribute', 'attribute.attribute_id', 'attribute_option.attribute_id')
    .select(['value', 'label'])
    .where('attribute_code', '=', code)
    .orderBy('label')
    .execute();

describe('a table', () => {
  test('becomes products with prices, stock, categories and attributes', async () => {
    const report = await table(
      'sku,name,price_incl_tax,tax_class,categories,qty,brand,product_brand,colour,featured,is_special,attr_origin\n' +
        'OATS,"Rolled Oats, 1 kg",39.99,standard,Pantry > Breakfast|Special Diets,5,Ntaba,Ntaba,Brown,yes,no,Swartland\n',
    );
    expect(report).toMatchObject({ ok: true, products: { created: 1 }, categories: { created: 4 } });
    const oats = await product('OATS');
    expect(oats).toMatchObject({
      name: 'Rolled Oats, 1 kg',
      type_id: 'simple',
      url_path: 'rolled-oats-1-kg',
      slug: 'rolled-oats-1-kg',
      status: 1,
      visibility: 4,
      tax_class_id: 2,
      attributes: {
        brand: 'Ntaba',
        product_brand: '1',
        colour: '1',
        featured: 'y',
        is_special: false,
        origin: 'Swartland',
      },
    });
    const price = await priceOf('OATS');
    expect(price && withTax(price.price, 15)).toBe(3999);
    expect(await stockOf('OATS')).toMatchObject({ qty: 5, is_in_stock: true, manage_stock: true });
    const categories = await shop.db
      .selectFrom('category')
      .select(['name', 'url_path', 'level', 'parent_id'])
      .orderBy('id')
      .execute();
    expect(categories).toEqual([
      { name: 'All products', url_path: null, level: 1, parent_id: 1 },
      { name: 'Pantry', url_path: 'pantry', level: 2, parent_id: 2 },
      { name: 'Breakfast', url_path: 'pantry/breakfast', level: 3, parent_id: 3 },
      { name: 'Special Diets', url_path: 'special-diets', level: 2, parent_id: 2 },
    ]);
  });

  test('with configurable products links the children to their parent in order', async () => {
    const report = await table(
      'sku,type_id,parent_sku,configurable_attributes,name,price_incl_tax,packsize\n' +
        'TEA-80,simple,TEA,,Tea 80,56.99,80 bags\nTEA,configurable,,packsize,Tea,,\nTEA-40,simple,TEA,,Tea 40,32.99,40 bags\n',
    );
    expect(report.problems).toEqual([]);
    const parent = await product('TEA');
    const children = await shop.db
      .selectFrom('product_child')
      .innerJoin('product', 'product.id', 'child_id')
      .select('sku')
      .where('parent_id', '=', parent.id)
      .orderBy('product_child.position')
      .execute();
    expect(children.map((child) => child.sku)).toEqual(['TEA-80', 'TEA-40']);
    expect(parent.configurable_options).toEqual([
      { attribute_code: 'packsize', label: 'Pack size', position: 0 },
    ]);
    expect((await product('TEA-40')).visibility).toBe(1);
  });

  test('with prices per store view stores each price at the tax rate of that view', async () => {
    await load({
      'taxes.csv':
        'tax_class,product_tax_class_ids,country,rate\nstandard,2,ZA,15\nstandard,2,DE,19\nstandard,2,IT,22\n',
      'products.csv':
        'sku,name,price_incl_tax,price_incl_tax_de,special_price_incl_tax_de,special_to_date_de,price_it\nA,A,129.99,9.99,8.49,2026-12-31,7.1234\n',
    });
    const [za, de, it] = [await priceOf('A'), await priceOf('A', 'de'), await priceOf('A', 'it')];
    expect(withTax(za?.price ?? 0, 15)).toBe(12999);
    expect(withTax(de?.price ?? 0, 19)).toBe(999);
    expect(withTax(de?.special_price ?? 0, 19)).toBe(849);
    expect(de?.special_to_date?.toISOString()).toBe('2026-12-31T21:59:59.999Z');
    expect(it?.price).toBe(71234);
  });

  test('with tier prices stores them without tax, for all customers unless a group is named', async () => {
    await table(
      'sku,name,price_incl_tax,tax_class,tier_prices_incl_tax\nA,A,27.99,standard,24@3:22.99|6:25.99\n',
    );
    const { tier_prices } = await product('A');
    expect(tier_prices.map((tier) => ({ ...tier, value: withTax(tier.value, 15) }))).toEqual([
      { customer_group_id: 3, qty: 24, value: 2299 },
      { customer_group_id: 32000, qty: 6, value: 2599 },
    ]);
  });

  test('without quantities gives unmanaged stock; is_in_stock=no makes a product out of stock', async () => {
    await table('sku,name,price,is_in_stock\nA,A,1,\nB,B,1,no\n');
    expect(await stockOf('A')).toMatchObject({ is_in_stock: true, manage_stock: false });
    expect(await stockOf('B')).toMatchObject({ is_in_stock: false, manage_stock: true, qty: 0 });
  });

  test('with two products of the same name gives them different addresses', async () => {
    await table('sku,name,price\nA1,Apples,1\nA2,Apples,1\nA3,Checkout,1\n');
    expect((await product('A1')).url_path).toBe('apples');
    expect((await product('A2')).url_path).toBe('apples-a2');
    expect((await product('A3')).url_path).toBe('checkout-a3');
  });
});

describe('a repeated import', () => {
  const first = 'sku,name,price_incl_tax,colour,qty\nA,Apples,34.99,Red,5\nB,Bananas,22.99,Yellow,7\n';

  test('of the same input changes nothing, not even a date', async () => {
    await table(first);
    const before = await stateOf(shop.db);
    const secondReport = await table(first, new Date('2026-11-21T10:00:00Z'));
    expect(secondReport).toMatchObject({ ok: true, products: { created: 0, updated: 0, unchanged: 2 } });
    expect(await stateOf(shop.db)).toEqual(before);
  });

  test('with one changed row updates only that product', async () => {
    await table(first);
    const later = new Date('2026-11-21T10:00:00Z');
    const report = await table(first.replace('22.99', '19.99'), later);
    expect(report.products).toEqual({ created: 0, updated: 1, unchanged: 1 });
    expect((await product('A')).updated_at).toEqual(now);
    expect((await product('B')).updated_at).toEqual(later);
    expect(withTax((await priceOf('B'))?.price ?? 0, 15)).toBe(1999);
  });

  test('keeps the values of absent columns and missing products, and clears empty cells', async () => {
    await table(
      'sku,name,price_incl_tax,special_price_incl_tax,description,colour,qty\nA,A,34.99,29.99,Crisp,Red,5\nB,B,1.00,,,,\n',
    );
    await table('sku,special_price_incl_tax,description,colour\nA,,,\n');
    expect(await product('A')).toMatchObject({ name: 'A', description: '', attributes: {} });
    expect(withTax((await priceOf('A'))?.price ?? 0, 15)).toBe(3499);
    expect((await priceOf('A'))?.special_price).toBeNull();
    expect((await stockOf('A')).qty).toBe(5);
    expect((await product('B')).name).toBe('B');
  });

  test('keeps the value of an existing option label and numbers new labels', async () => {
    await table(first);
    const before = await optionsOf('colour');
    await table('sku,name,price,colour\nC,Cherries,1,red\nD,Dates,1,Brown\n');
    expect((await product('C')).attributes.colour).toBe((await product('A')).attributes.colour);
    expect(await optionsOf('colour')).toEqual([{ label: 'Brown', value: '3' }, ...before]);
  });

  test('can swap the addresses of two products', async () => {
    await table('sku,name,price,url_path\nA,A,1,one\nB,B,1,two\n');
    const report = await table('sku,url_path\nA,two\nB,one\n');
    expect(report.problems).toEqual([]);
    expect([(await product('A')).url_path, (await product('B')).url_path]).toEqual(['two', 'one']);
  });

  test('can remove a child from its parent', async () => {
    const family =
      'sku,type_id,parent_sku,configurable_attributes,name,price,packsize\nT,configurable,,packsize,T,,\nT1,simple,T,,T1,1,1 kg\nT2,simple,T,,T2,1,2 kg\n';
    await table(family);
    await table('sku,parent_sku\nT2,\n');
    const links = await shop.db.selectFrom('product_child').selectAll().execute();
    expect(links).toHaveLength(1);
    expect(links[0]?.child_id).toBe((await product('T1')).id);
  });

  test('can remove the price of a store view', async () => {
    await table('sku,name,price,price_de\nA,A,1,2\n');
    await table('sku,price_de\nA,\n');
    expect(await priceOf('A', 'de')).toBeUndefined();
  });
});

describe('an import of JSON entities', () => {
  test('stores ids, options and links', async () => {
    const jsonLines = (...entities: unknown[]) => entities.map((entity) => JSON.stringify(entity)).join('\n');
    const report = await load({
      'attributes.jsonl': jsonLines({
        attribute_id: 93,
        attribute_code: 'colour',
        frontend_input: 'select',
        frontend_label: 'Colour',
        is_user_defined: true,
        options: [
          { value: '58', label: 'Red' },
          { value: '59', label: 'Green' },
        ],
      }),
      'categories.jsonl': jsonLines(
        { id: 20, parent_id: 2, name: 'Clothing', level: 2, url_path: 'clothing', is_active: true },
        { _source: { id: 21, parent_id: 20, name: 'Tees', level: 3, position: 4 } },
      ),
      'taxrule.json': JSON.stringify({
        id: 2,
        code: 'VAT',
        product_tax_class_ids: [2],
        customer_tax_class_ids: [3],
        rates: [{ id: 4, code: 'ZA', rate: 15, tax_country_id: 'ZA', tax_region_id: 0 }],
      }),
      'products.jsonl': jsonLines({
        id: 57,
        sku: 'TEE',
        type_id: 'configurable',
        name: 'Bamboo tee',
        slug: 'bamboo-tee-57',
        url_path: 'clothing/bamboo-tee.html',
        status: 1,
        visibility: 4,
        tax_class_id: '2',
        price: 0,
        category_ids: ['20', 21],
        stock: [{ is_in_stock: true, qty: 0 }],
        configurable_options: [{ id: 9, attribute_id: '93', label: 'Colour', values: [{ value_index: 58 }] }],
        configurable_children: [
          {
            id: 58,
            sku: 'TEE-RED',
            name: 'Red tee',
            price: 173.04,
            special_price: 150,
            colour: 58,
            stock: { is_in_stock: true, qty: 4 },
          },
          {
            id: 59,
            sku: 'TEE-GREEN',
            name: 'Green tee',
            price: '183.04',
            custom_attributes: [{ attribute_code: 'colour', value: '59' }],
          },
        ],
      }),
    });
    expect(report.problems).toEqual([]);
    expect(await product('TEE')).toMatchObject({
      id: 57,
      url_path: 'clothing/bamboo-tee.html',
      slug: 'bamboo-tee-57',
    });
    expect(await product('TEE-GREEN')).toMatchObject({
      id: 59,
      visibility: 1,
      tax_class_id: 2,
      attributes: { colour: '59' },
    });
    expect(await priceOf('TEE-RED')).toMatchObject({ price: 1_730_400, special_price: 1_500_000 });
    expect(await stockOf('TEE-RED')).toMatchObject({ qty: 4, is_in_stock: true });
    const places = await shop.db
      .selectFrom('product_category')
      .select('category_id')
      .where('product_id', '=', 57)
      .execute();
    expect(places.map((place) => place.category_id).sort()).toEqual([20, 21]);
  });

  test('matches options by label and keeps the values of the shop', async () => {
    await table('sku,name,price,colour\nA,A,1,Green\n');
    const attribute = {
      attribute_code: 'colour',
      frontend_input: 'select',
      options: [
        { value: '1', label: 'Red' },
        { value: '2', label: 'Green' },
      ],
    };
    await load({
      'attributes.jsonl': JSON.stringify(attribute),
      'products.jsonl':
        '{"sku":"B","name":"B","price":1,"colour":2}\n{"sku":"C","name":"C","price":1,"colour":"1"}',
    });
    expect((await product('B')).attributes.colour).toBe((await product('A')).attributes.colour);
    expect((await product('C')).attributes.colour).toBe('2');
  });
});

describe('notifications after an import', () => {
  test('name the products that running shops must reload', async () => {
    await table('sku,name,price,colour\nA,A,1,Red\nB,B,1,Red\n');
    const payloads = await collectNotifications(async () => {
      await table('sku,price\nB,2\n');
      await table('sku,price\nB,2\n');
    });
    expect(payloads).toEqual([JSON.stringify({ products: [(await product('B')).id] })]);
  });

  test('ask for a full reload when attributes, categories or taxes changed', async () => {
    expect(await collectNotifications(() => table('sku,name,price,colour\nA,A,1,Red\n'))).toEqual([
      '{"all":true}',
    ]);
  });

  test('are split into payloads within the PostgreSQL size limit', async () => {
    const rows = (price: string) =>
      Array.from({ length: 1200 }, (_, n) => `S${n},Product ${n},${price}`).join('\n');
    await table(`sku,name,price\n${rows('1')}\n`);
    const payloads = await collectNotifications(() => table(`sku,name,price\n${rows('2')}\n`));
    expect(payloads).toHaveLength(3);
    expect(payloads.flatMap((payload) => JSON.parse(payload).products)).toHaveLength(1200);
  });

  async function collectNotifications(act: () => Promise<unknown>): Promise<string[]> {
    const payloads: string[] = [];
    const client = new pg.Client({ connectionString: shop.url });
    await client.connect();
    client.on('notification', ({ payload }) => payloads.push(payload ?? ''));
    await client.query('listen catalogue');
    await act();
    await pause(50);
    await client.query('select 1');
    await client.end();
    return payloads;
  }
});

test('importInto with dryRun checks everything and writes nothing', async () => {
  const before = await stateOf(shop.db);
  const report = await withFiles({ 'products.csv': 'sku,name,price\nA,A,1\n' }, (folder) =>
    importInto(shop.db, folder, { dryRun: true }),
  );
  expect(report).toMatchObject({ ok: true, dryRun: true, products: { created: 1 } });
  expect(await stateOf(shop.db)).toEqual(before);
});

test('concurrent imports wait for each other', async () => {
  const text = 'sku,name,price,colour,categories\nA,A,1,Red,Pantry\nB,B,1,Blue,Pantry\n';
  const reports = await Promise.all([table(text), table(text), table(text)]);
  expect(reports.map((report) => report.ok)).toEqual([true, true, true]);
  expect(reports.map((report) => report.products.created).sort()).toEqual([0, 0, 2]);
});

test('importInto reads a table with custom columns through a mapping file', async () => {
  const files = {
    'prices.csv':
      'Code;Title;Cents;Grams;Dept;Aisle;Tags;Old\nX1;Oats;3999;1000;Pantry;Breakfast;Vegan, Organic;\nX2;Salt;999;500;Pantry;;;yes\n',
    'prices.map.json': JSON.stringify({
      files: {
        '*': {
          skip: { Old: 'yes' },
          columns: {
            sku: { from: 'Code', prefix: 'SHOP-' },
            name: 'Title',
            price_incl_tax: { from: 'Cents', times: '0.01' },
            packsize: { from: 'Grams', times: '0.001', suffix: ' kg' },
            categories: { join: ['Dept', 'Aisle'], with: ' > ', otherwise: 'Other' },
            diet: { from: 'Tags', split: ',' },
            tax_class: { value: 'zero' },
          },
        },
      },
    }),
  };
  const report = await withFiles(files, (folder) =>
    importInto(shop.db, join(folder, 'prices.csv'), { map: join(folder, 'prices.map.json') }),
  );
  expect(report.problems).toEqual([]);
  expect(report.products.created).toBe(1);
  expect(await product('SHOP-X1')).toMatchObject({
    name: 'Oats',
    tax_class_id: 3,
    attributes: { packsize: '1', diet: ['1', '2'] },
  });
  expect((await priceOf('SHOP-X1'))?.price).toBe(399_900);
  expect((await optionsOf('diet')).map((option) => option.label)).toEqual(['Organic', 'Vegan']);
});

test('the template in the repository imports without problems', async () => {
  const report = await importInto(shop.db, join(import.meta.dirname, '../../../../catalogue/template.csv'), {
    now,
  });
  expect(report.problems).toEqual([]);
  expect(report.products.created).toBe(4);
});

test('store view texts are kept when their column is absent, removed when their cell is empty, and unchanged when imported twice', async () => {
  const first = {
    'attributes.csv':
      'code,label,label_de,input,options,options_it\ncolour,Colour,Farbe,select,Red|Blue,red=Rosso\n',
    'categories.csv': 'path,name_de,description_it\nPantry,Vorrat,Secco\n',
    'products.csv':
      'sku,name,price,name_de,description_de,name_it,attr_origin,attr_origin_de\nA,Apple,1,Apfel,Rot,Mela,Cape,Kap\n',
    'delivery.csv':
      'carrier,method,carrier_title,method_title,carrier_title_de,needs,price_incl_tax,price_incl_tax_de\n' +
      'van,door,Van,Tomorrow,Lieferwagen,address,60,4.90\n',
  };
  expect((await load(first)).problems).toEqual([]);
  const before = await stateOf(shop.db);
  await load(first);
  expect(await stateOf(shop.db)).toEqual(before);
  const apple = { de: { name: 'Apfel', description: 'Rot', attr_origin: 'Kap' }, it: { name: 'Mela' } };
  expect((await product('A')).view_texts).toEqual(apple);
  const wrong = { 'attributes.csv': 'code,options_it\ncolour,Pink=Rosa|Rosso\n' };
  expect((await load(wrong)).problems.map(({ column, reason }) => `${column} ${reason}`)).toEqual([
    'options_it "Rosso" names no option: write Red=Rot|Blue=Blau',
    'options_it there is no option "pink" of colour',
  ]);
  await table('sku,position\nA,5\n');
  expect((await product('A')).view_texts).toEqual(apple);
  await table('sku,name_de,name_it,attr_origin_de\nA,Kochapfel,,\n');
  expect((await product('A')).view_texts).toEqual({ de: { name: 'Kochapfel', description: 'Rot' } });
  const dump = { sku: 'A', name_de: 'Apfel', name_it: 'Mela' };
  expect((await load({ 'products.jsonl': JSON.stringify(dump) })).problems).toEqual([]);
  expect((await product('A')).view_texts).toEqual({
    de: { name: 'Apfel', description: 'Rot' },
    it: { name: 'Mela' },
  });
  const { problems } = await table('sku,attr_colour_de\nA,Rot\n');
  expect(problems.map(({ column }) => column)).toEqual(['attr_colour_de']);
});
