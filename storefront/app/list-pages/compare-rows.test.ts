import type { Attribute, Product } from '@fynbos/core/catalogue/entities.ts';
import { describe, expect, test } from 'vitest';
import { compareRows } from './compare-rows.ts';

const attribute = (attribute_code: string, is_comparable: unknown, labels: string[] = []) =>
  ({
    attribute_code,
    frontend_label: attribute_code.toUpperCase(),
    frontend_input: labels.length > 0 ? 'select' : 'text',
    is_comparable,
    options: labels.map((label, index) => ({ value: String(index + 1), label })),
  }) as unknown as Attribute;

const attributes = [
  attribute('colour', '1', ['Red', 'Blue']),
  attribute('packsize', true, ['500 g', '1 kg']),
  attribute('brand', false),
  attribute('diet', true, ['Vegan', 'Halal']),
  attribute('allergens', false, ['Gluten', 'Milk']),
];
const product = (fields: Record<string, unknown>) => ({ sku: 'A', ...fields }) as unknown as Product;
const text = {
  t: (id: string, values: Record<string, unknown> = {}) => (values.unit ? `per 100 ${values.unit}` : id),
  number: String,
  label: (name: string) => name,
};
const rows = (...products: Product[]) => compareRows(products, attributes, text);

describe('rows of the compare table (ACC-6, wire contract 8.10)', () => {
  test('compareRows lists every comparable attribute by the labels of its values, and no others', () => {
    const [colour, ...otherRows] = rows(
      product({ colour: '1', brand: 'Fynbos' }),
      product({ colour: 2, brand: 'Other' }),
    );
    expect(colour).toEqual({ code: 'colour', label: 'COLOUR', values: ['Red', 'Blue'], differs: true });
    expect(otherRows).toEqual([]);
  });

  test('compareRows lists the options of a product with variants', () => {
    const values = [{ label: '500 g' }, { label: '1 kg' }];
    const family = product({ configurable_options: [{ attribute_code: 'packsize', values }] });
    expect(rows(family, product({ packsize: '2' }))).toMatchObject([
      { code: 'packsize', values: ['500 g, 1 kg', '1 kg'], differs: true },
    ]);
  });

  test('compareRows adds dietary labels, allergens and nutrition, each amount with its basis', () => {
    const bar = product({ diet: ['1', '2'], allergens: ['1'], energy_kj: '1500', nutrition_basis: '100 g' });
    const milk = product({ diet: ['2'], allergens: ['2'], energy_kj: '270', nutrition_basis: '100 ml' });
    expect(rows(bar, milk)).toEqual([
      { code: 'diet', label: 'food.diet', values: ['Vegan, Halal', 'Halal'], differs: true },
      { code: 'allergens', label: 'food.allergens', values: ['Gluten', 'Milk'], differs: true },
      {
        code: 'energy_kj',
        label: 'food.energy_kj',
        values: ['1500 kJ per 100 g', '270 kJ per 100 ml'],
        differs: true,
      },
    ]);
  });

  test('compareRows marks only rows that differ, and leaves missing values empty', () => {
    expect(rows(product({ colour: '1' }), product({ colour: '1' }))[0]!.differs).toBe(false);
    expect(rows(product({ colour: '1' }), product({}))[0]).toMatchObject({
      values: ['Red', ''],
      differs: true,
    });
  });
});
