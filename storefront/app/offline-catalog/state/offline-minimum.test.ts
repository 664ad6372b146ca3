import { readSnapshot, writeSnapshot } from '@fynbos/core/search/snapshot/catalog-snapshot.ts';
import type { SnapshotProduct } from '@fynbos/core/search/snapshot/snapshot-product.ts';
import { expect, test } from 'vitest';
import { lineOfCard } from '../../cart/state/new-cart-line.ts';
import { indexSnapshot } from './offline-catalog-index.ts';

const product: SnapshotProduct = {
  ...{ id: 1, sku: 'TEA', name: 'Tea', brand: '', type_id: 'simple', visibility: 4, position: 0, kind: '' },
  ...{ category_ids: [], url_path: 'tea', image: '', packsize: '', choose: false, price: 1999, was: 0 },
  ...{ measured: 0, inStock: true },
};
const eggs: SnapshotProduct = { ...product, id: 2, sku: 'EGG', name: 'Egg', url_path: 'egg', minimum: 6 };

test('a product of the offline catalogue is added with its minimum quantity', async () => {
  const frame = { view: '', made: '2026-11-20T10:00:00.000Z', synonyms: '', categories: [] };
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
