import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storefront } from './mount.ts';
import { ask, makeShop, type OpenShop, rendering, type TestShop } from './testing/open-shop.ts';

let shop: TestShop;
let plain: FastifyInstance;
let cached: FastifyInstance;
let kept: Storefront;
let log: OpenShop['log'];

beforeAll(async () => {
  shop = await makeShop();
  ({ app: plain } = await shop.open());
  ({ app: cached, storefront: kept, log } = await shop.open({ cache: true }));
}, 30_000);

afterAll(() => shop.close());

describe('keeping pages', () => {
  test('is off unless it is switched on', async () => {
    const first = rendering(await ask(plain, '/'));
    expect(rendering(await ask(plain, '/'))).not.toBe(first);
  });

  test('keeps an anonymous page and sends it in every coding', async () => {
    const first = await ask(cached, '/product/codings');
    const br = await ask(cached, '/product/codings', { 'accept-encoding': 'br' });
    const gzip = await ask(cached, '/product/codings', { 'accept-encoding': 'gzip' });
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(first.payload);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(first.payload);
    expect(br.headers['x-cache-tags']).toBeUndefined();
  });

  test('says whether a page was kept, and what it shows; without a cache nothing of that', async () => {
    const said = async (app: FastifyInstance, headers = {}) => {
      const answer = await ask(app, '/product/said', headers);
      return [answer.headers['x-vs-cache'], answer.headers['x-vs-cache-tags']];
    };
    expect(await said(cached)).toEqual(['Miss', 'Psaid product']);
    expect(await said(cached)).toEqual(['Hit', 'Psaid product']);
    expect(await said(cached, { cookie: 'session=1' })).toEqual(['Miss', 'Psaid product']);
    expect(await said(plain)).toEqual([undefined, undefined]);
  });

  test('keeps a language apart from the others', async () => {
    const english = await ask(cached, '/product/tongues', { 'accept-language': 'en' });
    const german = await ask(cached, '/product/tongues', { cookie: 'fynbos-locale=de-DE' });
    expect(german.payload).toContain('lang="de-DE"');
    expect(rendering(german)).not.toBe(rendering(english));
    expect(rendering(await ask(cached, '/product/tongues', { 'accept-language': 'de' }))).toBe(
      rendering(german),
    );
  });

  test('knows a page by the parameters that matter, in any order, without its tracking', async () => {
    const first = rendering(await ask(cached, '/product/query?sort=price&shown=100'));
    expect(rendering(await ask(cached, '/product/query?shown=100&utm_source=mail&sort=price'))).toBe(first);
    expect(rendering(await ask(cached, '/product/query?shown=150&sort=price'))).not.toBe(first);
    const unlisted = rendering(await ask(cached, '/product/query?sort=price&odd=1'));
    expect(rendering(await ask(cached, '/product/query?sort=price&odd=1'))).not.toBe(unlisted);
  });

  test.each([
    ['a cookie', { cookie: 'session=1; fynbos-locale=en-US' }],
    ['an authorization header', { authorization: 'Bearer x' }],
  ])('neither reads nor writes for a visitor with %s', async (_what, headers) => {
    const url = `/product/own-${Object.keys(headers)[0]}`;
    const own = rendering(await ask(cached, url, headers));
    const everybody = rendering(await ask(cached, url));
    expect(everybody).not.toBe(own);
    expect(rendering(await ask(cached, url, headers))).not.toBe(everybody);
    expect(rendering(await ask(cached, url))).toBe(everybody);
  });

  test.each(['/untagged', '/cookie', '/private'])('does not keep %s', async (url) => {
    const first = rendering(await ask(cached, url));
    expect(rendering(await ask(cached, url))).not.toBe(first);
  });

  test('does not keep errors', async () => {
    log.length = 0;
    await ask(cached, '/crash');
    await ask(cached, '/crash');
    expect(log).toHaveLength(2);
  });

  test('passes a redirect on', async () => {
    const answer = await ask(cached, '/moved');
    expect([answer.statusCode, answer.headers.location]).toEqual([301, '/product/9']);
  });

  test('forgets exactly the pages that show what changed, documents and data alike', async () => {
    const urls = ['/product/21', '/product/21.data', '/product/22'];
    const before = await Promise.all(urls.map((url) => ask(cached, url)));
    expect(kept.invalidate(['P21'])).toBe(2);
    const after = await Promise.all(urls.map((url) => ask(cached, url)));
    expect(before.map((answer, at) => answer.payload === after[at]?.payload)).toEqual([false, false, true]);
    expect(kept.invalidate(['product'])).toBeGreaterThanOrEqual(3);
  });

  test('renders once for many who ask at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(cached, '/product/rush')));
    expect(new Set(answers.map(rendering)).size).toBe(1);
  });
});
