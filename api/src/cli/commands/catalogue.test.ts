import { stateOf } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { administer, runCommand } from '@fynbos/test-kit/processes/cli-command.ts';
import { openSmallShop, rendered } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const files = {
  'products.csv': `sku,name,type_id,parent_sku,configurable_attributes,colour,categories,tax_class,price_incl_tax,price_incl_tax_de,qty
RUSKS,Buttermilk Rusks 500 g,simple,,,,Pantry > Biscuits,standard,54.99,3.29,40
MUG,Enamel Mug,configurable,,colour,,Kitchen,standard,,,
MUG-RED,Enamel Mug Red,simple,MUG,,Red,Kitchen,standard,79.99,,3
MUG-BLUE,Enamel Mug Blue,simple,MUG,,Blue,Kitchen,standard,79.99,,0
`,
  'taxes.csv': `tax_class,product_tax_class_ids,country,rate
standard,2,ZA,15
standard,2,DE,19
`,
};

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop(files);
});
afterAll(() => shop.close());

const run = (...args: string[]) => administer(shop.db, ...args);
const finalPrice = async (sku: string) => (await rendered(shop, sku))[sku]?.final_price;

/** Expects each command to fail with its sentence and leave the shop unchanged. */
async function refused(commands: Record<string, string>): Promise<void> {
  const before = await stateOf(shop.db);
  for (const [commandLine, sentence] of Object.entries(commands)) {
    const { code, err } = await run(...commandLine.split(' '));
    expect([commandLine, code, err]).toEqual([commandLine, 1, expect.stringContaining(sentence)]);
    expect(err.trim().split('\n')).toHaveLength(1);
  }
  expect(await stateOf(shop.db)).toEqual(before);
}

test('lists, finds and shows products (OPS-3)', async () => {
  expect((await run('products', 'list')).out).toMatch(/MUG-RED +Enamel Mug Red\n.*4 products\n$/s);
  expect((await run('products', 'list', '--search', 'rusk')).out).toMatch(/^RUSKS .*\n1 product\n$/);
  expect((await run('products', 'list', '--search', '%')).out).toBe('0 products\n');
  expect((await run('products', 'show', 'RUSKS')).out).toMatch(
    /^RUSKS {2}Buttermilk Rusks 500 g\n {2}simple, on sale, in lists and in the search\n {2}\/buttermilk-rusks-500-g, changed .*\n {2}stands in Pantry > Biscuits\n {2}shop {2}R54.99 \(47.8174 without 15 % tax\)\n {2}de {2}€3.29.*\n {2}shop {2}40, in stock\n$/,
  );
  expect((await run('products', 'show', 'MUG')).out).toContain('  chosen from MUG-RED, MUG-BLUE\n');
});

test('products disable and enable take effect in a running shop (OPS-3)', async () => {
  expect((await runCommand(shop.url, 'admin', 'products', 'disable', 'RUSKS')).out).toBe(
    'RUSKS is off sale now.\n',
  );
  await expect.poll(() => finalPrice('RUSKS')).toBeUndefined();
  expect((await run('products', 'disable', 'RUSKS')).out).toBe('RUSKS is off sale already.\n');
  expect((await run('products', 'enable', 'RUSKS')).out).toBe('RUSKS is on sale now.\n');
  await expect.poll(() => finalPrice('RUSKS')).toBe(54.99);
});

test('prices set takes effect in a running shop, to the cent (spec D16)', async () => {
  for (const price of ['0.01', '129.99', '59.95']) {
    const { out } = await run('prices', 'set', 'RUSKS', price);
    expect(out).toMatch(`RUSKS costs from now on:\n  shop  R${price} (`);
    await expect.poll(() => finalPrice('RUSKS')).toBe(Number(price));
  }
  expect((await run('prices', 'set', 'RUSKS', '3.49', '--view', 'de')).out).toContain(
    '  de  €3.49 (2.9328 without 19 % tax)',
  );
  expect((await run('prices', 'show', 'RUSKS')).out).toContain('shop  R59.95 (52.1304 without 15 % tax)');
});

