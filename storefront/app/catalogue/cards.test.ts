import type { Attribute, Product } from '@fynbos/core/catalogue/entities.ts';
import { expect, test } from 'vitest';
import { cardsOf } from './cards.ts';

const packsize = {
  attribute_code: 'packsize',
  options: [{ value: '2', label: '1 kg' }],
} as unknown as Attribute;
const product = (packsize?: unknown) => ({ id: 1, packsize }) as unknown as Product;

test('a card says the size of the pack in words', () => {
  expect(cardsOf([product(2), product('2'), product('77'), product()], [packsize])).toEqual([
    { id: 1, packsize: '1 kg' },
    { id: 1, packsize: '1 kg' },
    { id: 1 },
    { id: 1 },
  ]);
});

test('the capacity of a thing is no size to compare by', () => {
  const type = { attribute_code: 'product_type', options: [{ value: '9', label: 'Appliances' }] };
  const blender = { id: 1, packsize: '2', product_type: '9' } as unknown as Product;
  expect(cardsOf([blender], [packsize, type as unknown as Attribute])).toEqual([{ id: 1 }]);
});
