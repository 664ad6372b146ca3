import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { search } from '@fynbos/test-kit/shop/small-shop.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const files = {
  'products.csv': 'sku,name,price,qty,product_type\nOATS,Oats,1,4,Breakfast\nMILK,Fresh milk,1,4,Dairy\n',
  'stores.csv':
    'code,name,street,city,region_code,postcode,latitude,longitude,hours,services\n' +
    'CPT,Claremont,18 Suikerbossie Street,Cape Town,ZA-WC,7708,-33.98,18.46,Mo-Sa 08:00-19:00,delivery|collect\n' +
    'JHB,Rosebank,1 Acacia Street,Johannesburg,ZA-GP,2196,-26.14,28.04,Mo-Fr 08:00-19:00,delivery|collect\n',
  'delivery.csv':
    'carrier,method,carrier_title,method_title,needs,position,price_incl_tax,from_amount,postcode_from,postcode_to\n' +
    'courier,door,Door courier,2 to 5 working days,address,10,60,0,,\n' +
    'courier,door,Door courier,2 to 5 working days,address,10,30,300,,\n' +
    'courier,door,Door courier,2 to 5 working days,address,10,0,650,,\n' +
    'express,next_day,Express courier,Next working day,address,20,99,0,7405,8051\n' +
    'collect,store,Click & collect,From the next day,store,30,0,0,,\n',
};

let shop: TestShop;
beforeAll(async () => {
  // A Saturday: the next day no store of this shop is open.
  const now = () => new Date('2026-11-28T10:00:00Z');
  shop = await withFiles(files, (folder) => openTestShop(folder, now));
});
afterAll(() => shop.close());

const offerAt = (place: string, more = '') =>
  shop.get(`/api/delivery/offer?place=${encodeURIComponent(place)}${more}`);

describe('GET /api/delivery/offer (spec D62)', () => {
  test('returns the methods of a postal code with fee, days and whether they carry cold goods', async () => {
    const { status, headers, body } = await offerAt(' 79 45 ');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    const { place, methods } = body.result;
    expect(place).toEqual({ postcode: '7945', name: 'Muizenberg', city: 'Cape Town', region_code: 'ZA-WC' });
    expect(methods).toMatchObject([
      { method_code: 'door', price_incl_tax: 60, from_amount: 0, free_from: 650, carries_cold_goods: false },
      { method_code: 'next_day', price_incl_tax: 99, carries_cold_goods: true },
      { method_code: 'store', price_incl_tax: 0, store: { code: 'CPT', name: 'Claremont' } },
    ]);
    expect(methods[0]).toMatchObject({ expected_first: '2026-12-01', expected_last: '2026-12-04' });
    expect(methods[1]).toMatchObject({ expected_first: '2026-11-30', expected_last: '2026-11-30' });
    expect(methods[1].free_from).toBeUndefined();
    expect(methods[0].rates).toEqual([
      { from_amount: 0, price_incl_tax: 60 },
      { from_amount: 300, price_incl_tax: 30 },
      { from_amount: 650, price_incl_tax: 0 },
    ]);
    expect(methods[1].rates).toEqual([{ from_amount: 0, price_incl_tax: 99 }]);
  });

  test('goods are collected on a day on which the store is open', async () => {
    const { body } = await offerAt('7945');
    expect(body.result.methods.at(-1)).toMatchObject({ expected_first: '2026-11-30' });
  });

  test('knows towns, and offers no store that is far away unless it is the chosen one', async () => {
    const { body } = await offerAt('Hermanus');
    expect(body.result.place).toMatchObject({ postcode: '7200', name: 'Hermanus', region_code: 'ZA-WC' });
    expect(body.result.methods.map(({ method_code }: { method_code: string }) => method_code)).toEqual([
      'door',
    ]);
    const chosen = await offerAt('7200', '&storePartitionKey=JHB');
    expect(chosen.body.result.methods.at(-1)).toMatchObject({ store: { code: 'JHB', name: 'Rosebank' } });
    const unknown = await offerAt('7200', '&storePartitionKey=NONE');
    expect(unknown.body.result.methods).toHaveLength(1);
  });

  test.each(['Atlantropolis', '0000', '79451', '-1', 'x'])('rejects %j with place_unknown', async (place) => {
    const { status, headers, body } = await offerAt(place);
    expect([status, body.meta.problem]).toEqual([404, 'place_unknown']);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test.each(['', 'x'.repeat(81)])('rejects the text %j with invalid_input', async (place) => {
    expect((await offerAt(place)).body.meta.problem).toBe('invalid_input');
  });

  test('the document of a product says whether the product must stay cold', async () => {
    const { items } = await search(shop, { filters: { sku: { in: ['MILK', 'OATS'] } } });
    expect(items.map(({ sku, needs_cold }: Record<string, unknown>) => [sku, needs_cold]).sort()).toEqual([
      ['MILK', true],
      ['OATS', undefined],
    ]);
  });
});
