import { expect, test } from 'vitest';
import { freshDatabase } from './test-database.ts';

test('freshDatabase creates a migrated, empty database that no other test shares', async () => {
  const [first, second] = await Promise.all([freshDatabase(), freshDatabase()]);
  await first.db
    .insertInto('tax_rule')
    .values({ code: 'VAT', product_tax_class_ids: [1], customer_tax_class_ids: [1] })
    .execute();
  expect(await first.db.selectFrom('tax_rule').select('code').execute()).toEqual([{ code: 'VAT' }]);
  expect(await second.db.selectFrom('tax_rule').select('code').execute()).toEqual([]);
  await Promise.all([first.drop(), second.drop()]);
});
