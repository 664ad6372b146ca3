import { standardSwitches } from '@fynbos/core/switches.ts';
import { openStubServer } from '@fynbos/test-kit/network/stub-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configureApi } from '../platform/api/api-settings.ts';
import type { PageKind } from './page-kinds.ts';
import { withUsablePictures } from './usable-pictures.ts';

let server: Awaited<ReturnType<typeof openStubServer>>;
const asked = () =>
  server.receivedRequests.map(({ url }) => new URL(url, 'http://shop.test').searchParams.get('url'));

beforeAll(async () => {
  server = await openStubServer(({ url }) => {
    const isFound = !url.includes('missing');
    const body = isFound
      ? { code: 200, result: {} }
      : { code: 404, result: 'Image not found.', meta: { problem: 'image_not_found' } };
    return { status: body.code, headers: { 'content-type': 'application/json' }, body };
  });
  configureApi({ base: server.url, publicBase: '', partitionKey: 'za', switches: standardSwitches });
});
afterAll(() => server.close());

const request = new Request('http://shop.test/');
/** A page of a product, as far as its pictures need it. */
const productPage = (image: string, children: readonly string[]) =>
  ({
    kind: 'product',
    page: { product: { image, configurable_children: children.map((child) => ({ image: child })) } },
  }) as unknown as PageKind;
const imagesOf = (page: PageKind) =>
  page.kind === 'product'
    ? [page.page.product, ...page.page.product.configurable_children].map(({ image }) => image)
    : [];

test('each picture is asked for once, and those that the shop does not have are left out', async () => {
  const page = productPage('oats.jpg', ['missing.jpg', 'oats.jpg', 'large.jpg']);
  for (const _ of [1, 2])
    expect(imagesOf(await withUsablePictures(page, request))).toEqual([
      'oats.jpg',
      'no_selection',
      'oats.jpg',
      'large.jpg',
    ]);
  expect(asked().toSorted()).toEqual(['large.jpg', 'missing.jpg', 'oats.jpg']);
});

test('pictures of variants that the structured data does not name are not asked for', async () => {
  const children = Array.from({ length: 41 }, (_, index) => `variant-${index}.jpg`);
  const before = asked().length;
  await withUsablePictures(productPage('paint.jpg', children), request);
  expect(asked().slice(before)).toEqual(['paint.jpg']);
});
