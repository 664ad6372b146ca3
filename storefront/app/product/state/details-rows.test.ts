import type { Attribute, Product } from '@fynbos/core/catalogue/entities.ts';
import { describe, expect, test } from 'vitest';
import { labelOf } from '../../catalogue/state/attribute-labels.ts';
import { detailsOf } from './details-rows.ts';

const attribute = (attribute_code: string, more: object) =>
  ({
    attribute_code,
    frontend_label: attribute_code.toUpperCase(),
    is_visible_on_front: true,
    options: [],
    ...more,
  }) as unknown as Attribute;

const colour = attribute('colour', { frontend_input: 'select', options: [{ value: '49', label: 'Red' }] });
const origin = attribute('origin', { frontend_input: 'text', is_visible_on_front: '1' });
const secret = attribute('cost_code', { frontend_input: 'text', is_visible_on_front: '0' });
const product = { colour: 49, origin: 'Karoo', cost_code: 'x9' } as unknown as Product;

describe('details of a product', () => {
  test('detailsOf lists visible attributes, selects by the label of their option', () => {
    expect(detailsOf(product, [colour, origin, secret])).toEqual([
      { code: 'colour', label: 'COLOUR', values: ['Red'] },
      { code: 'origin', label: 'ORIGIN', values: ['Karoo'] },
    ]);
  });

  test('detailsOf omits attributes without a value and unknown options', () => {
    expect(detailsOf({ colour: '77' } as unknown as Product, [colour, origin])).toEqual([]);
  });

  test('labelOf returns the label of one select value', () => {
    expect(labelOf(product, 'colour', [colour])).toBe('Red');
    expect(labelOf(product, 'brand', [colour])).toBeUndefined();
  });
});
