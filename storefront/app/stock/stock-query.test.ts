import { standardSwitches } from '@fynbos/core/switches.ts';
import { openStubServer } from '@fynbos/test-kit/network/stub-server.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { configureApi } from '../platform/api/api-settings.ts';
import { requestStock, skusAtOnce } from './stock-query.ts';

let server: Awaited<ReturnType<typeof openStubServer>>;
let respond: (url: URL) => { status?: number; body: string };
const urlOf = ({ url }: { url: string }) => new URL(url, 'http://shop.test');
const requests = () => server.receivedRequests.map(urlOf);

beforeAll(async () => {
  const headers = { 'content-type': 'application/json' };
  server = await openStubServer((request) => ({ headers, ...respond(urlOf(request)) }));
  configureApi({ base: server.url, publicBase: '', partitionKey: 'za', switches: standardSwitches });
});
beforeEach(() => {
  server.receivedRequests.length = 0;
  // As in a browser in which no store is chosen.
  vi.stubGlobal('localStorage', { getItem: () => null });
});
afterAll(() => {
  vi.unstubAllGlobals();
  return server.close();
});

const { signal } = new AbortController();
const skus = (count: number) => Array.from({ length: count }, (_, index) => `SKU-${index}`);
const listed = (url: URL) => url.searchParams.get('skus')!.split(',');
const inStock = (url: URL) => ({
  body: JSON.stringify({ code: 200, result: listed(url).map((sku) => ({ sku, is_in_stock: true })) }),
});

describe('requestStock for several products (STOCK-1)', () => {
  test('requests chunks of 15, and returns every sku', async () => {
    respond = inStock;
    const board = await requestStock(skus(32), signal);
    expect(requests().map((url) => [url.pathname, listed(url).length])).toEqual(
      expect.arrayContaining([
        ['/api/stock/list', skusAtOnce],
        ['/api/stock/list', skusAtOnce],
        ['/api/stock/list', 2],
      ]),
    );
    expect([...board.keys()]).toEqual(skus(32));
    expect([...board.values()].every((itemStock) => itemStock?.is_in_stock)).toBe(true);
  });

  test.each([
    ['200 without an array', { body: '{"code":200,"result":"Product not found"}' }],
    ['200 with nothing', { body: '{"code":200,"result":null}' }],
    ['another code', { body: '{"code":500,"result":[{"sku":"SKU-0","is_in_stock":true}]}' }],
    ['another status', { status: 500, body: '{"code":500,"result":"failed"}' }],
    ['no JSON', { body: 'not at all' }],
  ])('returns no stock when the shop responds with %s', async (_, reply) => {
    respond = () => reply;
    expect(await requestStock(skus(2), signal)).toEqual(
      new Map([
        ['SKU-0', undefined],
        ['SKU-1', undefined],
      ]),
    );
  });

  test('returns the stock of the chunks that succeeded when another chunk failed', async () => {
    respond = (url) => (listed(url).includes('SKU-0') ? { status: 503, body: '{}' } : inStock(url));
    const board = await requestStock(skus(17), signal);
    expect([board.get('SKU-0'), board.get('SKU-16')?.is_in_stock]).toEqual([undefined, true]);
  });

  test('rejects once its signal is aborted', async () => {
    respond = inStock;
    const aborted = new AbortController();
    aborted.abort();
    await expect(requestStock(skus(2), aborted.signal)).rejects.toThrow();
  });
});
