import { stateOf, withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importInto } from './import.ts';

/** Every kind of invalid input gives a clear report and leaves the shop unchanged. */

let shop: FreshDatabase;
beforeAll(async () => {
  shop = await freshDatabase();
  const report = await load({
    'categories.csv': 'path\nPantry\nPantry > Grains\n',
    'products.csv':
      'sku,type_id,parent_sku,configurable_attributes,name,price,packsize,url_path\nKEPT,simple,,,Kept,1,,kept\n' +
      'FAM,configurable,,packsize,Family,,,family\nFAM-1,simple,FAM,,One,1,1 kg,\n',
  });
  expect(report.problems).toEqual([]);
});
afterAll(() => shop.drop());

const load = (files: Record<string, string | Buffer>) =>
  withFiles(files, (folder) => importInto(shop.db, folder));

async function refused(files: Record<string, string | Buffer>) {
  const before = await stateOf(shop.db);
  const report = await load(files);
  expect(await stateOf(shop.db)).toEqual(before);
  expect(report.ok).toBe(false);
  return report;
}

/** The case, a table of products, and the expected position and reason of each problem. */
const tables: [string, string, [number, string, string][]][] = [
  [
    'importInto rejects a repeated sku',
    'sku,name,price\nA,A,1\nB,B,1\nA,A again,1\n',
    [[4, 'sku', 'stands already in products.csv, line 2']],
  ],
  ['no sku', 'sku,name,price\n,A,1\n', [[2, 'sku', 'missing']]],
  ['importInto rejects a table without a sku column', 'name,price\nA,1\n', [[1, 'sku', 'missing']]],
  ['importInto rejects an unknown column', 'sku,name,prize\nA,A,1\n', [[1, 'prize', 'is no column']]],
  [
    'importInto rejects texts of an unknown store view',
    'sku,name,price,name_fr\nA,A,1,B\n',
    [[1, 'name_fr', 'is no column']],
  ],
  ['importInto rejects a new product without a name', 'sku,price\nA,1\n', [[2, 'name', 'needs a name']]],
  ['importInto rejects a new product without a price', 'sku,name\nA,A\n', [[2, 'price', 'needs a price']]],
  ['importInto rejects a negative price', 'sku,name,price\nA,A,-1\n', [[2, 'price', 'negative']]],
  [
    'importInto rejects a negative special price',
    'sku,name,price,special_price\nA,A,1,-0.5\n',
    [[2, 'special_price', 'negative']],
  ],
  [
    'importInto rejects a price with too many decimals',
    'sku,name,price_incl_tax\nA,A,1.999\n',
    [[2, 'price_incl_tax', 'two decimals']],
  ],
  ['importInto rejects a price that is no number', 'sku,name,price\nA,A,POA\n', [[2, 'price', 'no price']]],
  [
    'importInto rejects a price both with and without tax',
    'sku,name,price,price_incl_tax\nA,A,1,1.15\n',
    [[2, 'price_incl_tax', 'keep one']],
  ],
  [
    'importInto rejects a store view with a special price only',
    'sku,name,price,special_price_de\nA,A,1,1\n',
    [[2, 'special_price_de', 'no price']],
  ],
  [
    'importInto rejects a special price that ends before it begins',
    'sku,name,price,special_price,special_from_date,special_to_date\nA,A,2,1,2026-12-01,2026-11-01\n',
    [[2, 'special_to_date', 'before it begins']],
  ],
  [
    'importInto rejects an invalid date',
    'sku,name,price,special_from_date\nA,A,2,32/13/2026\n',
    [[2, 'special_from_date', 'not in the calendar']],
  ],
  [
    'importInto rejects an unknown tax class',
    'sku,name,price,tax_class\nA,A,1,luxury\n',
    [[2, 'tax_class', 'no tax class']],
  ],
  [
    'importInto rejects an unknown type',
    'sku,name,price,type_id\nA,A,1,magic\n',
    [[2, 'type_id', 'no type']],
  ],
  [
    'importInto rejects an unknown parent',
    'sku,name,price,parent_sku\nA,A,1,NOBODY\n',
    [[2, 'parent_sku', 'no product "NOBODY"']],
  ],
  [
    'importInto rejects a product that is its own parent',
    'sku,name,price,parent_sku\nA,A,1,A\n',
    [[2, 'parent_sku', 'cycle']],
  ],
  [
    'importInto rejects a parent that is not configurable',
    'sku,name,price,parent_sku\nA,A,1,KEPT\n',
    [[2, 'parent_sku', 'not configurable']],
  ],
  [
    'importInto rejects a child without a value of the choice attribute',
    'sku,name,price,parent_sku\nA,A,1,FAM\n',
    [[2, 'packsize', 'needs a value']],
  ],
  [
    'importInto rejects two children with the same value',
    'sku,name,price,parent_sku,packsize\nA,A,1,FAM,1 KG\n',
    [[2, 'packsize', 'same values']],
  ],
  [
    'importInto rejects parents that are children of each other',
    'sku,name,type_id,configurable_attributes,parent_sku,packsize\nA,A,configurable,packsize,B,1 kg\nB,B,configurable,packsize,A,1 kg\n',
    [
      [2, 'parent_sku', 'cannot be a child'],
      [3, 'parent_sku', 'cannot be a child'],
    ],
  ],
  [
    'importInto rejects children without a choice attribute',
    'sku,name,type_id,parent_sku,price\nP,P,configurable,,\nC,C,simple,P,1\n',
    [[2, 'configurable_attributes', 'no attribute to choose']],
  ],
  [
    'importInto rejects an unknown choice attribute',
    'sku,name,type_id,configurable_attributes\nP,P,configurable,flavour\n',
    [[2, 'configurable_attributes', 'no attribute "flavour"']],
  ],
  [
    'importInto rejects a link to an unknown product',
    'sku,name,price,related\nA,A,1,KEPT|NOBODY\n',
    [[2, 'related', 'no product "NOBODY"']],
  ],
  [
    'importInto rejects a bundle with an unknown product',
    'sku,name,type_id,bundle_options\nA,A,bundle,"[{""title"":""T"",""product_links"":[{""sku"":""NOBODY""}]}]"\n',
    [[2, 'bundle_options', 'no product "NOBODY"']],
  ],
  [
    'importInto rejects options that are no JSON',
    'sku,name,price,custom_options\nA,A,1,[{\n',
    [[2, 'custom_options', 'no JSON']],
  ],
  [
    'importInto rejects options without a title',
    'sku,name,price,custom_options\nA,A,1,"[{""type"":""field""}]"\n',
    [[2, 'custom_options', 'no title']],
  ],
  [
    'importInto rejects a category without a name',
    'sku,name,price,categories\nA,A,1,Pantry > > Rice\n',
    [[2, 'categories', 'has no name']],
  ],
  [
    'importInto rejects an address of a fixed route',
    'sku,name,price,url_path\nA,A,1,checkout/oats\n',
    [[2, 'url_path', 'fixed route']],
  ],
  [
    'importInto rejects an invalid address',
    'sku,name,price,url_path\nA,A,1,../oats\n',
    [[2, 'url_path', 'is not a valid address']],
  ],
  [
    'importInto rejects the address of another product',
    'sku,name,price,url_path\nA,A,1,kept\n',
    [[2, 'url_path', 'already the address of the product KEPT']],
  ],
  [
    'importInto rejects the address of another row',
    'sku,name,price,url_path\nA,A,1,same\nB,B,1,same\n',
    [[3, 'url_path', 'already the address of the product A']],
  ],
  [
    'importInto rejects the address of a category',
    'sku,name,price,url_path\nA,A,1,pantry/grains\n',
    [[2, 'url_path', 'already the address of the category']],
  ],
  [
    'importInto rejects a quantity that is no number',
    'sku,name,price,qty\nA,A,1,many\n',
    [[2, 'qty', 'no quantity']],
  ],
  [
    'importInto rejects a negative minimum quantity',
    'sku,name,price,min_sale_qty\nA,A,1,-2\n',
    [[2, 'min_sale_qty', 'negative']],
  ],
  [
    'importInto rejects a quantity with two meanings',
    'sku,name,price,qty\nA,A,1,"1,234"\n',
    [[2, 'qty', 'two meanings']],
  ],
  [
    'importInto rejects an invalid boolean',
    'sku,name,price,is_special\nA,A,1,perhaps\n',
    [[2, 'is_special', 'neither yes nor no']],
  ],
  [
    'importInto rejects two values of a single-choice attribute',
    'sku,name,price,colour\nA,A,1,Red|Blue\n',
    [[2, 'colour', 'one value']],
  ],
  [
    'importInto rejects an invalid tier price',
    'sku,name,price,tier_prices\nA,A,1,six for two\n',
    [[2, 'tier_prices', 'no tier']],
  ],
  ['importInto rejects a truncated row', 'sku,name,price\nA,A,1\nB,B', [[3, 'name', 'cut off']]],
  ['importInto rejects a truncated cell', 'sku,name,price\nA,A,1\nB,"B', [[3, '', 'never closed']]],
  ['importInto rejects an empty file', '', [[1, '1', 'empty']]],
];

