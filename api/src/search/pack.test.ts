import { readPack } from '@fynbos/core/search/pack.ts';
import { applyDifference, hashPack, heldOf } from '@fynbos/core/search/pack-difference.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { withFiles } from '../catalogue/import/testing/shop-state.ts';
import { importShop } from '../import-shop.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { openSmallShop } from '../testing/small-shop.ts';

const whole = '/api/catalog/pack';
const facts = '/api/catalog/pack/facts';

const packIn = async (shop: TestShop, query = '') => {
  const { body } = await shop.get(whole + query);
  const pack = readPack(body.result);
  if (!pack) throw new Error('no pack can be read');
  return { pack, version: body.result.version as string };
};

describe('the pack of the demo range (SEA-4)', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop();
  });
  afterAll(() => shop.close());

  test('has every listed product, with what lists say of it', async () => {
    const { pack, version } = await packIn(shop);
    expect(hashPack(pack).version).toBe(version);
    const listed = await shop.post('/api/catalog/fynbos/product/_search', {
      filters: { visibility: { in: [2, 3, 4] }, status: { in: [0, 1] } },
      sort: 'id:asc',
      size: 4000,
    });
    expect(pack.products.map(({ sku }) => sku)).toEqual(
      listed.body.items.map((one: { sku: string }) => one.sku),
    );
    for (const [at, document] of listed.body.items.entries()) {
      const { sku, name, url_path, image } = document;
      const price = Math.round(document.final_price_incl_tax * 100);
      const inStock = document.stock.is_in_stock;
      expect(pack.products[at]).toMatchObject({ sku, name, url_path, image, price, inStock });
    }
  });

  test('weighs less than 60 bytes a product on its way', async () => {
    const { body } = await shop.get(facts);
    expect(body.result.products).toBeGreaterThan(800);
    expect(body.result.bytes / body.result.products).toBeLessThan(60);
    const got = await fetch(shop.origin + whole, { headers: { 'accept-encoding': 'br' } });
    expect(got.headers.get('content-encoding')).toBe('br');
    expect(got.headers.get('cache-control')).toBe('public, no-cache');
    expect(got.headers.get('vary')).toContain('accept-encoding');
  });

  test('is not sent again to who has it', async () => {
    const { headers } = await shop.get(whole);
    const known = await shop.get(whole, { 'if-none-match': headers.get('etag')! });
    expect([known.status, known.body]).toEqual([304, '']);
    expect((await shop.get(whole, { 'if-none-match': '"other"' })).status).toBe(200);
  });
});

const columns = 'sku,type_id,name,price_incl_tax,price_incl_tax_de,tax_class,qty,categories,tier_prices\n';
const taxes = 'tax_class,product_tax_class_ids,country,rate\nstandard,2,ZA,15\nstandard,2,DE,19\n';
const filesWith = (rows: string) => ({ 'taxes.csv': taxes, 'products.csv': columns + rows });

describe('the pack of a shop with store views and prices for groups', () => {
  let shop: TestShop;
  beforeAll(async () => {
    const rows =
      'OATS,simple,Oats,39.99,2.49,standard,5,Pantry,1@1:30\nSALT,simple,Salt,12.99,,standard,5,Pantry,\n';
    shop = await openSmallShop(filesWith(rows), { MULTISTORE: 'on', PRICE_TIERS: 'on' });
  });
  afterAll(() => shop.close());

  test('is each view’s own, at its prices', async () => {
    const prices = async (query: string) =>
      (await packIn(shop, query)).pack.products.map(({ sku, price }) => `${sku} ${price}`);
    expect(await prices('')).toEqual(['OATS 3999', 'SALT 1299']);
    expect(await prices('?storeCode=de')).toEqual(['OATS 249']);
    expect((await shop.get(facts)).body.result.version).not.toBe(
      (await shop.get(`${facts}?storeCode=de`)).body.result.version,
    );
  });

  test('holds what guests pay, whoever asks', async () => {
    const { text } = await fetch(shop.origin + whole).then(async (got) => ({ text: await got.text() }));
    expect(text).not.toContain('3000');
  });

  test('is followed by difference when an import changes it', async () => {
    const { pack } = await packIn(shop);
    const held = heldOf(hashPack(pack));
    const rows =
      'OATS,simple,Oats,34.99,2.49,standard,0,Pantry,\nSALT,simple,Salt,12.99,,standard,5,Pantry,\nTEA,simple,Tea,20,,standard,5,Drinks,\n';
    await withFiles(filesWith(rows), (folder) => importShop(shop.db, folder));
    const next = await vi.waitFor(
      async () => {
        const { body } = await shop.post('/api/catalog/pack/difference', held);
        const applied = applyDifference(pack, body.result);
        expect(applied?.pack.products).toHaveLength(3);
        return applied!;
      },
      { timeout: 10_000, interval: 50 },
    );
    expect(next.pack.products.map(({ sku, price, inStock }) => [sku, price, inStock])).toEqual([
      ['OATS', 3499, false],
      ['SALT', 1299, true],
      ['TEA', 2000, true],
    ]);
    expect(next.pack.categories.map(({ name }) => name).sort()).toEqual(['Drinks', 'Pantry']);
    const { body } = await shop.post('/api/catalog/pack/difference', heldOf(next));
    expect(body.result).toMatchObject({ replaced: [], repriced: [], version: next.version });
  });

  test('is worked out for nobody without end', async () => {
    const { pack } = await packIn(shop);
    const held = heldOf(hashPack(pack));
    const statuses = new Set<number>();
    for (let time = 0; time < 70; time++)
      statuses.add((await shop.post('/api/catalog/pack/difference', held)).status);
    expect([...statuses]).toEqual([200, 429]);
  });

  test('refuses a question that no browser of ours asks', async () => {
    const { status } = await shop.post('/api/catalog/pack/difference', { version: 'x', buckets: 1e9 });
    expect(status).toBe(400);
  });
});
