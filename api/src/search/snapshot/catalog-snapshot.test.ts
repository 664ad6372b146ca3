import { readSnapshot } from '@fynbos/core/search/snapshot/catalog-snapshot.ts';
import { applyDifference, hashSnapshot, heldOf } from '@fynbos/core/search/snapshot/snapshot-difference.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { importShop } from '../../shop-import.ts';

const snapshotUrl = '/api/catalog/pack';
const facts = '/api/catalog/pack/facts';

const fetchSnapshot = async (shop: TestShop, query = '') => {
  const { body } = await shop.get(snapshotUrl + query);
  const snapshot = readSnapshot(body.result);
  if (!snapshot) throw new Error('the catalog snapshot is not readable');
  return { snapshot, version: body.result.version as string };
};

describe('catalog snapshot of the demo range (SEA-4)', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop();
  });
  afterAll(() => shop.close());

  test('the catalog snapshot has every listed product with its list fields', async () => {
    const { snapshot, version } = await fetchSnapshot(shop);
    expect(hashSnapshot(snapshot).version).toBe(version);
    const listed = await shop.post('/api/catalog/fynbos/product/_search', {
      filters: { visibility: { in: [2, 3, 4] }, status: { in: [0, 1] } },
      sort: 'id:asc',
      size: 4000,
    });
    expect(snapshot.products.map(({ sku }) => sku)).toEqual(
      listed.body.items.map((item: { sku: string }) => item.sku),
    );
    for (const [at, document] of listed.body.items.entries()) {
      const { sku, name, url_path, image } = document;
      const price = Math.round(document.final_price_incl_tax * 100);
      const inStock = document.stock.is_in_stock;
      expect(snapshot.products[at]).toMatchObject({ sku, name, url_path, image, price, inStock });
    }
  });

  test('the catalog snapshot takes less than 60 bytes a product on the wire', async () => {
    const { body } = await shop.get(facts);
    expect(body.result.products).toBeGreaterThan(800);
    expect(body.result.bytes / body.result.products).toBeLessThan(60);
    const got = await fetch(shop.origin + snapshotUrl, { headers: { 'accept-encoding': 'br' } });
    expect(got.headers.get('content-encoding')).toBe('br');
    expect(got.headers.get('cache-control')).toBe('public, no-cache');
    expect(got.headers.get('vary')).toContain('accept-encoding');
  });

  test('the catalog snapshot returns 304 to a client that has it', async () => {
    const { headers } = await shop.get(snapshotUrl);
    const known = await shop.get(snapshotUrl, { 'if-none-match': headers.get('etag')! });
    expect([known.status, known.body]).toEqual([304, '']);
    expect((await shop.get(snapshotUrl, { 'if-none-match': '"other"' })).status).toBe(200);
  });
});

const columns = 'sku,type_id,name,price_incl_tax,price_incl_tax_de,tax_class,qty,categories,tier_prices\n';
const taxes = 'tax_class,product_tax_class_ids,country,rate\nstandard,2,ZA,15\nstandard,2,DE,19\n';
const filesWith = (rows: string) => ({ 'taxes.csv': taxes, 'products.csv': columns + rows });

describe('catalog snapshot of a shop with store views and group prices', () => {
  let shop: TestShop;
  beforeAll(async () => {
    const rows =
      'OATS,simple,Oats,39.99,2.49,standard,5,Pantry,1@1:30\nSALT,simple,Salt,12.99,,standard,5,Pantry,\n';
    shop = await openSmallShop(filesWith(rows), { MULTISTORE: 'on', PRICE_TIERS: 'on' });
  });
  afterAll(() => shop.close());

  test('each store view has its own catalog snapshot with its own prices', async () => {
    const prices = async (query: string) =>
      (await fetchSnapshot(shop, query)).snapshot.products.map(({ sku, price }) => `${sku} ${price}`);
    expect(await prices('')).toEqual(['OATS 3999', 'SALT 1299']);
    expect(await prices('?storeCode=de')).toEqual(['OATS 249']);
    expect((await shop.get(facts)).body.result.version).not.toBe(
      (await shop.get(`${facts}?storeCode=de`)).body.result.version,
    );
  });

  test('the catalog snapshot holds guest prices only', async () => {
    const { text } = await fetch(shop.origin + snapshotUrl).then(async (got) => ({ text: await got.text() }));
    expect(text).not.toContain('3000');
  });

  test('the snapshot difference endpoint returns the changes of an import', async () => {
    const { snapshot } = await fetchSnapshot(shop);
    const held = heldOf(hashSnapshot(snapshot));
    const rows =
      'OATS,simple,Oats,34.99,2.49,standard,0,Pantry,\nSALT,simple,Salt,12.99,,standard,5,Pantry,\nTEA,simple,Tea,20,,standard,5,Drinks,\n';
    await withFiles(filesWith(rows), (folder) => importShop(shop.db, folder));
    const next = await vi.waitFor(
      async () => {
        const { body } = await shop.post('/api/catalog/pack/difference', held);
        const applied = applyDifference(snapshot, body.result);
        expect(applied?.snapshot.products).toHaveLength(3);
        return applied!;
      },
      { timeout: 120_000, interval: 50 },
    );
    expect(next.snapshot.products.map(({ sku, price, inStock }) => [sku, price, inStock])).toEqual([
      ['OATS', 3499, false],
      ['SALT', 1299, true],
      ['TEA', 2000, true],
    ]);
    expect(next.snapshot.categories.map(({ name }) => name).sort()).toEqual(['Drinks', 'Pantry']);
    const { body } = await shop.post('/api/catalog/pack/difference', heldOf(next));
    expect(body.result).toMatchObject({ replaced: [], repriced: [], version: next.version });
  });

  test('the catalog snapshot holds the minimum quantity, and a change of it reaches browsers', async () => {
    const { snapshot } = await fetchSnapshot(shop);
    const held = heldOf(hashSnapshot(snapshot));
    await withFiles({ 'products.csv': 'sku,qty,min_sale_qty\nSALT,50,6\n' }, (folder) =>
      importShop(shop.db, folder),
    );
    await expect
      .poll(async () => {
        const { body } = await shop.post('/api/catalog/pack/difference', held);
        return applyDifference(snapshot, body.result)?.snapshot.products.map(({ minimum }) => minimum);
      })
      .toEqual([undefined, 6, undefined]);
  });

  test('the snapshot difference endpoint is rate limited', async () => {
    const { snapshot } = await fetchSnapshot(shop);
    const held = heldOf(hashSnapshot(snapshot));
    const statuses = new Set<number>();
    for (let time = 0; time < 70; time++)
      statuses.add((await shop.post('/api/catalog/pack/difference', held)).status);
    expect([...statuses]).toEqual([200, 429]);
  });

  test('the snapshot difference endpoint rejects an invalid request', async () => {
    const { status } = await shop.post('/api/catalog/pack/difference', { version: 'x', buckets: 1e9 });
    expect(status).toBe(400);
  });
});
