import type { Attribute, Product } from '@fynbos/core/catalogue/entities.ts';
import { describe, expect, test } from 'vitest';
import { foodFactsOf } from './food-facts.ts';

const select = (attribute_code: string, labels: string[]) =>
  ({
    attribute_code,
    options: labels.map((label, index) => ({ value: String(index + 1), label })),
  }) as unknown as Attribute;
const attributes = [select('allergens', ['Milk', 'Wheat']), select('packsize', ['500 ml', '1 kg'])];
const product = (values: object) => values as unknown as Product;

describe('food facts of a product', () => {
  test('foodFactsOf returns ingredients, allergen labels and amounts in table order', () => {
    const maas = product({
      ingredients: 'Pasteurised milk, cultures',
      allergens: ['1'],
      sodium_mg: '48',
      energy_kj: '268',
      fibre_g: '0',
      packsize: '1',
    });
    expect(foodFactsOf(maas, attributes)).toEqual({
      ingredients: ['Pasteurised ', 'milk', ', cultures'],
      allergens: ['Milk'],
      per: 'ml',
      nutrition: [
        { code: 'energy_kj', amount: 268 },
        { code: 'fibre_g', amount: 0 },
        { code: 'sodium_mg', amount: 48 },
      ],
    });
  });

  test('foodFactsOf is per 100 g unless a package of the product or its variants is measured by volume', () => {
    expect(foodFactsOf(product({ ingredients: 'Maize', packsize: '2' }), attributes)?.per).toBe('g');
    const several = product({ ingredients: 'Oil', configurable_children: [{ packsize: 1 }] });
    expect(foodFactsOf(several, attributes)?.per).toBe('ml');
  });

  test('foodFactsOf uses the declared basis: tea in bags is per 100 ml of the brewed drink', () => {
    const tea = { ingredients: 'Rooibos', energy_kj: '5', nutrition_basis: '100 ml' };
    expect(foodFactsOf(product(tea), attributes)?.per).toBe('ml');
    expect(foodFactsOf(product({ ...tea, packsize: '1', nutrition_basis: '100 g' }), attributes)?.per).toBe(
      'g',
    );
  });

  test('foodFactsOf adds the serving when it is given in the same unit', () => {
    const serving = (serving_size: string) =>
      foodFactsOf(product({ energy_kj: '1546', packsize: '2', serving_size }), attributes)?.serving;
    expect(serving('40 g')).toEqual({ label: '40 g', size: 40 });
    expect(serving('30 g (3 biscuits)')).toEqual({ label: '30 g (3 biscuits)', size: 30 });
    for (const unknown of ['', '250 ml', 'a bowl', '0 g']) expect(serving(unknown)).toBeUndefined();
  });

  test('foodFactsOf omits amounts that are no numbers, and is undefined when nothing is known', () => {
    expect(foodFactsOf(product({ energy_kj: 'trace', ingredients: ' ', allergens: [] }), attributes)).toBe(
      undefined,
    );
  });
});
