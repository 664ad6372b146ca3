import { applyMigrations, migrate } from '@fynbos/api/platform/database/migrate.ts';
import { importShop } from '@fynbos/api/shop-import.ts';
import { behindProxy, freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { emptyDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { openShopOn } from '@fynbos/test-kit/shop/test-shop.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

/** Migration 024 in a shop of the previous version, whose products repeat the ids of options (ADR-013). */

const values = [
  { option_type_id: 1, title: 'Whole', price: 0, price_type: 'fixed', sort_order: 1 },
  { option_type_id: 2, title: 'Sliced', price: 3, price_type: 'fixed', sort_order: 2 },
];
const slicing = [{ option_id: 1, title: 'Slicing', type: 'radio', is_require: true, sort_order: 1, values }];

const header = 'sku,name,price_incl_tax,tax_class,qty\n';
const row = (sku: string) => `${sku},${sku},25.00,standard,9\n`;

test('an existing shop gets unique ids, also for products that the previous version imports later (ADR-028)', async () => {
  const database = await emptyDatabase();
  const { db } = database;
  const importRows = (...skus: string[]) =>
    withFiles({ 'products.csv': header + skus.map(row).join('') }, (folder) => importShop(db, folder));
  /** Sets the options as the previous version does: it knows nothing of the table of ids. */
  const setOptions = (sku: string) =>
    sql`update product set custom_options = ${JSON.stringify(slicing)} where sku = ${sku}`.execute(db);

  await db.transaction().execute((trx) => applyMigrations(trx, 23));
  await importRows('BREAD', 'ROLL', 'BUN');
  for (const sku of ['BREAD', 'ROLL']) await setOptions(sku);
  await migrate(db);
  await setOptions('BUN');

  const shop = await openShopOn(database, undefined, behindProxy);
  const { body } = await shop.post('/api/catalog/fynbos/product/_search', { sort: 'id' });
  const options = body.items.flatMap((product: { custom_options: typeof slicing }) => product.custom_options);
  const ids = options.map(({ option_id }: { option_id: number }) => option_id);
  const valueIds = options.flatMap((option: (typeof slicing)[0]) =>
    option.values.map(({ option_type_id }) => option_type_id),
  );
  expect([new Set(ids).size, new Set(valueIds).size]).toEqual([3, 6]);
  expect([ids[0], valueIds.slice(0, 2)]).toEqual([1, [1, 2]]);

  const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
  const product_option = { extension_attributes: { custom_options: [{ option_id: 1, option_value: 2 }] } };
  for (const sku of ['BREAD', 'ROLL', 'BUN']) await cart.update({ sku, qty: 1, product_option });
  expect(await cart.pull()).toMatchObject([
    { sku: 'BREAD', price_incl_tax: 28 },
    { sku: 'ROLL', price_incl_tax: 28 },
    { sku: 'BUN', price_incl_tax: 28 },
  ]);
  await shop.close();
});
