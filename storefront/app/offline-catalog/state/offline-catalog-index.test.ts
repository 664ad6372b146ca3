import { readSnapshot, writeSnapshot } from '@fynbos/core/search/snapshot/catalog-snapshot.ts';
import type { SnapshotProduct } from '@fynbos/core/search/snapshot/snapshot-product.ts';
import { expect, test } from 'vitest';
import { lineOfCard } from '../../cart/state/new-cart-line.ts';
import { offlineSorts } from './load-offline-page.ts';
import { indexSnapshot } from './offline-catalog-index.ts';

const product: SnapshotProduct = {
  ...{ id: 1, sku: 'TEA', name: 'Tea', brand: '', type_id: 'simple', visibility: 4, position: 0, kind: '' },
  ...{ category_ids: [], url_path: 'tea', image: '', packsize: '', choose: false, price: 1999, was: 0 },
  ...{ measured: 0, inStock: true },
};
const eggs: SnapshotProduct = { ...product, id: 2, sku: 'EGG', name: 'Egg', url_path: 'egg', minimum: 6 };

const frame = { view: '', made: '2026-11-20T10:00:00.000Z', synonyms: '', categories: [] };

test('a product of the offline catalogue is added with its minimum quantity', async () => {
  const written = writeSnapshot({ ...frame, products: [product, eggs] });
  const index = await indexSnapshot(readSnapshot(JSON.parse(JSON.stringify(written)))!);
  const { items } = await index.list({}, undefined, 10);
  expect(items.map((card) => [card.sku, lineOfCard(card).minimum]).sort()).toEqual([
    ['EGG', 6],
    ['TEA', 1],
  ]);
  const place = index.place('egg');
  expect(place?.kind === 'product' && lineOfCard(place.product).minimum).toBe(6);
});

test('the offline catalogue sorts by unit price and by saving; it has no dates', async () => {
  const sorted = { ...product, price: 2000 };
  const products: SnapshotProduct[] = [
    { ...sorted, id: 1, was: 2500 },
    { ...sorted, id: 2, was: 4000, packsize: '500 g' },
    { ...sorted, id: 3, packsize: '5 kg', measured: 9000 },
  ];
  const index = await indexSnapshot({ ...frame, products });
  const order = async (sort: string) =>
    (await index.list({}, offlineSorts[sort], 10)).items.map(({ id }) => id);
  expect(await order('unit_price_incl_tax')).toEqual([3, 2, 1]);
  expect(await order('saving_percent:desc')).toEqual([2, 1, 3]);
  expect(offlineSorts).not.toHaveProperty('created_at:desc');
});