test.each(tables)('%s', async (_what, text, expected) => {
  const { problems } = await refused({ 'products.csv': text });
  expect(problems).toHaveLength(expected.length);
  for (const [index, [line, column, reason]] of expected.entries()) {
    expect(problems[index]).toMatchObject({
      file: 'products.csv',
      line,
      reason: expect.stringContaining(reason),
    });
    if (column) expect(problems[index]?.column).toBe(column);
  }
});

describe('importInto rejects bytes that are no text', () => {
  test.each([
    ['damaged UTF-8', Buffer.from('sku,name,price\nA,Caf\u00e9 \xc3\xa9,1\n', 'latin1'), 2, 'not UTF-8'],
    ['a NUL byte', Buffer.from('sku,name,price\nA,A\u0000,1\n'), 2, 'NUL'],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004'), 1, 'spreadsheet'],
  ])('%s', async (_what, bytes, line, reason) => {
    const { problems } = await refused({ 'products.csv': bytes });
    expect(problems).toMatchObject([{ file: 'products.csv', line, reason: expect.stringContaining(reason) }]);
  });
});

describe('JSON lines', () => {
  const validLine = '{"sku":"A","name":"A","price":1}';
  test.each([
    ['with a truncated line are rejected', `${validLine}\n{"sku":"B","name":"B"`, [[2, 'no JSON']]],
    ['with a line that is no entity are rejected', `${validLine}\n[1,2]\n`, [[2, 'no entity']]],
    [
      'with a NUL in a text are rejected',
      `${validLine}\n{"sku":"B","name":"B\\u0000","price":1}`,
      [[2, 'NUL']],
    ],
    [
      'with two different documents of a sku are rejected',
      `${validLine}\n{"sku":"A","name":"Other","price":1}`,
      [[2, 'stands already']],
    ],
    [
      'with too many decimals in a price are rejected',
      '{"sku":"A","name":"A","price":1.23456}\n',
      [[1, 'four decimals']],
    ],
    ['with a negative price are rejected', '{"sku":"A","name":"A","price":-1}\n', [[1, 'negative']]],
    [
      'with an unknown category are rejected',
      '{"sku":"A","name":"A","price":1,"category_ids":[999]}\n',
      [[1, 'no category 999']],
    ],
    [
      'with an address of a fixed route are rejected',
      '{"sku":"A","name":"A","price":1,"url_path":"/brand/a"}\n',
      [[1, 'fixed route']],
    ],
  ] as [string, string, [number, string][]][])('%s', async (_what, text, expected) => {
    const { problems } = await refused({ 'products.jsonl': text });
    expect(problems.map((problem) => problem.line)).toEqual(expected.map(([line]) => line));
    for (const [index, [, reason]] of expected.entries()) expect(problems[index]?.reason).toContain(reason);
  });
});

