import { listed, searchable } from '@fynbos/core/catalogue/listing.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Visibility and status decide where a product is listed and found (CAT-6, spec commerce 4). */

const products = `sku,type_id,parent_sku,configurable_attributes,name,price,qty,status,visibility,packsize,associated
PLAIN,simple,,,Fern plain,1,5,,,,
UNSAID,simple,,,Fern unsaid,1,5,0,,,
OFF,simple,,,Fern off,1,5,2,,,
WORSE,simple,,,Fern worse,1,5,3,,,
IN-LISTS,simple,,,Fern in lists,1,5,,2,,
IN-SEARCH,simple,,,Fern in search,1,5,,3,,
HIDDEN,simple,,,Fern hidden,1,5,,1,,
SOLD,simple,,,Fern sold,1,0,,,,
FAMILY,configurable,,packsize,Fern family,,,,,,
CHILD,simple,FAMILY,,Fern child,1,5,,,1 kg,
CHILD-SOLD,simple,FAMILY,,Fern child sold,1,0,,,2 kg,
CHILD-OFF,simple,FAMILY,,Fern child off,1,5,2,,3 kg,
GROUP,grouped,,,Fern group,,,,,,PLAIN|UNSAID
PAIR,grouped,,,Fern pair,,,,,,PLAIN|IN-LISTS
`;

let shop: TestShop;
beforeAll(async () => {
  shop = await withFiles({ 'products.csv': products }, (folder) => openTestShop(folder));
});
afterAll(() => shop.close());

async function findSkus(_appliedFilters: unknown[], text = ''): Promise<string[]> {
  const body = { _appliedFilters, _searchText: text, size: 50 };
  const response = await shop.post('/api/catalog/fynbos/product/_search', body);
  return response.body.items.map(({ sku }: { sku: string }) => sku).sort();
}

async function document(sku: string) {
  const response = await shop.post('/api/catalog/fynbos/product/_search', { filters: { sku: { eq: sku } } });
  return response.body.items[0];
}

const everywhere = ['FAMILY', 'GROUP', 'PAIR', 'PLAIN', 'UNSAID'];
const withSold = { listOutOfStock: true };

describe('visibility and status of products (CAT-6)', () => {
  test('lists show products visible in the catalogue, in search or both, unless they are disabled', async () => {
    expect(await findSkus(listed(withSold))).toEqual([...everywhere, 'IN-LISTS', 'IN-SEARCH', 'SOLD'].sort());
  });

  test('search omits products visible only in the catalogue', async () => {
    expect(await findSkus(searchable(withSold), 'fern')).toEqual([...everywhere, 'IN-SEARCH', 'SOLD'].sort());
  });

  test('lists and search omit sold-out products when listOutOfStock is off', async () => {
    const only = { listOutOfStock: false };
    expect(await findSkus(listed(only))).not.toContain('SOLD');
    expect(await findSkus(searchable(only), 'fern')).not.toContain('SOLD');
    expect(await findSkus(listed(only))).toContain('FAMILY');
  });

  test('a sold-out or disabled child is removed from its parent; the option values of a sold-out child stay (spec D20)', async () => {
    const family = await document('FAMILY');
    expect(family.configurable_children.map(({ sku }: { sku: string }) => sku)).toEqual(['CHILD']);
    const [{ values }] = family.configurable_options;
    expect(values.map(({ label }: { label: string }) => label)).toEqual(['1 kg', '2 kg']);
  });

  test("a child is found by its sku, and its parent by the child's sku, whether sold out or not", async () => {
    expect(await document('CHILD')).toMatchObject({ visibility: 1, status: 1 });
    for (const sku of ['CHILD', 'CHILD-SOLD']) {
      const filters = { 'configurable_children.sku': { eq: sku } };
      const { body } = await shop.post('/api/catalog/fynbos/product/_search', { filters });
      expect(
        body.items.map((item: { sku: string }) => item.sku),
        sku,
      ).toEqual(['FAMILY']);
    }
  });

  test('a part needs status 1; otherwise the price of the composite product is unknown (spec D22)', async () => {
    expect((await document('PAIR')).final_price_incl_tax).toBe(2.3);
    expect((await document('GROUP')).final_price_incl_tax).toBe(0);
  });

  test('a disabled product is still returned, so that its page can explain why it is not shown', async () => {
    const { body } = await shop.post('/api/url/map', { url: 'fern-off' });
    expect(body).toMatchObject({ _type: 'product', _source: { status: 2 } });
  });
});
