import { setTimeout as pause } from 'node:timers/promises';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importInto } from '../catalogue/import/import.ts';

const stores =
  'code,name,street,city,region_code,postcode,latitude,longitude,hours,services\n' +
  'CPT,Claremont,18 Suikerbossie Street,Cape Town,ZA-WC,7708,-33.98,18.46,Mo-Fr 08:00-19:00,delivery|collect\n';

let shop: TestShop;
beforeAll(async () => {
  const files = { 'products.csv': 'sku,name,price,qty\nOATS,Oats,1,4\n', 'stores.csv': stores };
  shop = await withFiles(files, (folder) => openTestShop(folder));
});
afterAll(() => shop.close());

describe('GET /api/cart/fulfilment-config (STORE-1, spec D9)', () => {
  test('returns the stores to any caller', async () => {
    const { status, body } = await shop.get('/api/cart/fulfilment-config?partitionKey=za');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      code: 200,
      result: { fulfilment_stores: [{ code: 'CPT', latitude: -33.98 }] },
    });
    expect(Object.keys(body.result.fulfilment_stores[0])).not.toContain('position');
  });

  test('knows a store without its own stock, and ignores an unknown store with a hint (spec D8)', async () => {
    const known = await shop.get('/api/stock/check?sku=OATS&storePartitionKey=CPT');
    expect(known.body).toMatchObject({ result: { qty: 4 } });
    expect(known.body.meta).toBeUndefined();
    const unknown = await shop.get('/api/stock/check?sku=OATS&storePartitionKey=ATL');
    expect(unknown.body).toMatchObject({ code: 200, result: { qty: 4 }, meta: { unknownStore: 'ATL' } });
  });

  test('returns a store that an import adds, without a restart', async () => {
    const more = stores.replace('CPT,Claremont', 'ATL,Atlantis');
    await withFiles({ 'stores.csv': more }, (folder) => importInto(shop.db, folder));
    const { body } = await shop.get('/api/cart/fulfilment-config');
    expect(body.result.fulfilment_stores.map(({ code }: { code: string }) => code)).toEqual(['CPT', 'ATL']);
    for (let attempt = 0; attempt < 100; attempt++) {
      const { body } = await shop.get('/api/stock/check?sku=OATS&storePartitionKey=ATL');
      if (!body.meta) return;
      await pause(20);
    }
    expect.unreachable('the new store never became known');
  });
});
