import type { ProductLink } from '@fynbos/core/catalogue/entities.ts';
import { expect, test } from 'vitest';
import type { CardProduct } from './card-fields.ts';
import { linkedSkus, othersThan } from './related.ts';

const cards = (...ids: number[]) => ids.map((id) => ({ id }) as CardProduct);

test('related products are eight at most, each once, never the product itself', () => {
  const found = cards(1, 2, 3, 2, 4, 5, 6, 7, 8, 9, 10);
  expect(othersThan({ id: 3 }, found).map(({ id }) => id)).toEqual([1, 2, 4, 5, 6, 7, 8, 9]);
  expect(othersThan({ id: 3 }, cards(3))).toEqual([]);
});

test('linked are related products, then better ones, as the shop put them; not what goes with a cart (PDP-7)', () => {
  const link = (link_type: string, linked_product_sku: string, position: number) =>
    ({ link_type, linked_product_sku, position }) as ProductLink;
  const product_links = [
    link('upsell', 'BETTER', 0),
    link('related', 'SECOND', 2),
    link('related', 'FIRST', 1),
    link('crosssell', 'BAG', 0),
    link('upsell', 'FIRST', 1),
    link('associated', 'PART', 0),
  ];
  expect(linkedSkus({ product_links })).toEqual(['FIRST', 'SECOND', 'BETTER']);
});
