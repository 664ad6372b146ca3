import { defaultStoreView } from '@fynbos/core/shop.ts';
import { expect, test } from 'vitest';
import type { Change, LiveCatalogue } from '../../catalogue/live-catalogue.ts';
import { openCatalogSnapshot } from './catalog-snapshot-service.ts';

const stock = { qty: 5, is_in_stock: true, max: 5 };
const productOf = (id: number) => ({
  ...{
    id,
    sku: `SKU-${id}`,
    name: `Tea ${id}`,
    type_id: 'simple',
    custom_options: [],
    configurable_children: [],
    visibility: 4,
    status: 1,
  },
  ...{
    category_ids: [],
    category: [],
    url_path: `tea-${id}`,
    image: '',
    price: 10,
    final_price_incl_tax: 10,
  },
  ...{ price_incl_tax: 10, original_price_incl_tax: 10, stock },
});

/** A catalogue of the given size, in which one product can be unreadable. */
function catalogueOf(size: number) {
  const ids = Array.from({ length: size }, (_, at) => at + 1);
  let notify: (change: Change) => void | Promise<void> = () => {};
  const state = { broken: 0, notify: (change: Change) => notify(change) };
  const recordOf = (id: number) => ({
    ...{ id, listable: true, stock },
    get json() {
      if (state.broken === id) throw new Error('cannot be read');
      return Buffer.from(JSON.stringify(productOf(id)));
    },
  });
  const catalogue = {
    view: defaultStoreView,
    all: () => ids.map(recordOf),
    find: recordOf,
    attributes: () => new Map(),
    categories: () => [],
    onChange: (listener: typeof notify) => {
      notify = listener;
    },
  } as unknown as LiveCatalogue;
  return { state, catalogue };
}

test('a snapshot that failed to build is complete on the next attempt, initially and after a change', async () => {
  const { state, catalogue } = catalogueOf(6);
  const listing = { listOutOfStock: false };
  const snapshot = openCatalogSnapshot({ catalogue, synonyms: '', listing, now: () => new Date() });
  const size = async () => (await snapshot.now()).snapshot.products.length;
  state.broken = 3;
  await expect(snapshot.now()).rejects.toThrow('cannot be read');
  state.broken = 0;
  expect(await size()).toBe(6);
  state.broken = 3;
  await state.notify({ changed: [2, 3, 4], removed: [], everything: false, shown: 'everywhere' });
  await expect(snapshot.now()).rejects.toThrow('cannot be read');
  state.broken = 0;
  expect(await size()).toBe(6);
});
