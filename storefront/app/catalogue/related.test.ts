import { expect, test } from 'vitest';
import type { CardProduct } from './card-fields.ts';
import { othersThan } from './related.ts';

const cards = (...ids: number[]) => ids.map((id) => ({ id }) as CardProduct);

test('related products are eight at most, each once, never the product itself', () => {
  const found = cards(1, 2, 3, 2, 4, 5, 6, 7, 8, 9, 10);
  expect(othersThan({ id: 3 }, found).map(({ id }) => id)).toEqual([1, 2, 4, 5, 6, 7, 8, 9]);
  expect(othersThan({ id: 3 }, cards(3))).toEqual([]);
});
