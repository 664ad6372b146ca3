import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importInto } from '../catalogue/import/import.ts';

/** Pictures of a complete shop, from the import to the pixels (CAT-10, ADR-009). */

let shop: TestShop;
let folder: string;
beforeAll(async () => {
  shop = await openTestShop();
  folder = await mkdtemp(join(tmpdir(), 'fynbos-own-'));
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

const imagesOf = async (sku: string) => {
  const { body } = await shop.post('/api/catalog/fynbos/product/_search', { filters: { sku } });
  const { image, small_image, thumbnail, configurable_children } = body.items[0];
  return { image, small_image, thumbnail, children: configurable_children };
};

async function load(csv: string): Promise<void> {
  await writeFile(join(folder, 'products.csv'), csv);
  const { problems } = await importInto(shop.db, folder);
  expect(problems).toEqual([]);
}

/** The catalogue is notified of an import with a delay. */
const eventually = (check: () => Promise<void>) =>
  expect
    .poll(() =>
      check().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);

describe('pictures of a complete shop', () => {
  it('a demo product and its variants each have a drawn picture', async () => {
    const images = await imagesOf('VIT-C');
    expect(images).toMatchObject({
      image: '/drawn/VIT-C.svg',
      small_image: '/drawn/VIT-C.svg',
      thumbnail: '/drawn/VIT-C.svg',
    });
    expect(images.children[0].image).toBe(`/drawn/${images.children[0].sku}.svg`);
    const tags = await Promise.all(
      [images.image, ...images.children.map((child: { image: string }) => child.image)].map(async (image) => {
        const response = await shop.get(`/img/310/300/resize${image}`, { accept: 'image/avif' });
        expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/avif']);
        return response.headers.get('etag');
      }),
    );
    expect(new Set(tags).size).toBe(tags.length);
  });

  it('an empty image cell requests a drawing, `no_selection` none, and a name that file', async () => {
    await load(
      'sku,name,price_incl_tax,tax_class,image\nOWN/1,Plum Jam 300 g,30,food,\nOWN-2,Plain Jam,30,food,no_selection\nOWN-3,Photographed Jam,30,food,/jam.jpg\n',
    );
    await eventually(async () => {
      expect((await imagesOf('OWN/1')).image).toBe('/drawn/OWN%2F1.svg');
      expect((await imagesOf('OWN-2')).image).toBe('no_selection');
      expect((await imagesOf('OWN-3')).image).toBe('/jam.jpg');
    });
    expect((await shop.get('/img/150/150/resize/drawn/OWN%252F1.svg')).status).toBe(200);
    expect((await shop.get('/img/150/150/resize/drawn/OWN%2F1.svg')).status).toBe(200);
  });

  it('the drawing of a renamed product changes at once', async () => {
    const fetchEtag = async () =>
      (await shop.get('/img/150/150/resize/drawn/OWN%252F1.svg')).headers.get('etag');
    const before = await fetchEtag();
    await load('sku,name\nOWN/1,Fig Jam 300 g\n');
    await eventually(async () => expect(await fetchEtag()).not.toBe(before));
  });

  it('category images and banners are rendered in their own sizes', async () => {
    for (const place of [
      '/img/1200/480/resize/heads/pantry.svg',
      '/img/1280/440/resize/banners/braai.svg',
      '/img/720/720/resize/banners/braai-narrow.svg',
    ]) {
      expect((await shop.get(place)).status).toBe(200);
    }
  });
});
