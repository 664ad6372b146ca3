import { expect, test } from 'vitest';
import { freshDatabase } from './database.ts';

test('a fresh database is migrated, empty and nobody else’s', async () => {
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()]);
  await one.db
    .insertInto('tax_rule')
    .values({ code: 'VAT', product_tax_class_ids: [1], customer_tax_class_ids: [1] })
    .execute();
  expect(await one.db.selectFrom('tax_rule').select('code').execute()).toEqual([{ code: 'VAT' }]);
  expect(await other.db.selectFrom('tax_rule').select('code').execute()).toEqual([]);
  await Promise.all([one.drop(), other.drop()]);
});
