import type { Product } from '@fynbos/core/catalogue/entities.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** The demo range as the API returns it: every product is complete. */
let shop: TestShop;
let range: Product[];

beforeAll(async () => {
  shop = await openTestShop();
  const filters = { visibility: { in: [2, 3, 4] }, status: { in: [0, 1] } };
  const { body } = await shop.post('/api/catalog/fynbos/product/_search', { filters, size: 4000 });
  range = body.items;
});
afterAll(() => shop.close());

const without = (has: (product: Product) => unknown) =>
  range.filter((product) => !has(product)).map((product) => product.sku);

describe('every product of the demo range has', () => {
  test('a category, at least one of them below the top level', () => {
    expect(without(({ category }) => category.some(({ path }) => path.includes('/')))).toEqual([]);
  });

  test('a price with tax, and a VAT class with a tax rule', () => {
    expect(without((product) => product.final_price_incl_tax > 0)).toEqual([]);
    expect(without((product) => [2, 3, 4].includes(product.tax_class_id))).toEqual([]);
  });

  test('a name, a short description and a description', () => {
    expect(without(({ name }) => name.length >= 4)).toEqual([]);
    expect(without((product) => product.short_description.length >= 20)).toEqual([]);
    expect(without((product) => product.description.length >= 20)).toEqual([]);
  });

  test('a brand, a type, and ingredients if it is food', () => {
    expect(without((product) => product.brand && product.product_type)).toEqual([]);
    const tinned = range.filter(({ category }) => category.some(({ name }) => name === 'Soups & Stocks'));
    expect(tinned.length).toBeGreaterThan(5);
    expect(tinned.filter((product) => !product.ingredients).map((product) => product.sku)).toEqual([]);
  });

  test('a unique image that the shop can serve', async () => {
    expect(without(({ image }) => image !== '' && image !== 'no_selection')).toEqual([]);
    expect(new Set(range.map(({ image }) => image)).size).toBe(range.length);
    for (const { image } of range.filter((_, place) => place % 60 === 0)) {
      const response = await shop.get(`/img/150/150/resize${image}`, { accept: 'image/webp' });
      expect(response.status, image).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/webp');
    }
  });
});

test('every default filter has values to choose from (CAT-3)', async () => {
  const facets = ['product_brand', 'product_type', 'product_subtype', 'colour', 'material', 'product_range'];
  const { body } = await shop.post('/api/catalog/fynbos/product/_search', { facets, size: 1 });
  for (const facet of facets) {
    expect(body.aggregations[`agg_terms_${facet}`].buckets.length, facet).toBeGreaterThan(4);
  }
});

test('a list has the additional fields of the shop, if the client asks for them (spec commerce 3)', async () => {
  const fields = [
    ...['brand', 'format', 'packsize', 'agefrom', 'product_brand', 'product_type', 'product_subtype'],
    ...['colour', 'material', 'product_range', 'featured', 'is_special'],
  ];
  const { body } = await shop.post(
    `/api/catalog/fynbos/product/_search?_source_include=${fields.join(',')}`,
    { size: 4000 },
  );
  const seen = new Set(body.items.flatMap((item: object) => Object.keys(item)));
  expect(seen).toEqual(new Set(fields));
});
