import { importShop } from '@fynbos/api/shop-import.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { addMediaFiles } from '@fynbos/test-kit/catalogue/media-files.ts';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { apiOf } from '../web-api.ts';

/** What the columns of a product do on its page and in its list. */
const references = [
  '/products/nowhere.jpg',
  '\\products\\nowhere.jpg',
  'https://cdn.example.com/oats.jpg',
  '//cdn.example.com/oats.jpg',
  'C:\\Pictures\\oats.jpg',
  '/heads',
  '/HEADS/nowhere.svg',
  '../../../../checkout',
  '/products/../../../../../admin',
  '/placeholder.svg?v=3',
  '/place%68older.svg',
  '/oats #1.jpg',
];
const square =
  '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4"/></svg>';
const stocked: [sku: string, stock: string, inStock: boolean, first: number][] = [
  // columns: qty, min_qty, min_sale_qty
  ['MIN-SIX', '50,,6', true, 6],
  ['MIN-FRACTION', '50,,2.5', true, 3],
  ['MIN-TOO-MANY', '5,,6', false, 6],
  ['BELOW-ONE', '0.5,,', false, 1],
  ['BELOW-THRESHOLD', '4.5,4,', false, 1],
  ['ABOVE-ONE', '1.5,,', true, 1],
];

let shop: WebShop;
let media: Awaited<ReturnType<typeof addMediaFiles>>;
beforeAll(async () => {
  media = await addMediaFiles({ 'words.jpg': 'no picture', 'empty.png': '', 'cre\u0300me.svg': square });
  shop = await openWebShop();
  const own = ['words.jpg', 'empty.png', 'cr\u00e8me.svg'].map((name) => `${media.folder}/${name}`);
  const pictured = [...references, ...own].map(
    (reference, at) => `PIC-${at},Picture ${at},10,Pictures,"${reference}","${reference}|no_selection",9,,`,
  );
  const counted = stocked.map(([sku, stock]) => `${sku},${sku} item,10,Minimum,,,${stock}`);
  const header = 'sku,name,price_incl_tax,categories,image,gallery,qty,min_qty,min_sale_qty';
  const files = {
    'products.csv': `${[header, ...pictured, ...counted].join('\n')}\n`,
    'categories.csv': 'path,image\nPictures,https://cdn.example.com/head.jpg\n',
  };
  const report = await withFiles(files, (folder) => importShop(shop.db, folder));
  expect(report.problems).toEqual([]);
  const list = async () => expect((await fetch(`${shop.origin}/minimum`)).status).toBe(200);
  await vi.waitFor(list, { timeout: 100_000 });
}, 120_000);
afterAll(async () => {
  await shop?.close();
  await media?.remove();
});

const pageAt = async (path: string) => (await fetch(shop.origin + path)).text();
const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'");
/** Every address of a picture in a page: elements, structured data and og:image. */
const picturesIn = (html: string) => [
  ...new Set((html.match(/\/img\/\d+\/\d+\/(?:fit|resize)[^"'\s<>\\]*/g) ?? []).map(unescaped)),
];
/** The pictures that a page names for others: `og:image` and structured data. */
const namedIn = (html: string): string[] => [
  ...[...html.matchAll(/property="og:image" content="([^"]*)"/g)].map(([, address]) => unescaped(address!)),
  ...[...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].flatMap(
    ([, json]): string[] =>
      [JSON.parse(json!)]
        .flat()
        .flatMap((data) => [data, ...(data.hasVariant ?? [])].flatMap(({ image = [] }) => image)),
  ),
];
const placeholder = '/img/600/744/resize/placeholder';

describe('a picture that the shop cannot show', () => {
  test.each(
    [...references, 'text as JPEG', 'an empty file'].map((reference, at) => [reference, at] as const),
  )('%s: page, list and structured data show the placeholder', async (_reference, at) => {
    const html = await pageAt(`/picture-${at}`);
    expect(namedIn(html)).toEqual([shop.origin + placeholder, shop.origin + placeholder]);
    expect((await fetch(shop.origin + placeholder)).status).toBe(200);
    const shown = picturesIn(html);
    expect(shown.length).toBeGreaterThan(1);
    for (const path of shown) {
      const response = await fetch(shop.origin + path, { headers: { accept: 'image/webp' } });
      expect([path, [200, 404].includes(response.status), response.headers.get('content-type')]).toEqual([
        path,
        true,
        'image/webp',
      ]);
    }
  });

  test('a name in the other Unicode form is shown and named', async () => {
    const named = namedIn(await pageAt(`/picture-${references.length + 2}`));
    expect(named).toHaveLength(2);
    for (const address of named) {
      expect(address).toMatch(/cr%C3%A8me\.svg$/);
      expect((await fetch(address)).status).toBe(200);
    }
  });

  test('a list is shared with its first picture that is usable', async () => {
    const [named] = namedIn(await pageAt('/pictures'));
    expect(named).toMatch(/cr%C3%A8me\.svg$/);
  });

  test('lists, the search and the head of a category show pictures only', async () => {
    for (const list of ['/pictures', '/search?q=picture', '/']) {
      const shown = picturesIn(await pageAt(list));
      expect(shown.length).toBeGreaterThan(0);
      for (const path of shown) {
        const response = await fetch(shop.origin + path, { headers: { accept: 'image/webp' } });
        expect([path, response.headers.get('content-type')]).toEqual([path, 'image/webp']);
      }
    }
  });

  test('cart and order keep the reference, whose address is a picture', async () => {
    const cart = await newCart(apiOf(shop));
    for (const at of references.keys()) {
      const { status } = await cart.update({ sku: `PIC-${at}`, qty: 1 });
      expect([at, status]).toEqual([at, 200]);
    }
    expect(await cart.pull()).toHaveLength(references.length);
  });
});

describe('stock and minimum on pages', () => {
  test.each(stocked)('%s (%s)', async (sku, _stock, inStock, first) => {
    const html = await pageAt(`/${sku.toLowerCase()}-item`);
    expect(html.includes('schema.org/InStock')).toBe(inStock);
    expect(html.includes('schema.org/OutOfStock')).toBe(!inStock);
    const field = /<input[^>]*inputMode="numeric"[^>]*>/i.exec(html)?.[0];
    expect(/value="(\d+)"/.exec(field ?? '')?.[1]).toBe(inStock ? String(first) : undefined);
  });

  test('a list offers only what the cart sells', async () => {
    const html = await pageAt('/minimum');
    for (const [sku, , inStock] of stocked)
      expect([sku, html.includes(`Add to cart: ${sku} item`)]).toEqual([sku, inStock]);
  });
});
