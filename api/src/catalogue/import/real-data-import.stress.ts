import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withTax } from '@fynbos/core/money.ts';
import { stateOf } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importShop } from '../../shop-import.ts';
import type { ImportReport } from './import.ts';

const project = join(import.meta.dirname, '../../../..');
const data = join(project, '../shared/data');
const isHere = existsSync(data);
const needed = {
  skip: !isHere,
  meta: { reason: '../shared/data is missing; example-mapping.test.ts uses rows of its own' },
};

let shop: FreshDatabase;
let report: ImportReport;
const count = async (query: ReturnType<typeof sql<{ count: number }>>) =>
  Number((await query.execute(shop.db)).rows[0]?.count);
const noticeCount = (message: string) =>
  report.notices.find((notice) => notice.message.startsWith(message))?.count;

describe('import of a South African price list with the example mapping', needed, () => {
  const load = () =>
    importShop(shop.db, join(data, 'za_grocery'), {
      map: join(project, 'catalogue/examples/za-grocery.map.json'),
    });
  beforeAll(async () => {
    shop = await freshDatabase();
    report = await load();
  });
  afterAll(() => shop.drop());

  test('creates all 15,701 products and the 1,309 families', async () => {
    expect(report.problems).toEqual([]);
    expect(report.products.created).toBe(15_701 + 1309);
    expect(await count(sql`select count(*) from product where type_id = 'configurable'`)).toBe(1309);
    expect(await count(sql`select count(*) from product_child`)).toBe(2995);
    expect(await count(sql`select count(*) from product where visibility = 1`)).toBe(2995);
  });

  test('adds every product to a category: the 93 of the list with products, and the added ones', async () => {
    expect(await count(sql`select count(*) from category where level = 3`)).toBe(93 + 5 + 1);
    expect(
      await count(
        sql`select count(*) from product p where not exists (select from product_category where product_id = p.id)`,
      ),
    ).toBe(0);
    expect(
      await count(
        sql`select count(*) from product_category join category on id = category_id where url_path = 'other/to-be-sorted' and product_id in (select id from product where type_id = 'simple')`,
      ),
    ).toBe(339);
  });

  test('preserves gross prices to the cent, at 15 % and at 0 %', async () => {
    const { rows } = await sql<{
      sku: string;
      tax_class_id: number;
      price: number;
      special_price: number | null;
    }>`
      select sku, tax_class_id, price, special_price from product join product_price on product_id = id
      where sku in ('ZA903E3095', 'ZAF96374C7')`.execute(shop.db);
    const rum = rows.find((row) => row.sku === 'ZA903E3095');
    expect(rum && withTax(rum.price, 15)).toBe(29_999);
    expect(rum?.special_price && withTax(rum.special_price, 15)).toBe(26_999);
    expect(await count(sql`select count(*) from product where tax_class_id = 3 and type_id = 'simple'`)).toBe(
      848,
    );
  });

  test('imports public offers as special prices and reports the others', async () => {
    const specials = await count(sql`select count(*) from product_price where special_price is not null`);
    expect(specials).toBeGreaterThan(1200);
    expect(noticeCount('promotions for members only')).toBe(282 + 187 + 4);
    expect(noticeCount('prices for members only')).toBeGreaterThan(100);
  });

  test('imports quantity and combination offers as promotions (spec D18)', async () => {
    const { rows } = await sql<{ kind: string; deals: number; products: number }>`
      select kind, count(distinct id)::integer as deals, count(*)::integer as products
      from deal join deal_product on deal_id = id group by kind order by kind`.execute(shop.db);
    expect(rows).toEqual([
      { kind: 'buy_n_pay_m', deals: 10, products: 54 },
      { kind: 'combo', deals: 8, products: 38 },
      { kind: 'n_for', deals: 121, products: 351 },
    ]);
    expect(noticeCount('combinations of which only one part is known')).toBe(8);
  });

  test('marks products that were not listed on the last day as out of stock', async () => {
    expect(
      await count(
        sql`select count(*) from stock join product on id = product_id where is_in_stock and type_id = 'simple'`,
      ),
    ).toBe(9975);
  });

  test('changes nothing the second time', async () => {
    const before = await stateOf(shop.db);
    expect((await load()).products).toEqual({ created: 0, updated: 0, unchanged: 17_010 });
    expect(await stateOf(shop.db)).toEqual(before);
  });
});

describe('import of the dump of a Vue Storefront 1 shop', needed, () => {
  const load = () => importShop(shop.db, join(data, 'vsf_magento_sample'));
  beforeAll(async () => {
    shop = await freshDatabase();
    report = await load();
  });
  afterAll(() => shop.drop());

  test('retains the ids and reports default values', async () => {
    expect(report.problems).toEqual([]);
    expect(report).toMatchObject({ products: { created: 1998 }, attributes: { created: 98 }, taxRules: 1 });
    expect(noticeCount('products that are in the dump twice')).toBe(2);
    expect(noticeCount('addresses that the dump leaves out')).toBe(1998);
    expect(noticeCount('products without stock')).toBeGreaterThan(1800);
    expect(await count(sql`select count(*) from product where sku = 'MH01' and id = 19`)).toBe(1);
    expect(
      await count(
        sql`select count(*) from category where id = 15 and url_path = 'men/tops/hoodies-sweatshirts'`,
      ),
    ).toBe(1);
  });

  test('links the children, which can be chosen by size and colour', async () => {
    expect(await count(sql`select count(*) from product_child`)).toBe(1803);
    expect(
      await count(
        sql`select count(*) from attribute_option o join attribute a using (attribute_id) where attribute_code = 'color' and value = '49' and label = 'Black'`,
      ),
    ).toBe(1);
    const { attributes, configurable_options } = await shop.db
      .selectFrom('product')
      .selectAll()
      .where('sku', '=', 'MH01')
      .executeTakeFirstOrThrow();
    expect(configurable_options.map((option) => option.attribute_code).sort()).toEqual(['color', 'size']);
    expect(attributes.gender).toEqual(['80', '81', '84']);
  });

  test('changes nothing the second time', async () => {
    const before = await stateOf(shop.db);
    expect((await load()).ok).toBe(true);
    expect(await stateOf(shop.db)).toEqual(before);
  });

  test('completes the products from more detailed documents', async () => {
    const more = await importShop(shop.db, join(data, 'vsf_magento_sample/products_full_shape_50.json'));
    expect(more.problems).toEqual([]);
    expect(more.products.updated).toBeGreaterThan(0);
  });

  test('succeeds in the demo shop too', async () => {
    const demoShop = await freshDatabase();
    await importShop(demoShop.db, join(project, 'catalogue/demo'));
    const beside = await importShop(demoShop.db, join(data, 'vsf_magento_sample'));
    await demoShop.drop();
    expect(beside.problems).toEqual([]);
    expect(beside.products.created).toBe(1998);
  });
});
