import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importInto } from '../catalogue/import/import.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';

/** The pictures of a whole shop, from the import to the pixel (CAT-10, decision page 009). */

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

/** The catalogue hears of an import a moment later. */
const until = (check: () => Promise<void>) =>
  expect
    .poll(() =>
      check().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);

describe('in a whole shop', () => {
  it('a product of the demo has a drawn picture, and its children have theirs', async () => {
    const found = await imagesOf('VIT-C');
    expect(found).toMatchObject({
      image: '/drawn/VIT-C.svg',
      small_image: '/drawn/VIT-C.svg',
      thumbnail: '/drawn/VIT-C.svg',
    });
    expect(found.children[0].image).toBe(`/drawn/${found.children[0].sku}.svg`);
    const tags = await Promise.all(
      [found.image, ...found.children.map((child: { image: string }) => child.image)].map(async (image) => {
        const answer = await shop.get(`/img/310/300/resize${image}`, { accept: 'image/avif' });
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/avif']);
        return answer.headers.get('etag');
      }),
    );
    expect(new Set(tags).size).toBe(tags.length);
  });

  it('an empty cell asks for a drawing, `no_selection` for none, and a name for that file', async () => {
    await load(
      'sku,name,price_incl_tax,tax_class,image\nOWN/1,Plum Jam 300 g,30,food,\nOWN-2,Plain Jam,30,food,no_selection\nOWN-3,Photographed Jam,30,food,/jam.jpg\n',
    );
    await until(async () => {
      expect((await imagesOf('OWN/1')).image).toBe('/drawn/OWN%2F1.svg');
      expect((await imagesOf('OWN-2')).image).toBe('no_selection');
      expect((await imagesOf('OWN-3')).image).toBe('/jam.jpg');
    });
    expect((await shop.get('/img/150/150/resize/drawn/OWN%252F1.svg')).status).toBe(200);
    expect((await shop.get('/img/150/150/resize/drawn/OWN%2F1.svg')).status).toBe(200);
  });

  it('a product that is renamed looks different at once', async () => {
    const ask = async () => (await shop.get('/img/150/150/resize/drawn/OWN%252F1.svg')).headers.get('etag');
    const before = await ask();
    await load('sku,name\nOWN/1,Fig Jam 300 g\n');
    await until(async () => expect(await ask()).not.toBe(before));
  });

  it('the heads and banners come in their own boxes', async () => {
    for (const place of [
      '/img/1200/480/resize/heads/pantry.svg',
      '/img/1280/440/resize/banners/braai.svg',
      '/img/720/720/resize/banners/braai-narrow.svg',
    ]) {
      expect((await shop.get(place)).status).toBe(200);
    }
  });
});
