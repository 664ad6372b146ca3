import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { standardSwitches } from '@fynbos/core/switches.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { configureApi } from '../api-settings.ts';
import { askStock, skusAtOnce } from './ask-stock.ts';

let server: Server;
let asked: URL[];
let answer: (url: URL) => { status?: number; body: string };

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://shop.test');
    asked.push(url);
    const { status = 200, body } = answer(url);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  configureApi({ base, publicBase: '', partitionKey: 'za', switches: standardSwitches });
});
beforeEach(() => {
  asked = [];
  // As a browser has it; no store is chosen.
  vi.stubGlobal('localStorage', { getItem: () => null });
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.close();
});

const { signal } = new AbortController();
const skus = (count: number) => Array.from({ length: count }, (_, index) => `SKU-${index}`);
const listed = (url: URL) => url.searchParams.get('skus')!.split(',');
const inStock = (url: URL) => ({
  body: JSON.stringify({ code: 200, result: listed(url).map((sku) => ({ sku, is_in_stock: true })) }),
});

describe('the stock of several products (STOCK-1)', () => {
  test('is asked for in chunks of 15, and every sku is in the answer', async () => {
    answer = inStock;
    const heard = await askStock(skus(32), signal);
    expect(asked.map((url) => [url.pathname, listed(url).length])).toEqual(
      expect.arrayContaining([
        ['/api/stock/list', skusAtOnce],
        ['/api/stock/list', skusAtOnce],
        ['/api/stock/list', 2],
      ]),
    );
    expect([...heard.keys()]).toEqual(skus(32));
    expect([...heard.values()].every((shelf) => shelf?.is_in_stock)).toBe(true);
  });

  test.each([
    ['200 without an array', { body: '{"code":200,"result":"Product not found"}' }],
    ['200 with nothing', { body: '{"code":200,"result":null}' }],
    ['another code', { body: '{"code":500,"result":[{"sku":"SKU-0","is_in_stock":true}]}' }],
    ['another status', { status: 500, body: '{"code":500,"result":"failed"}' }],
    ['no JSON', { body: 'not at all' }],
  ])('is an empty list when the shop answers %s', async (_, given) => {
    answer = () => given;
    expect(await askStock(skus(2), signal)).toEqual(
      new Map([
        ['SKU-0', undefined],
        ['SKU-1', undefined],
      ]),
    );
  });

  test('is known for the chunks that came, though another failed', async () => {
    answer = (url) => (listed(url).includes('SKU-0') ? { status: 503, body: '{}' } : inStock(url));
    const heard = await askStock(skus(17), signal);
    expect([heard.get('SKU-0'), heard.get('SKU-16')?.is_in_stock]).toEqual([undefined, true]);
  });

  test('is nobody’s any more once the page that asked is gone', async () => {
    answer = inStock;
    const gone = new AbortController();
    gone.abort();
    await expect(askStock(skus(2), gone.signal)).rejects.toThrow();
  });
});
