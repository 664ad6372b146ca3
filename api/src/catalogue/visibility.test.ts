import { listed, searchable } from '@fynbos/core/catalogue/listing.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { announceChange } from './documents/catalogue-events.ts';

/** Visibility and status decide where a product is listed and found (CAT-6, spec commerce 4). */

const products = `sku,type_id,parent_sku,configurable_attributes,name,price,qty,status,visibility,packsize,associated,categories
PLAIN,simple,,,Fern plain,1,5,,,,,Ferns|Ferns > Unreleased
UNSAID,simple,,,Fern unsaid,1,5,0,,,,
OFF,simple,,,Fern off,1,5,2,,,,
WORSE,simple,,,Fern worse,1,5,3,,,,
IN-LISTS,simple,,,Fern in lists,1,5,,2,,,
IN-SEARCH,simple,,,Fern in search,1,5,,3,,,
HIDDEN,simple,,,Fern hidden,1,5,,1,,,
SOLD,simple,,,Fern sold,1,0,,,,,
FAMILY,configurable,,packsize,Fern family,,,,,,,
CHILD,simple,FAMILY,,Fern child,1,5,,,1 kg,,
CHILD-SOLD,simple,FAMILY,,Fern child sold,1,0,,,2 kg,,
CHILD-OFF,simple,FAMILY,,Fern child off,1,5,2,,3 kg,,
GROUP,grouped,,,Fern group,,,,,,PLAIN|UNSAID,
PAIR,grouped,,,Fern pair,,,,,,PLAIN|IN-LISTS,
`;

const categories = 'path,is_active\nFerns,yes\nFerns > Unreleased,no\n';

let shop: TestShop;
beforeAll(async () => {
  shop = await withFiles({ 'products.csv': products, 'categories.csv': categories }, (folder) =>
    openTestShop(folder, undefined, { API_MODE: 'graphql' }),
  );
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

  test('the URL map names a disabled product and its status only, so that its page can explain it (T36)', async () => {
    const { body } = await shop.post('/api/url/map', { url: 'fern-off' });
    expect(body).toMatchObject({ _type: 'product', _source: { name: 'Fern off', status: 2 } });
    expect(Object.keys(body._source).sort()).toEqual(['name', 'status']);
  });

  test('no search, list or stock response has a disabled product (T36)', async () => {
    const search = (body: object) => shop.post('/api/catalog/fynbos/product/_search', body);
    const skus = ['OFF', 'WORSE', 'CHILD-OFF'];
    const searches = await Promise.all([
      search({ filters: { status: 2 } }),
      search({ filters: { status: { gt: 1 } }, facets: ['status'] }),
      search({ filters: { sku: { in: skus } } }),
      search({ filters: { url_path: 'fern-off' } }),
      search({ text: 'fern off', size: 50 }),
      search({ size: 4000 }),
    ]);
    const graphql = await shop.post('/graphql', { query: '{ products(pageSize: 4000) { items } }' });
    const lists = [
      await shop.get(`/api/stock/list?skus=${skus}`),
      await shop.get(`/api/product/list?skus=${skus}`),
      await shop.get(`/api/product/render-list?skus=${skus}&currencyCode=ZAR&storeId=1`),
      await shop.get('/api/search/suggest?text=fern%20off'),
    ];
    for (const { status, body } of [...searches, graphql, ...lists]) {
      expect(status).toBe(200);
      expect(JSON.stringify(body.result ?? body.data ?? body)).not.toMatch(/Fern (child )?off|Fern worse/);
    }
    for (const sku of skus) expect((await shop.get(`/api/stock/check?sku=${sku}`)).status).toBe(404);
  });

  test('a product leaves the search when it is disabled, and comes back when it is enabled (T36)', async () => {
    const set = async (status: number) => {
      const { id } = await shop.db
        .updateTable('product')
        .set({ status })
        .where('sku', '=', 'IN-SEARCH')
        .returning('id')
        .executeTakeFirstOrThrow();
      await announceChange(shop.db, [id]);
    };
    await set(2);
    await expect.poll(() => findSkus([], 'in search')).not.toContain('IN-SEARCH');
    await set(1);
    await expect.poll(() => findSkus([], 'in search')).toContain('IN-SEARCH');
  });
});

test('no search and no document names an inactive category (T36)', async () => {
  const { body } = await shop.post('/api/catalog/fynbos/category/_search', { size: 4000 });
  expect(body.items.map(({ name }: { name: string }) => name)).toContain('Ferns');
  expect(JSON.stringify(body.items)).not.toContain('Unreleased');
  const hidden = await shop.post('/api/catalog/fynbos/category/_search', { filters: { is_active: false } });
  expect(hidden.body.items).toEqual([]);
  expect((await document('PLAIN')).category.map(({ name }: { name: string }) => name)).toEqual(['Ferns']);
  const query = '{ categories(size: 4000) { items } }';
  expect(JSON.stringify((await shop.post('/graphql', { query })).body)).not.toContain('Unreleased');
  expect((await shop.post('/api/url/map', { url: 'ferns/unreleased' })).body).toBeNull();
});

test('an option that no choice can be made of is logged (spec commerce 8)', async () => {
  const logged = () => shop.log.join('\n');
  expect(logged()).not.toContain('Wrong configurable_options');
  const option = (attribute_code: string) => ({ attribute_code, label: '', position: 1 });
  const configurable_options = JSON.stringify(['packsize', 'flavour'].map(option));
  const { id } = await shop.db
    .updateTable('product')
    .set({ configurable_options })
    .where('sku', '=', 'FAMILY')
    .returning('id')
    .executeTakeFirstOrThrow();
  await shop.db.updateTable('product').set({ attributes: '{}' }).where('sku', '=', 'CHILD').execute();
  await announceChange(shop.db, [id]);
  await expect.poll(logged).toContain('Wrong configurable_options in FAMILY: there is no attribute flavour');
  expect(logged()).toContain('Wrong configurable_options in FAMILY: CHILD has no packsize');
});
