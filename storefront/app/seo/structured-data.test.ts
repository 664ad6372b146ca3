import { expect, test } from 'vitest';
import type { ProductPageData } from '../product/state/load-product.ts';
import { crumbsData, productData } from './structured-data.ts';

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

const context = { origin: 'https://shop.test', label: (name: string) => name };

// biome-ignore lint/suspicious/noExplicitAny: what machines read, as it is
const dataOf = (count: number, known: (at: number) => boolean = () => true): any =>
  productData(context, pageOf(count, known));

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
    expect('offers' in productData(context, { ...page, product: { ...product, type_id } as never })).toBe(
      false,
    );
});

test('productData and crumbsData name categories, options and values in the language of the page (spec D68)', () => {
  const words: Record<string, string> = { Home: 'Huis', Walls: 'Mure', Finish: 'Afwerking', Matt: 'Dof' };
  const translated = { ...context, label: (name: string) => words[name] ?? name };
  const crumbs = ['Home', 'Walls'].map((name) => ({ name, url_path: name.toLowerCase() }));
  const { product, ...page } = pageOf(1, () => true);
  const finish = { attribute_code: 'finish', label: 'Finish', values: [{ value_index: '7', label: 'Matt' }] };
  const [child] = product.configurable_children;
  const data = productData(translated, {
    ...page,
    crumbs,
    product: {
      ...product,
      configurable_options: [finish],
      configurable_children: [{ ...child, finish: '7' }],
    } as never,
  });
  expect(data).toMatchObject({
    category: 'Huis > Mure',
    variesBy: ['Afwerking'],
    hasVariant: [{ additionalProperty: [{ name: 'Afwerking', value: 'Dof' }] }],
  });
  const trail = crumbsData(translated, crumbs, { name: 'Paint', path: '/paint' });
  expect(trail.itemListElement).toMatchObject([{}, { name: 'Huis' }, { name: 'Mure' }, { name: 'Paint' }]);
});
