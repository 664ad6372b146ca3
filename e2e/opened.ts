import { loadInto } from '@fynbos/api/testing/demo-template.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { openBrowser, type Settings } from './browser.ts';
import type { SharedShop } from './larder.ts';
import { type RunningShop, startShop } from './shop.ts';

/**
 * Opens a shop and a browser for all tests of a file, closed after them.
 * @param env environment variables of the shop
 * @param prepare runs before the first test
 * @param settings of the browser
 */
export const openShop = (
  env: Record<string, string> = {},
  prepare: (shop: RunningShop) => unknown = () => {},
  settings: Settings = {},
): Opened<RunningShop> =>
  open(
    () => startShop(env),
    (shop) => shop.stop(),
    { prepare, settings },
  );

/**
 * Opens a browser for all tests of a file, on the demo shop. Other files read the same shop, so tests must
 * not change visible data.
 */
export const openDemo = (settings: Settings = {}): Opened<Pick<RunningShop, 'origin'>> =>
  open(
    () => ({ origin: inject('lookedAt') }),
    () => {},
    { settings },
  );

/**
 * Opens a browser for all tests of a file, on the shared shop of this test process (`larder.ts`). Other
 * files order in the same shop before and after.
 * @param prepare runs before the first test
 * @param settings of the browser
 */
export const openSharedShop = (
  prepare: (shop: Used) => unknown = () => {},
  settings: Settings = {},
): Opened<Used> => open(sharedShopOfProcess, () => {}, { prepare, settings });

/** Available from the first test of a file. */
interface Opened<Shop> {
  readonly shop: Shop;
  readonly browser: Browser;
}

function open<Shop>(
  start: () => Shop | Promise<Shop>,
  stop: (shop: Shop) => unknown,
  { prepare = () => {}, settings }: { prepare?: (shop: Shop) => unknown; settings: Settings },
): Opened<Shop> {
  let shop: Shop;
  let browser: Browser;
  beforeAll(async () => {
    const both = await Promise.allSettled([
      Promise.resolve(start()).then((started) => {
        shop = started;
      }),
      openBrowser(settings).then((launched) => {
        browser = launched;
      }),
    ]);
    for (const result of both) if (result.status === 'rejected') throw result.reason;
    await prepare(shop);
  });
  afterAll(async () => {
    // Closes only what was opened.
    await browser?.close();
    if (shop) await stop(shop);
  });
  return {
    get shop() {
      return shop;
    },
    get browser() {
      return browser;
    },
  };
}

/** A shop that other files use too; it must not be stopped here. */
type Used = Pick<RunningShop, 'origin' | 'output' | 'import'>;

async function sharedShopOfProcess(): Promise<Used> {
  const response = await fetch(`${inject('larders')}/${process.env.VITEST_POOL_ID}`);
  if (!response.ok) throw new Error(await response.text());
  const { origin, database, startupOutput } = (await response.json()) as SharedShop;
  return { origin, output: () => startupOutput, import: (folder) => loadInto(database, folder) };
}
