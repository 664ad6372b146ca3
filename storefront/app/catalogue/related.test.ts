import type { Product, ProductLink } from '@fynbos/core/catalogue/entities.ts';
import { standardSwitches } from '@fynbos/core/switches.ts';
import { expect, test } from 'vitest';
import { configureApi } from '../api-settings.ts';
import type { CardProduct } from './card-fields.ts';
import { linkedSkus, loadRelated, othersThan } from './related.ts';

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

test('a product is shown without others while the search is away, and not when something else is wrong', async () => {
  const product = { id: 1, category_ids: [7], product_links: [] as ProductLink[] } as Product;
  const answering = (problem: string) => {
    const text = JSON.stringify({ code: 503, result: 'A sentence.', meta: { problem } });
    const travel = async () => ({ status: 503, type: 'application/json', text });
    configureApi({
      base: 'http://api',
      publicBase: '',
      partitionKey: 'za',
      switches: standardSwitches,
      travel,
    });
  };
  answering('search_unavailable');
  expect(await loadRelated(product, {})).toEqual([]);
  answering('not_ready');
  await expect(loadRelated(product, {})).rejects.toThrow('A sentence.');
});
