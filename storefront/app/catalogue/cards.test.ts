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

test('a size that is written out already stays', () => {
  expect(cardsOf([product('500 g')], [])).toEqual([{ id: 1, packsize: '500 g' }]);
});