describe('import of categories, attributes and taxes rejects', () => {
  test('categories that are parents of each other', async () => {
    const { problems } = await refused({
      'categories.jsonl': '{"id":50,"parent_id":51,"name":"A"}\n{"id":51,"parent_id":50,"name":"B"}\n',
    });
    expect(problems.map((problem) => problem.reason)).toEqual([
      expect.stringContaining('cycle'),
      expect.stringContaining('cycle'),
    ]);
  });

  test('a category with an unknown parent', async () => {
    const { problems } = await refused({ 'categories.jsonl': '{"id":50,"parent_id":999,"name":"A"}' });
    expect(problems).toMatchObject([
      { column: 'parent_id', reason: expect.stringContaining('category 999 does not exist') },
    ]);
  });

  test('a repeated category', async () => {
    const { problems } = await refused({ 'categories.csv': 'path\nDrinks\nDrinks\n' });
    expect(problems).toMatchObject([{ line: 3, column: 'path' }]);
  });

  test('a category at a fixed route', async () => {
    const { problems } = await refused({ 'categories.csv': 'path,url_path\nSale,sale\n' });
    expect(problems).toMatchObject([
      { line: 2, column: 'url_path', reason: expect.stringContaining('fixed route') },
    ]);
  });

  test('an attribute with an invalid code or input type', async () => {
    const { problems } = await refused({
      'attributes.csv': 'code,label,input\nMy Code,Mine,text\nsize,Size,dropdown\n',
    });
    expect(problems.map((problem) => [problem.line, problem.column])).toEqual([
      [2, 'code'],
      [3, 'input'],
    ]);
  });

  test('an invalid tax rate and an invalid country', async () => {
    const { problems } = await refused({
      'taxes.csv': 'tax_class,product_tax_class_ids,country,rate\nluxury,9,South Africa,lots\n',
    });
    expect(problems.map((problem) => problem.column)).toEqual(['country', 'rate']);
  });
});

describe('the report', () => {
  test('lists every problem of the input at once', async () => {
    const { problems } = await refused({
      'products.csv': 'sku,name,price,qty\nA,,-1,x\nB,B,1,1\nB,B,1,1\n',
      'categories.csv': 'path\n >\n',
    });
    expect(problems.map(({ file, line, column }) => `${file}:${line} ${column}`)).toEqual([
      'categories.csv:2 path',
      'products.csv:2 name',
      'products.csv:2 price',
      'products.csv:2 qty',
      'products.csv:4 sku',
    ]);
  });

  test('lists the first 200 problems and counts the rest', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => `S${index},Name,-1`).join('\n');
    const report = await refused({ 'products.csv': `sku,name,price\n${rows}\n` });
    expect(report.problems).toHaveLength(200);
    expect(report.problemCount).toBeGreaterThanOrEqual(300);
  });

  test('names a missing path, and a folder without known files', async () => {
    const missing = await importInto(shop.db, '/nowhere/products.csv');
    expect(missing.problems).toMatchObject([{ reason: expect.stringContaining('no such file') }]);
    const { problems } = await refused({ 'readme.md': 'hello' });
    expect(problems).toMatchObject([{ reason: expect.stringContaining('no products') }]);
  });
});
