import type { Product, ProductLink } from '@fynbos/core/catalogue/entities.ts';
import { standardSwitches } from '@fynbos/core/switches.ts';
import { expect, test } from 'vitest';
import type { CardProduct } from '../../catalogue/state/product-card-fields.ts';
import { configureApi } from '../../platform/api/api-settings.ts';
import { linkedSkus, loadRelated, othersThan } from './related-products.ts';

const cards = (...ids: number[]) => ids.map((id) => ({ id }) as CardProduct);

test('othersThan returns at most eight products, each once, without the product itself', () => {
  const results = cards(1, 2, 3, 2, 4, 5, 6, 7, 8, 9, 10);
  expect(othersThan({ id: 3 }, results).map(({ id }) => id)).toEqual([1, 2, 4, 5, 6, 7, 8, 9]);
  expect(othersThan({ id: 3 }, cards(3))).toEqual([]);
});

test("linkedSkus lists related products, then upsells, in the shop's order, and no cross-sells (PDP-7)", () => {
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

test('loadRelated returns no products while the search is unavailable, and throws other errors', async () => {
  const product = { id: 1, category_ids: [7], product_links: [] as ProductLink[] } as Product;
  const respondWith = (problem: string) => {
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
  respondWith('search_unavailable');
  expect(await loadRelated(product, {})).toEqual([]);
  respondWith('not_ready');
  await expect(loadRelated(product, {})).rejects.toThrow('A sentence.');
});
