import { importShop } from '@fynbos/api/shop-import.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { openShopOn, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Files may repeat the ids of options; documents have ids that are unique in the catalogue (ADR-013). */

const cell = (options: object) => `"${JSON.stringify(options).replaceAll('"', '""')}"`;
const value = (title: string, option_type_id?: number) => ({ title, price: 1, option_type_id });
const link = (sku: string, id?: string) => ({ sku, id });
const print = [
  { option_id: 1, title: 'Colour', type: 'radio', values: [value('Black', 1), value('Gold', 2)] },
  {
    option_id: 2,
    title: 'Extras',
    type: 'checkbox',
    values: [value('Ribbon', 1), value('Card', 1), value('Box', 2)],
  },
];
const tray = [
  { option_id: 1, title: 'Hot', product_links: [link('TEA', '1'), link('OATS', 'second')] },
  { option_id: 2, title: 'Sweet', product_links: [link('TEA', '1'), link('OATS', '1')] },
];
const unnumbered = [{ title: 'Grind', type: 'radio', values: [value('Fine'), value('Coarse')] }];
const header = 'sku,type_id,name,price_incl_tax,tax_class,qty,bundle_options,custom_options\n';
const rows = [
  'TEA,simple,Tea,60.00,standard,9,,\n',
  'OATS,simple,Oats,50.00,standard,9,,\n',
  `MUG,simple,Mug,100.00,standard,9,,${cell(print)}\n`,
  `CUP,simple,Cup,100.00,standard,9,,${cell(print)}\n`,
  `TRAY,bundle,Tray,,standard,,${cell(tray)},${cell(unnumbered)}\n`,
  `TABLE,bundle,Table,,standard,,${cell(tray)},\n`,
];

interface Document {
  sku: string;
  bundle_options: {
    option_id: number;
    title: string;
    product_links: { id: string; sku: string; option_id: number }[];
  }[];
  custom_options: { option_id: number; title: string; values: { option_type_id: number; title: string }[] }[];
}

let shop: TestShop;
beforeAll(async () => {
  shop = await openShopOn(await freshDatabase());
  await importRows(rows);
});
afterAll(() => shop.close());

const importFiles = (files: Record<string, string>) =>
  withFiles(files, (folder) => importShop(shop.db, folder));
const importRows = (lines: readonly string[]) => importFiles({ 'products.csv': header + lines.join('') });

/** All documents, once the shop has read the imported products. */
async function documents(
  isRead: (all: Document[]) => boolean = (all) => all.length > 0,
): Promise<Document[]> {
  let all: Document[] = [];
  await expect
    .poll(async () => {
      const { body } = await shop.post('/api/catalog/fynbos/product/_search', { size: 50, sort: 'sku' });
      all = body.items;
      return isRead(all);
    })
    .toBe(true);
  return all;
}

const optionsIn = (all: readonly Document[]) =>
  all.flatMap(({ bundle_options, custom_options }) => [...bundle_options, ...custom_options]);
const valuesIn = (all: readonly Document[]) =>
  all.flatMap(({ custom_options }) => custom_options).flatMap(({ values }) => values);
const linksIn = (all: readonly Document[]) =>
  all.flatMap(({ bundle_options }) => bundle_options).flatMap(({ product_links }) => product_links);
const isUnique = (ids: readonly unknown[]) => new Set(ids).size === ids.length;

/** The ids by product and titles. */
const named = (all: readonly Document[]) =>
  Object.fromEntries(
    all.flatMap(({ sku, bundle_options, custom_options }) => [
      ...custom_options.flatMap(({ option_id, title, values }) => [
        [`${sku} ${title}`, option_id],
        ...values.map((entry) => [`${sku} ${title} ${entry.title}`, entry.option_type_id]),
      ]),
      ...bundle_options.flatMap(({ option_id, title, product_links }) => [
        [`${sku} ${title}`, option_id],
        ...product_links.map((entry) => [`${sku} ${title} ${entry.sku}`, entry.id]),
      ]),
    ]),
  );

describe('an import of products with repeated option ids', () => {
  test('assigns ids that are unique in the catalogue, and keeps those that are free', async () => {
    const all = await documents();
    expect(optionsIn(all)).toHaveLength(9);
    expect(isUnique(optionsIn(all).map(({ option_id }) => option_id))).toBe(true);
    expect(isUnique(valuesIn(all).map(({ option_type_id }) => option_type_id))).toBe(true);
    expect(isUnique(linksIn(all).map(({ id }) => id))).toBe(true);
    expect(linksIn(all).every(({ id }) => /^\d+$/.test(id))).toBe(true);
    for (const { option_id, product_links } of all.flatMap(({ bundle_options }) => bundle_options))
      expect(product_links.map((entry) => entry.option_id)).toEqual([option_id, option_id]);
    expect(named(all)).toMatchObject({
      'MUG Colour': 1,
      'MUG Extras': 2,
      'MUG Colour Black': 1,
      'MUG Colour Gold': 2,
    });
  });

  test('assigns the same ids at each import, whatever the order of products, options and values', async () => {
    const before = named(await documents());
    await importRows(rows.toReversed());
    const turned = print.toReversed().map((option, index) => ({
      ...option,
      values: index === 0 ? option.values : option.values.toReversed(),
    }));
    const bag = [{ option_id: 7, title: 'Bag', type: 'checkbox', values: [value('Yes', 1)] }, ...turned];
    await importRows([`CUP,simple,Cup,100.00,standard,9,,${cell(bag)}\n`]);
    const after = await documents((all) => Object.hasOwn(named(all), 'CUP Bag'));
    expect(named(after)).toMatchObject(before);
    expect(named(after)['CUP Bag']).toBe(7);
    expect(isUnique(valuesIn(after).map(({ option_type_id }) => option_type_id))).toBe(true);
    // An option that comes back has its former ids.
    await importRows(rows);
    expect(named(await documents((all) => !Object.hasOwn(named(all), 'CUP Bag')))).toEqual(before);
  });

  test('recognises the documents of the shop itself', async () => {
    const before = await documents();
    const lines = before.map((document) => JSON.stringify({ ...document, name: `${document.sku} 2` }));
    await importFiles({ 'products.jsonl': lines.join('\n') });
    const after = await documents(([first]) => (first as unknown as { name: string }).name.endsWith(' 2'));
    expect(named(after)).toEqual(named(before));
  });
});
