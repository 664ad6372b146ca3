import { expect, test } from 'vitest';
import type { ProductPageData } from '../product/state/load-product.ts';
import { productData } from './structured-data.ts';

const pageOf = (count: number, known: (at: number) => boolean) =>
  ({
    product: {
      sku: 'PAINT',
      name: 'Paint',
      url_path: 'paint',
      image: '/paint.svg',
      description: '',
      short_description: '',
      paragraphs: [],
      configurable_options: [{ label: 'Colour' }],
      configurable_children: Array.from({ length: count }, (_, at) => ({
        sku: `PAINT-${at}`,
        name: `Paint ${at}`,
        image: '',
        final_price_incl_tax: known(at) ? 20.5 + at : 0,
        stock: { is_in_stock: at === 0 },
        measure: ['l', 2, 1],
      })),
    },
    crumbs: [],
    related: [],
    reviews: { average: 0, count: 0, newest: [] },
  }) as unknown as ProductPageData;

// biome-ignore lint/suspicious/noExplicitAny: what machines read, as it is
const dataOf = (count: number, known: (at: number) => boolean = () => true): any =>
  productData('https://shop.test', pageOf(count, known));

test('productData lists each variant with its offer and its reference quantity', () => {
  const [first] = dataOf(3).hasVariant;
  expect(dataOf(3).hasVariant).toHaveLength(3);
  expect(first.offers).toMatchObject({ price: '20.50', availability: 'https://schema.org/InStock' });
  expect(first.offers.priceSpecification.referenceQuantity).toMatchObject({ value: 0.5, unitCode: 'LTR' });
});

test('productData gives the price range of two hundred variants, to limit the size', () => {
  expect(dataOf(200).offers).toMatchObject({
    '@type': 'AggregateOffer',
    lowPrice: '20.50',
    highPrice: '219.50',
    offerCount: 200,
  });
  expect(JSON.stringify(dataOf(200)).length).toBeLessThan(1000);
});

test('productData offers nothing whose price is unknown', () => {
  const variants = dataOf(3, (at) => at !== 1).hasVariant;
  expect(variants.map((variant: object) => 'offers' in variant)).toEqual([true, false, true]);
  expect(dataOf(200, (at) => at > 0).offers).toMatchObject({ lowPrice: '21.50', offerCount: 199 });
  expect('offers' in dataOf(200, () => false)).toBe(false);
  const { product, ...page } = pageOf(0, () => true);
  for (const type_id of ['simple', 'bundle'])
    expect(
      'offers' in productData('https://shop.test', { ...page, product: { ...product, type_id } as never }),
    ).toBe(false);
});
