import { openSmallShop, rendered, search } from '@fynbos/test-kit/shop/small-shop.ts';
import { expect, test } from 'vitest';

// R280.00 until midnight in Johannesburg (22:00 UTC), R99.95 on the first two days of December, then
// R280.00.
const files = {
  'products.csv':
    'sku,name,price_incl_tax,special_price_incl_tax,special_from_date,special_to_date,tax_class,qty\n' +
    'HONEY,Honey 1 kg,280.00,99.95,2026-12-01 00:00:00,2026-12-02 23:59:59,standard,5\n' +
    'SALT,Salt,150.00,,,,standard,5\n',
};

test.each([
  ['a second before it starts', '2026-11-30T21:59:59Z', 280],
  ['the second it starts', '2026-11-30T22:00:00Z', 99.95],
  ['its last second', '2026-12-02T21:59:59Z', 99.95],
  ['a second after its end', '2026-12-02T22:00:00Z', 280],
])(
  'a special price applies within its dates in the shop’s time zone, %s: in search, detail, facet, sort and render list (spec commerce 4, spec D3)',
  async (_when, instant, price) => {
    const shop = await openSmallShop(files, {}, () => new Date(instant));
    const special = price < 280 ? price : 0;

    const result = await search(shop, { sort: 'price', facets: ['price'] });
    const order = result.items.map((item: { sku: string }) => item.sku);
    expect(order).toEqual(special ? ['HONEY', 'SALT'] : ['SALT', 'HONEY']);
    const counts = result.aggregations.agg_range_price.buckets.map(
      (bucket: { doc_count: number }) => bucket.doc_count,
    );
    expect(counts).toEqual(special ? [2, 0, 0, 0, 0] : [1, 1, 0, 0, 0]);
    const cheap = await search(shop, { filters: { price: { lt: 100 } } });
    expect(cheap.total).toBe(special ? 1 : 0);

    const detail = await search(shop, { filters: { sku: 'HONEY' } });
    const { body: hit } = await shop.post('/api/url/map', { url: 'honey-1-kg' });
    for (const document of [detail.items[0], hit._source]) {
      expect(document).toMatchObject({
        price_incl_tax: price,
        final_price_incl_tax: price,
        special_price_incl_tax: special,
        original_price_incl_tax: 280,
        special_from_date: '2026-11-30T22:00:00.000Z',
      });
    }
    const { HONEY } = await rendered(shop, 'HONEY');
    expect(HONEY).toMatchObject({ final_price: price, special_price: special, regular_price: 280 });
    await shop.close();
  },
);
