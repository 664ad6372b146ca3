import { loadInto } from '@fynbos/api/testing/demo-template.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { openBrowser, type Settings } from './browser.ts';
import type { Larder } from './larder.ts';
import { type RunningShop, startShop } from './shop.ts';

/**
 * A shop and a browser for all tests of a file, closed after them.
 *
 * @param env what to set for the shop
 * @param prepare what to do with it before the first test
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

/** A browser for all tests of a file, and the demo shop as it is, which others look at too: nobody changes what they see. */
export const openDemo = (settings: Settings = {}): Opened<Pick<RunningShop, 'origin'>> =>
  open(
    () => ({ origin: inject('lookedAt') }),
    () => {},
    { settings },
  );

/**
 * A browser for all tests of a file, and the larder of this process (`larder.ts`): files before this one have ordered there, and others will.
 *
 * @param prepare what to do with it before the first test
 * @param settings of the browser
 */
export const openLarder = (
  prepare: (shop: Used) => unknown = () => {},
  settings: Settings = {},
): Opened<Used> => open(larderOfProcess, () => {}, { prepare, settings });

/** What is there from the first test of a file on. */
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
      Promise.resolve(start()).then((one) => {
        shop = one;
      }),
      openBrowser(settings).then((one) => {
        browser = one;
      }),
    ]);
    for (const one of both) if (one.status === 'rejected') throw one.reason;
    await prepare(shop);
  });
  afterAll(async () => {
    // What could not be opened needs no closing.
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

/** A shop that others use too: it is not theirs to end. */
type Used = Pick<RunningShop, 'origin' | 'output' | 'import'>;

async function larderOfProcess(): Promise<Used> {
  const answer = await fetch(`${inject('larders')}/${process.env.VITEST_POOL_ID}`);
  if (!answer.ok) throw new Error(await answer.text());
  const { origin, database, said } = (await answer.json()) as Larder;
  return { origin, output: () => said, import: (folder) => loadInto(database, folder) };
}
