import { afterAll, beforeAll, expect, test, vi } from 'vitest';

vi.mock(import('@fynbos/core/store-views.ts'), async (load) => {
  const actual = await load();
  const { missing } = actual.extendViews([{ code: 'at', extend: 'xx', id: 5, index: 'fynbos_at' }]);
  return { ...actual, missingViews: missing };
});

// Test files share modules, which were imported without the mock.
beforeAll(() => void vi.resetModules());
afterAll(() => void vi.resetModules());

test('a store view that extends a missing one is named in the log at the start (SHOP-3, spec accounts 5)', async () => {
  const { openSmallShop } = await import('@fynbos/test-kit/shop/small-shop.ts');
  const shop = await openSmallShop({ 'products.csv': 'sku,name,price_incl_tax,qty\nOATS,Oats,60.00,9\n' });
  const messages = shop.log.map((line) => (JSON.parse(line) as { msg: string }).msg);
  await shop.close();
  expect(messages).toContain('Storeview "xx" doesn\'t exist!');
});
