import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importShop } from '../../shop-import.ts';

/** Files as people paste and export them: invisible characters, several spaces, printed dashes (spec D34). */
let shop: FreshDatabase;
beforeAll(async () => {
  shop = await freshDatabase();
});
afterAll(() => shop.drop());
beforeEach(async () => {
  for (const table of ['product', 'category'] as const) await shop.db.deleteFrom(table).execute();
});

const header = 'sku,name,categories,colour,price_incl_tax,tax_class,qty';
const importRows = (...rows: string[]) =>
  withFiles({ 'products.csv': `${[header, ...rows].join('\n')}\n` }, (folder) => importShop(shop.db, folder));
const skus = async () =>
  (await shop.db.selectFrom('product').select('sku').orderBy('sku').execute()).map(({ sku }) => sku);
const categoryNames = async () =>
  (await shop.db.selectFrom('category').select('name').where('level', '>', 1).execute()).map(
    ({ name }) => name,
  );
const optionsOf = async (code: string) => {
  const { rows } = { rows: await shop.db.selectFrom('attribute_option').selectAll().execute() };
  const attribute = await shop.db
    .selectFrom('attribute')
    .selectAll()
    .where('attribute_code', '=', code)
    .executeTakeFirst();
  return rows.filter((row) => row.attribute_id === attribute?.attribute_id).map(({ label }) => label);
};

const spellings = [
  'Caf\u00e9',
  'Cafe\u0301',
  'Caf\u00e9\u200b',
  '\ufeffCaf\u00e9',
  'Ca\u00adf\u00e9',
  '\u202aCaf\u00e9\u202c',
  '\u00a0Caf\u00e9 ',
];

test('every spelling of a category and an option value is the same one', async () => {
  const report = await importRows(
    ...spellings.map((text, index) => `C${index},Coffee ${index},${text} > ${text},${text},10,standard,1`),
  );
  expect(report.problems).toEqual([]);
  expect(await categoryNames()).toEqual(['Caf\u00e9', 'Caf\u00e9']);
  expect((await optionsOf('colour')).filter((label) => label.startsWith('Caf'))).toEqual(['Caf\u00e9']);
});

test.each(['OAT\u20111', 'OAT\u22121', 'OAT\u20131', '\u200bOAT-1', 'OAT-1\u00a0', '\u2066OAT-1\u2069'])(
  'the SKU %j is the SKU OAT-1',
  async (sku) => {
    await importRows('OAT-1,Oats,Food,Acme,10,standard,1');
    const report = await importRows(`${sku},Rolled oats,Food,Acme,10,standard,1`);
    expect(report.products).toMatchObject({ created: 0, updated: 1 });
    expect(await skus()).toEqual(['OAT-1']);
  },
);

test.each([
  'R\u200b39,99',
  '\u0663\u0669\u066b\u0669\u0669',
  '\uff13\uff19.\uff19\uff19',
  '\u202a39.99\u202c',
  '\u2009R\u00a039.99',
])('the price %j is 39.99', async (price) => {
  const report = await importRows(`P,Milk,Food,Acme,"${price}",zero,1`);
  expect(report.problems).toEqual([]);
  const stored = await shop.db.selectFrom('product_price').select('price').executeTakeFirstOrThrow();
  expect(Number(stored.price)).toBe(399_900);
});

test.each([
  ['Salt &amp; vinegar', 'Salt & vinegar'],
  ['Cr&egrave;me fra&icirc;che', 'Crème fraîche'],
  ['Ouma&#39;s rusks', "Ouma's rusks"],
  ['Mac &#x26; cheese', 'Mac & cheese'],
  ['Tea&nbsp;bags &frac12;', 'Tea bags ½'],
  ['AT&T', 'AT&T'],
])('entities of a name are decoded: %j is %j', async (written, name) => {
  await importRows(`E,${written},${written},Acme,10,standard,1`);
  expect(await shop.db.selectFrom('product').select('name').executeTakeFirst()).toEqual({ name });
  expect(await categoryNames()).toEqual([name]);
});

test('a name has one kind of space, and emoji stay whole', async () => {
  await importRows('N,Rolled\u00a0\u2003oats 👩🏽‍🍳,Food,Acme,10,standard,1');
  const { name } = await shop.db.selectFrom('product').select('name').executeTakeFirstOrThrow();
  expect(name).toBe('Rolled oats 👩🏽‍🍳');
});

test('a product, a category and an option that are stored in another spelling are found', async () => {
  await importRows('OLD-1,Oats,Caf\u00e9,Caf\u00e9,10,standard,1');
  await shop.db.updateTable('product').set({ sku: 'OLD\u20111' }).execute();
  await shop.db.updateTable('category').set({ name: 'Cafe\u0301' }).where('level', '>', 1).execute();
  for (const sku of ['OLD\u20111', 'OLD-1']) {
    const report = await importRows(`${sku},Oats,Caf\u00e9,Caf\u00e9,10,standard,1`);
    expect(report).toMatchObject({ products: { created: 0 }, categories: { created: 0 }, options: 0 });
  }
  expect(await skus()).toEqual(['OLD\u20111']);
});

test('a SKU with the separators of lists, in quotes, is found in another spelling', async () => {
  const written = ['OLD-1|KG', 'OLD-2;KG', 'OLD-3'];
  const old = written.map((sku) => sku.replace('-', '\u2011'));
  await importRows(...written.map((sku) => `${sku},Oats,Food,Acme,10,standard,1`));
  for (const [at, sku] of old.entries())
    await shop.db.updateTable('product').set({ sku }).where('sku', '=', written[at]!).execute();
  const related = '"""OLD-1|KG""|""OLD-2;KG""|OLD-3"';
  const rows = ['OLD-1|KG,Oats,10,', '"OLD-2;KG",Oats,10,', `NEW,Rusks,10,${related}`];
  const report = await withFiles(
    { 'products.csv': `sku,name,price_incl_tax,related\n${rows.join('\n')}\n` },
    (folder) => importShop(shop.db, folder),
  );
  expect(report).toMatchObject({ problems: [], products: { created: 1 } });
  expect(await skus()).toEqual(['NEW', ...old].toSorted());
  const product = shop.db.selectFrom('product').select('product_links').where('sku', '=', 'NEW');
  const { product_links } = await product.executeTakeFirstOrThrow();
  expect(product_links.map((link) => link.linked_product_sku)).toEqual(old);
});
