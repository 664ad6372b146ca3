import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { announceChange } from './documents/catalogue-events.ts';
import { importInto } from './import/import.ts';

test('createApp serves a price that changed while the process started', async () => {
  const { db, url, drop } = await freshDatabase();
  const { folder, remove } = await temporaryFolder();
  await withFiles({ 'products.csv': 'sku,name,price_incl_tax,qty\nHONEY,Honey,280,5\n' }, (files) =>
    importInto(db, files),
  );
  const config = readConfig({ FYNBOS_DATA: folder, LOG_LEVEL: 'silent' });
  let starting: ReturnType<typeof createApp> | undefined;
  await db.transaction().execute(async (trx) => {
    // The start reads this table after the catalogue and before it subscribes to changes.
    await sql`lock table store_stock in access exclusive mode`.execute(trx);
    starting = createApp({ db, url, config });
    const isWaiting = async () =>
      (await sql`select from pg_locks where relation = 'store_stock'::regclass and not granted`.execute(trx))
        .rows.length;
    await expect.poll(isWaiting).toBe(1);
    const { rows } = await sql<{ id: number }>`update product_price set price = 1000000, special_price = null
      returning product_id as id`.execute(db);
    await announceChange(db, [rows[0]!.id]);
  });
  const app = await starting!;
  const response = await app.inject({
    method: 'POST',
    url: '/api/catalog/fynbos/product/_search',
    payload: { filters: { sku: 'HONEY' } },
  });
  expect(response.json().items[0].price).toBe(100);
  await app.close();
  await Promise.all([drop(), remove()]);
});