test('prices special sets a special price for a period and ends it (PDP-5)', async () => {
  const args = ['prices', 'special', 'RUSKS', '49.95', '--from', '2026-01-01', '--to', '2099-12-31'];
  expect((await run(...args)).out).toContain(
    'special R49.95, from 2026-01-01 00:00:00, to 2099-12-31 23:59:59, active now\n',
  );
  await expect.poll(() => finalPrice('RUSKS')).toBe(49.95);
  expect((await run('prices', 'special', 'RUSKS', 'none')).out).not.toContain('special');
  await expect.poll(() => finalPrice('RUSKS')).toBe(59.95);
});

test('prices refuses an invalid price with one sentence and changes nothing', () =>
  refused({
    'prices set RUSKS 29,99': '"29,99" is no price: digits with a point before the cents',
    'prices set RUSKS -1': 'the price -1 is negative. Nothing was changed.',
    'prices set RUSKS 1.999': 'has more than two decimals',
    'prices set RUSKS': 'npm run admin -- prices set SKU PRICE [--view CODE] [--yes]',
    'prices set RUSKS 0.00': 'A price of 0 is a mistake or a gift',
    'prices set NOBODY 1.00': 'There is no product NOBODY.',
    'prices set MUG 1.00': 'MUG is configurable: its price and its stock are those of its parts.',
    'prices set RUSKS 1.00 --view fr': 'There is no store view fr: de, it; omit it for the default view.',
    'prices set RUSKS 1.00 --store KNY': 'npm run admin -- prices set SKU PRICE [--view CODE]',
    'prices special RUSKS 59.95': 'A special price of R59.95 is not below the price, R59.95.',
    'prices special RUSKS 9.95 --from tomorrow': '"tomorrow" is no date: write 2026-11-20',
    'prices special RUSKS 9.95 --from 2026-12-02 --to 2026-12-01': 'the special ends before it begins',
    'prices special MUG-RED 9.95 --view de': 'there is no price for the store view de',
    'products disable NOBODY': 'There is no product NOBODY.',
    'products show': 'npm run admin -- products show SKU',
  }));

test('an admin command that fails prints one sentence and exits with code 1', async () => {
  expect(await runCommand(shop.url, 'admin', 'prices', 'set', 'RUSKS', '1.999')).toEqual({
    code: 1,
    out: '',
    err: 'price_incl_tax: "1.999" has more than two decimals or is too large. Nothing was changed.\n',
  });
});

test('taxes set-rate changes a tax rate on a day and ends the earlier rate just before (spec D17)', async () => {
  const { out } = await run('taxes', 'set-rate', 'standard', '15.5', '--from', '2099-04-01');
  expect(out).toContain('standard in ZA is 15.5 % from 2099-04-01 00:00:00 on (before: 15 %).\n');
  expect((await run('taxes', 'list')).out).toBe(
    `standard  product classes 2, customer groups 3
  ZA  15 %, to 2099-03-31 23:59:59, ZA-standard
  DE  19 %, DE-standard
  ZA  15.5 %, from 2099-04-01 00:00:00, ZA-standard
`,
  );
  expect(await finalPrice('RUSKS')).toBe(59.95);
  await run('taxes', 'set-rate', 'standard', '0', '--from', '2026-01-01', '--country', 'DE');
  expect((await run('taxes', 'show', 'standard')).out).toContain('DE  0 %, from 2026-01-01 00:00:00');
});

test('taxes refuses an invalid rate with one sentence and changes nothing', () =>
  refused({
    'taxes set-rate standard 16 --from 2098-01-01':
      'standard in ZA changes at that time or later already: 15.5 %, from 2099-04-01 00:00:00.',
    'taxes set-rate standard 15.5 --from 2100-01-01': 'standard in ZA is 15.5 % at that time already.',
    'taxes set-rate standard 20 --from 2026-01-01 --country FR': 'standard has no rate for the whole of FR',
    'taxes set-rate luxury 20 --from 2026-01-01': 'There is no tax rule luxury.',
    'taxes set-rate standard 15%': 'taxes set-rate CODE PERCENT --from DATE',
    'taxes set-rate standard 15% --from 2026-01-01': '"15%" is no rate in percent',
    'taxes set-rate standard 15 --from 2026-02-30': '"2026-02-30" is not in the calendar.',
    'taxes show luxury': 'There is no tax rule luxury.',
  }));
