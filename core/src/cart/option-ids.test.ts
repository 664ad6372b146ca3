import { describe, expect, test } from 'vitest';
import { productOption } from '../catalogue/product-option.ts';
import { type OptionLists, toCatalogueIds, toSourceIds, withSourceIds } from './option-ids.ts';

const value = (option_type_id: number, source_id: number) => ({
  ...{ option_type_id, source_id, title: `Value ${source_id}` },
  ...{ price: 1, price_type: 'fixed' as const, sort_order: 1 },
});
const link = (id: string, source_id: string) => ({
  ...{ id, source_id, sku: `PART-${source_id}`, option_id: 902 },
  ...{ qty: 1, position: 1, is_default: false },
});
const option = { is_require: false, sort_order: 1 };
const product: OptionLists = {
  custom_options: [
    {
      ...option,
      option_id: 900,
      source_id: 1,
      title: 'Print',
      type: 'checkbox',
      values: [value(800, 1), value(801, 2)],
    },
    { ...option, option_id: 901, source_id: 2, title: 'Text', type: 'field', values: [] },
    { ...option, option_id: 7, title: 'Unique', type: 'radio', values: [] },
  ],
  bundle_options: [
    {
      ...{ option_id: 902, source_id: 1, title: 'Hot', type: 'radio', required: true, position: 1 },
      product_links: [link('700', '1'), link('701', 'second')],
    },
  ],
};
const custom = (...custom_options: [option_id: string, option_value: string][]) =>
  productOption({
    custom_options: custom_options.map(([option_id, option_value]) => ({ option_id, option_value })),
  });
const bundle = (option_id: number, ...option_selections: string[]) =>
  productOption({ bundle_options: [{ option_id, option_qty: 1, option_selections }] });

describe('ids of options', () => {
  test.each([
    ['values', custom(['900', '800,801']), custom(['1', '1,2'])],
    ['a typed text', custom(['901', '800,1']), custom(['2', '800,1'])],
    ['an option whose id is unique', custom(['7', 'x']), custom(['7', 'x'])],
    ['unknown ids', custom(['5', '6'], ['900', '9,,']), custom(['5', '6'], ['1', '9,,'])],
    ['links', bundle(902, '700', '701'), bundle(1, '1', 'second')],
    ['an unknown bundle option', bundle(3, '1'), bundle(3, '1')],
  ])('of the catalogue become those of the product, and back: %s', (_, catalogue, source) => {
    for (const known of [catalogue, source]) {
      expect(toSourceIds(known, product)).toEqual(source);
      expect(toCatalogueIds(known, product)).toEqual(catalogue);
    }
  });

  test('of the product replace those of the catalogue in its options', () => {
    const { custom_options, bundle_options } = withSourceIds(product);
    expect(
      custom_options.map(({ option_id, values }) => [option_id, values.map((v) => v.option_type_id)]),
    ).toEqual([
      [1, [1, 2]],
      [2, []],
      [7, []],
    ]);
    expect(bundle_options).toMatchObject([
      {
        option_id: 1,
        product_links: [
          { id: '1', option_id: 1 },
          { id: 'second', option_id: 1 },
        ],
      },
    ]);
  });
});
