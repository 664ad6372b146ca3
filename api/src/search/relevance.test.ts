import { openSmallShop, search } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe('relevance of search results (SEA-2, spec commerce 9)', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openSmallShop({
      'products.csv':
        'sku,name,price_incl_tax,qty,product_brand,product_type,description\n' +
        'A1,Plain flour 1 kg,10,5,Milling,Baking,A flour for quillfern cakes.\n' +
        'A2,Rye flour 1 kg,10,5,Quillfern,Baking,A dark flour.\n' +
        'A3,Quillfern flour 1 kg,10,5,Milling,Baking,A green flour.\n' +
        'A4,Spelt flour 1 kg,10,5,Milling,Baking,An old grain.\n',
    });
  });
  afterAll(() => shop?.close());
  /** Names of the products that a search returns, best first. */
  const namesFor = async (_searchText: string): Promise<string[]> =>
    (await search(shop, { _searchText })).items.map(({ name }: { name: string }) => name);

  test('a word in the name counts more than one in the brand or the description', async () => {
    const [first, ...rest] = await namesFor('quillfern');
    expect(first).toBe('Quillfern flour 1 kg');
    expect(rest.sort()).toEqual(['Plain flour 1 kg', 'Rye flour 1 kg']);
  });

  test('the sku leads every other field', async () => {
    expect((await namesFor('A4'))[0]).toBe('Spelt flour 1 kg');
  });

  test('a product matches three of four words, and no product matches two of four', async () => {
    expect(await namesFor('quillfern green flour xyzzy')).toContain('Quillfern flour 1 kg');
    expect(await namesFor('quillfern green xyzzy qwfpg')).toEqual([]);
  });
});
