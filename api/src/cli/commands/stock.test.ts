import { stateOf } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { administer } from '@fynbos/test-kit/processes/cli-command.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const files = {
  'products.csv': `sku,name,tax_class,price_incl_tax,qty,backorders,manage_stock
RUSKS,Buttermilk Rusks 500 g,standard,54.99,40,,
HONEY,Fynbos Honey 500 g,standard,89.99,2,,
TEA,Rooibos 80 bags,standard,44.99,0,1,
GIFT,Gift Wrapping,standard,10.00,,,no
`,
  'stores.csv': `code,name,street,city,region_code,postcode,latitude,longitude,services
KNY,Fynbos Knysna,1 Main Road,Knysna,ZA-WC,6571,-34.03,23.04,delivery
`,
  'store-stock.csv': 'sku,store,qty\nHONEY,KNY,1\n',
};

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop(files);
});
afterAll(() => shop.close());

const run = (...args: string[]) => administer(shop.db, ...args);

/** Quantity and availability as the running shop reports them. */
async function stockCheck(sku: string, store = '') {
  const { body } = await shop.get(`/api/stock/check?sku=${sku}${store && `&storePartitionKey=${store}`}`);
  return [body.result.qty, body.result.is_in_stock];
}

test('stock set changes the stock of the shop and of a store, and a running shop follows (OPS-3)', async () => {
  expect((await run('stock', 'set', 'RUSKS', '12')).out).toBe('RUSKS has 12 now (before: 40).\n');
  await expect.poll(() => stockCheck('RUSKS')).toEqual([12, true]);
  await run('stock', 'set', 'RUSKS', '0', '--note', 'a burst bag');
  await expect.poll(() => stockCheck('RUSKS')).toEqual([0, false]);
  expect((await run('stock', 'set', 'RUSKS', '7', '--store', 'KNY')).out).toBe(
    'RUSKS in KNY has 7 now (before: not counted).\n',
  );
  await expect.poll(() => stockCheck('RUSKS', 'KNY')).toEqual([7, true]);
  expect(await stockCheck('RUSKS')).toEqual([0, false]);
  expect((await run('stock', 'show', 'RUSKS')).out).toMatch(
    /^RUSKS .*\n {2}shop {2}0, sold out\n {2}KNY {2}7, in stock\n.*\+7 in KNY, 7 then, operator\n.*-12, 0 then, operator: a burst bag\n.*-28, 12 then, operator\n$/,
  );
});

test('stock adjust adds and subtracts units, never below 0', async () => {
  expect((await run('stock', 'adjust', 'HONEY', '+10')).out).toBe('HONEY has 12 now (+10).\n');
  expect((await run('stock', 'adjust', 'HONEY', '-12')).out).toBe('HONEY has 0 now (-12).\n');
  await expect.poll(() => stockCheck('HONEY')).toEqual([0, false]);
  expect((await run('stock', 'adjust', 'HONEY', '+4', '--store', 'KNY')).out).toBe(
    'HONEY in KNY has 5 now (+4).\n',
  );
  await expect.poll(() => stockCheck('HONEY', 'KNY')).toEqual([5, true]);
});

test('concurrent stock adjustments never go below 0: ten of twelve succeed', async () => {
  await run('stock', 'set', 'HONEY', '10');
  const ended = await Promise.all(Array.from({ length: 12 }, () => run('stock', 'adjust', 'HONEY', '-1')));
  expect(ended.filter(({ code }) => code === 0)).toHaveLength(10);
  expect((await run('stock', 'show', 'HONEY')).out).toContain('  shop  0, sold out\n');
});

test('stock low lists the lowest stock first, without products that allow unlimited backorders', async () => {
  await run('stock', 'set', 'RUSKS', '3');
  expect((await run('stock', 'low')).out).toMatch(
    /^ {5}0 {2}HONEY {2}Fynbos.*\n {5}3 {2}RUSKS {2}Butter.*\n2 items\n$/,
  );
  expect((await run('stock', 'low', '6')).out).toContain('5  HONEY (KNY)');
  expect((await run('stock', 'low', '0')).out).toBe('0 items\n');
});

test('stock rejects invalid arguments with one sentence and changes nothing', async () => {
  const commands: Record<string, string> = {
    'stock set RUSKS -1': '-1 is negative. Nothing was changed.',
    'stock set RUSKS many': '"many" is no quantity',
    'stock set NOBODY 1': 'There is no product NOBODY.',
    'stock set RUSKS 1 --store ABC': 'There is no store ABC.',
    'stock set RUSKS': 'npm run admin -- stock set SKU QTY',
    'stock adjust RUSKS -4': 'RUSKS has 3, so -4 is not possible. Nothing was changed.',
    'stock adjust RUSKS 4': 'npm run admin -- stock adjust SKU ±N',
    'stock adjust GIFT +4': 'GIFT is not counted: set its quantity with stock set.',
    'stock adjust TEA +1 --store KNY': 'TEA in KNY has no stock of its own',
    'stock adjust RUSKS +999999999': 'RUSKS has 3, so +999999999 is not possible.',
    'stock low few': '"few" is no quantity',
  };
  const before = await stateOf(shop.db);
  for (const [commandLine, sentence] of Object.entries(commands)) {
    const { code, err } = await run(...commandLine.split(' '));
    expect([commandLine, code, err]).toEqual([commandLine, 1, expect.stringContaining(sentence)]);
    expect(err.trim().split('\n')).toHaveLength(1);
  }
  expect(await stateOf(shop.db)).toEqual(before);
});
