import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storefront } from './mount.ts';
import { makeShop, type OpenShop, rendering, requestPath, type TestShop } from './testing/open-test-shop.ts';

let shop: TestShop;
let plain: FastifyInstance;
let cached: FastifyInstance;
let cachedStorefront: Storefront;
let log: OpenShop['log'];

beforeAll(async () => {
  shop = await makeShop();
  ({ app: plain } = await shop.open());
  ({ app: cached, storefront: cachedStorefront, log } = await shop.open({ cache: true }));
});

afterAll(() => shop.close());

describe('keeping pages', () => {
  test('is off unless it is switched on', async () => {
    const first = rendering(await requestPath(plain, '/'));
    expect(rendering(await requestPath(plain, '/'))).not.toBe(first);
  });

  test('stores an anonymous page and sends it in every encoding', async () => {
    const first = await requestPath(cached, '/product/codings');
    const br = await requestPath(cached, '/product/codings', { 'accept-encoding': 'br' });
    const gzip = await requestPath(cached, '/product/codings', { 'accept-encoding': 'gzip' });
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(first.payload);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(first.payload);
    expect(br.headers['x-cache-tags']).toBeUndefined();
  });

  test('reports the cache status, and on request the tags of a page; without a cache there are no such headers', async () => {
    const { app: tagging } = await shop.open({ cache: true, tagsHeader: true });
    const cacheHeadersOf = async (app: FastifyInstance, headers = {}) => {
      const response = await requestPath(app, '/product/said', headers);
      return [response.headers['x-vs-cache'], response.headers['x-vs-cache-tags']];
    };
    expect(await cacheHeadersOf(tagging)).toEqual(['Miss', 'Psaid product']);
    for (const _ of [1, 2]) expect(await cacheHeadersOf(tagging)).toEqual(['Hit', 'Psaid product']);
    expect(await cacheHeadersOf(tagging, { cookie: 'session=1' })).toEqual(['Miss', 'Psaid product']);
    expect(await cacheHeadersOf(cached)).toEqual(['Miss', undefined]);
    expect(await cacheHeadersOf(cached)).toEqual(['Hit', undefined]);
    expect(await cacheHeadersOf(plain)).toEqual([undefined, undefined]);
  });

  test.each(['br', 'gzip', 'identity'])('sends %s with the same headers to every visitor', async (coding) => {
    const read = async (headers = {}) => {
      const response = await requestPath(cached, `/product/headers-${coding}`, {
        'accept-encoding': coding,
        ...headers,
      });
      const { date: _date, ...rest } = response.headers;
      return { status: response.statusCode, headers: rest, body: response.rawPayload };
    };
    await read();
    const first = await read();
    expect(first.headers).toMatchObject({ 'x-vs-cache': 'Hit', 'x-fynbos-page': 'keep' });
    expect(await read()).toEqual(first);
    expect(await read()).toEqual(first);
    expect(await read({ 'if-none-match': first.headers.etag })).toMatchObject({ status: 304 });
    expect(await read()).toEqual(first);
  });

  test('caches each language separately', async () => {
    const english = await requestPath(cached, '/product/tongues', { 'accept-language': 'en' });
    const german = await requestPath(cached, '/product/tongues', { cookie: 'fynbos-locale=de-DE' });
    expect(german.payload).toContain('lang="de-DE"');
    expect(rendering(german)).not.toBe(rendering(english));
    expect(rendering(await requestPath(cached, '/product/tongues', { 'accept-language': 'de' }))).toBe(
      rendering(german),
    );
  });

  test('identifies a page by its relevant parameters, in any order, without tracking', async () => {
    const first = rendering(await requestPath(cached, '/product/query?sort=price&shown=100'));
    expect(rendering(await requestPath(cached, '/product/query?shown=100&utm_source=mail&sort=price'))).toBe(
      first,
    );
    expect(rendering(await requestPath(cached, '/product/query?shown=150&sort=price'))).not.toBe(first);
    const unlisted = rendering(await requestPath(cached, '/product/query?sort=price&odd=1'));
    expect(rendering(await requestPath(cached, '/product/query?sort=price&odd=1'))).not.toBe(unlisted);
  });

  test.each([
    ['a cookie', { cookie: 'session=1; fynbos-locale=en-US' }],
    ['an authorization header', { authorization: 'Bearer x' }],
    ['a cart token', { 'x-cart-token': 'x' }],
  ])('is neither read nor written for a visitor with %s', async (_what, headers) => {
    const url = `/product/own-${Object.keys(headers)[0]}`;
    const personal = rendering(await requestPath(cached, url, headers));
    const everybody = rendering(await requestPath(cached, url));
    expect(everybody).not.toBe(personal);
    expect(rendering(await requestPath(cached, url, headers))).not.toBe(everybody);
    expect(rendering(await requestPath(cached, url))).toBe(everybody);
  });

  test.each(['/untagged', '/cookie', '/private'])('does not store %s', async (url) => {
    const first = rendering(await requestPath(cached, url));
    expect(rendering(await requestPath(cached, url))).not.toBe(first);
  });

  test('does not store errors', async () => {
    log.length = 0;
    await requestPath(cached, '/crash');
    await requestPath(cached, '/crash');
    expect(log).toHaveLength(2);
  });

  test('passes a redirect on', async () => {
    const response = await requestPath(cached, '/moved');
    expect([response.statusCode, response.headers.location]).toEqual([301, '/product/9']);
  });

  test('invalidates exactly the pages with a changed tag, documents and data alike', async () => {
    const urls = ['/product/21', '/product/21.data', '/product/22'];
    const before = await Promise.all(urls.map((url) => requestPath(cached, url)));
    expect(cachedStorefront.invalidate(['P21'])).toBe(2);
    const after = await Promise.all(urls.map((url) => requestPath(cached, url)));
    expect(before.map((response, at) => response.payload === after[at]?.payload)).toEqual([
      false,
      false,
      true,
    ]);
    expect(cachedStorefront.invalidate(['product'])).toBeGreaterThanOrEqual(3);
  });

  test('renders once for many requests at the same time', async () => {
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => requestPath(cached, '/product/rush')),
    );
    expect(new Set(responses.map(rendering)).size).toBe(1);
  });
});
