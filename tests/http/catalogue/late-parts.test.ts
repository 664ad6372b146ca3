import { readFile } from 'node:fs/promises';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Browsers find the files of a page in its `Link` header, before they know the page. */
let shop: WebShop;
let files: Record<string, { file: string }>;
beforeAll(async () => {
  shop = await openWebShop();
  const manifest = new URL('../../../storefront/build/client/.vite/manifest.json', import.meta.url);
  // Vite wrote this file.
  files = JSON.parse(await readFile(manifest, 'utf8')) as typeof files;
});
afterAll(() => shop?.close());

const listing = 'app/listing/components/category-view.tsx';
const product = 'app/product/components/product-view.tsx';
const choices = 'app/product/components/product-choices.lazy.tsx';
const content = 'app/content/components/content-view.lazy.tsx';

test.each([
  ['/', ['home']],
  ['/bakery', [listing]],
  ['/amadumbe-1-kg', [product]],
  ['/breakfast-box-for-a-week', [product, choices, 'options']],
  ['/faq', [content, 'visit']],
  ['/contact', [content, 'app/content/components/contact-section.lazy.tsx', 'forms']],
  ['/sale', [content, 'app/content/components/specials-section.lazy.tsx', 'home']],
  ['/search?q=oats', ['search']],
  ['/storelocator', ['stores', 'visit']],
  ['/compare', ['visit', 'options']],
  ['/wishlist', ['visit']],
  ['/cart', ['visit']],
  ['/checkout', ['forms', 'visit', 'checkout']],
  ['/order/pay', ['forms', 'checkout', 'payments']],
  ['/order/status', ['forms', 'checkout', 'payments']],
  ['/login', ['forms']],
])('%s announces the files of %j', async (page, parts) => {
  const response = await fetch(shop.origin + page, { headers: { 'accept-language': 'en-US' } });
  const announced = [...(response.headers.get('link') ?? '').matchAll(/<\/([^>]+)>; rel=modulepreload/g)].map(
    ([, file]) => file,
  );
  const expected = ['shop', ...parts].map((part) =>
    part.startsWith('app/') ? files[part]?.file : fileOf(part),
  );
  expect(announced).toEqual(expect.arrayContaining(expected));
});

/** The file of a group of messages in English. */
const fileOf = (part: string): string | undefined =>
  Object.entries(files).find(([source]) => source.endsWith(`virtual:messages/${part}/en-US`))?.[1].file;
