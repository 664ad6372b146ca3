import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The log of addresses that lead nowhere, at the default LOG_LEVEL (spec accounts 8). */
let shop: WebShop;
beforeAll(async () => {
  shop = await openWebShop();
});
afterAll(() => shop?.close());

const statusOf = async (path: string) => (await fetch(shop.origin + path)).status;
const failures = () =>
  shop.log
    .map((line) => JSON.parse(line) as { level: number; msg: string; reason?: string; path?: string })
    .filter(({ msg }) => msg === 'URL lookup failed');

test('a refused URL lookup is logged with its reason, once per path and minute', async () => {
  const warn = 40;
  const tooLong = (character: string) => `/${character.repeat(2001)}`;
  for (const path of [tooLong('a'), tooLong('a'), tooLong('b')]) expect(await statusOf(path)).toBe(404);
  expect(failures().map(({ level, reason, path }) => [level, reason, path])).toEqual([
    [warn, 'invalid_input', tooLong('a').slice(0, 200)],
    [warn, 'invalid_input', tooLong('b').slice(0, 200)],
  ]);
});

test('an address without a mapping is not logged at the default level', async () => {
  const before = shop.log.length;
  expect(await statusOf('/no-such-page')).toBe(404);
  expect(shop.log.slice(before).filter((line) => line.includes('No mapping found'))).toEqual([]);
});
