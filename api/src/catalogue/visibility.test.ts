import { listed, searchable } from '@fynbos/core/catalogue/listing.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { withFiles } from './import/testing/shop-state.ts';

/** What may be found, and where, by visibility and status (CAT-6, commerce 4). */

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

async function found(_appliedFilters: unknown[], text = ''): Promise<string[]> {
  const body = { _appliedFilters, _searchText: text, size: 50 };
  const answer = await shop.post('/api/catalog/fynbos/product/_search', body);
  return answer.body.items.map(({ sku }: { sku: string }) => sku).sort();
}

async function document(sku: string) {
  const answer = await shop.post('/api/catalog/fynbos/product/_search', { filters: { sku: { eq: sku } } });
  return answer.body.items[0];
}

const everywhere = ['FAMILY', 'GROUP', 'PAIR', 'PLAIN', 'UNSAID'];
const withSold = { listOutOfStock: true };

describe('visibility and status (CAT-6)', () => {
  test('a list has what is visible in the catalogue, in searches or in both, and is not disabled', async () => {
    expect(await found(listed(withSold))).toEqual([...everywhere, 'IN-LISTS', 'IN-SEARCH', 'SOLD'].sort());
  });

  test('a search leaves out what is only in the catalogue', async () => {
    expect(await found(searchable(withSold), 'fern')).toEqual([...everywhere, 'IN-SEARCH', 'SOLD'].sort());
  });

  test('both leave out what is sold out where the operator wants that', async () => {
    const only = { listOutOfStock: false };
    expect(await found(listed(only))).not.toContain('SOLD');
    expect(await found(searchable(only), 'fern')).not.toContain('SOLD');
    expect(await found(listed(only))).toContain('FAMILY');
  });

  test('a child that is sold out or disabled leaves its parent; the values of a sold-out one stay (decision 20)', async () => {
    const family = await document('FAMILY');
    expect(family.configurable_children.map(({ sku }: { sku: string }) => sku)).toEqual(['CHILD']);
    const [{ values }] = family.configurable_options;
    expect(values.map(({ label }: { label: string }) => label)).toEqual(['1 kg', '2 kg']);
  });

  test('a child is loaded by its sku and its address, and its parent by the child, sold out or not', async () => {
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

  test('a part needs status 1; without it the price of the whole is unknown (decision 22)', async () => {
    expect((await document('PAIR')).final_price_incl_tax).toBe(2.3);
    expect((await document('GROUP')).final_price_incl_tax).toBe(0);
  });

  test('what is disabled is still loaded, so that its page can say why it is not shown', async () => {
    const { body } = await shop.post('/api/url/map', { url: 'fern-off' });
    expect(body).toMatchObject({ _type: 'product', _source: { status: 2 } });
  });
});
