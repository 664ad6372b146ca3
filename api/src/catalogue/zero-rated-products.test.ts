import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoFolder } from '@fynbos/test-kit/shop/demo-folder.ts';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';

/**
 * Goods that South Africa taxes with 0 % (VAT Act 89 of 1991, section 11(1)(j) and Schedule 2 Parts B and
 * C), compared with every row of the demo catalogue. Each item lists the product types that it covers.
 */
const statute: Record<string, readonly string[]> = {
  '1 brown bread': ['Bread/Brown bread'],
  '2 maize meal': ['Grains/Maize meal'],
  '3 samp, not cooked before': ['Grains/Samp'],
  '4 mealie rice': ['Grains/Mealie rice'],
  '5 dried mealies': ['Grains/Dried mealies'],
  '6, 7 and 19 dried beans, lentils and pulses': ['Pulses/*'],
  '8 pilchards in tins': ['Tinned fish/Pilchards'],
  '9 milk powder': ['Dairy/Milk powder'],
  '11 rice': ['Grains/White rice', 'Grains/Brown rice'],
  '12 vegetables, fresh or frozen': [
    ...['Vegetables/*', 'Frozen vegetables/Peas', 'Frozen vegetables/Mixed vegetables'],
    ...['Frozen vegetables/Sweetcorn', 'Frozen vegetables/Brassicas', 'Frozen vegetables/Leafy greens'],
    ...['Frozen vegetables/Squash', 'Frozen vegetables/Beans'],
  ],
  '13 fruit, fresh or frozen': ['Fruit/*', 'Frozen fruit/*'],
  '14 vegetable oil for cooking': [
    'Oils/Sunflower oil',
    'Oils/Canola oil',
    'Oils/Groundnut oil',
    'Oils/Coconut oil',
  ],
  '15 milk': ['Dairy/Fresh milk', 'Dairy/Long life milk', "Dairy/Goat's milk", 'Dairy/Lactose-free milk'],
  '16 cultured milk': ['Dairy/Maas'],
  '17 and since 2019 brown wheaten meal, bread flour and cake flour': [
    'Flour/Whole wheat flour',
    'Flour/Bread flour',
    'Flour/Cake flour',
  ],
  "18 hen's eggs, raw": ['Eggs/Hen eggs'],
  'Part C sanitary pads': [
    ...['Body care/Sanitary pads', 'Body care/Panty liners'],
    ...['Body care/Maternity pads', 'Body care/Washable pads'],
  ],
};

/** Exceptions of these items: goods that are cooked, mixed, tinned or seasoned before sale. */
const treated = [/precooked/i, /\bin brine\b|\bsauce\b|\bcurried\b|\bbaked\b/i, /pearl barley/i];
const preparedKinds = ['Vegetables/Ready to cook'];

interface Row {
  sku: string;
  type_id: string;
  name: string;
  tax_class: string;
  product_type: string;
  product_subtype: string;
  attr_ingredients: string;
  associated: string;
  bundle_options: string;
}

const rows = readdirSync(demoFolder)
  .filter((name) => /^products.*\.csv$/.test(name))
  .flatMap((name) => parse(readFileSync(join(demoFolder, name), 'utf8'), { columns: true }) as Row[]);
const bySku = new Map(rows.map((row) => [row.sku, row]));

function itemOf({ product_type, product_subtype, name, attr_ingredients }: Row): string | undefined {
  const kinds = [`${product_type}/${product_subtype}`, `${product_type}/*`];
  if (kinds.some((kind) => preparedKinds.includes(kind))) return undefined;
  const item = Object.keys(statute).find((item) => statute[item]!.some((kind) => kinds.includes(kind)));
  const isPilchard = item?.startsWith('8') ?? false;
  return !isPilchard && treated.some((pattern) => pattern.test(`${name} ${attr_ingredients}`))
    ? undefined
    : item;
}

const partsOf = ({ associated, bundle_options }: Row): string[] => [
  ...associated.split('|').flatMap((link) => link.replace(/:\d+$/, '') || []),
  ...[...bundle_options.matchAll(/"sku":\s*"([^"]+)"/g)].map(([, sku]) => sku!),
];

describe('VAT in the demo catalogue', () => {
  const single = rows.filter((row) => !['grouped', 'bundle'].includes(row.type_id));

  test('is 0 % exactly for the goods that the law names', () => {
    expect(rows.length).toBeGreaterThan(1600);
    const wrong = single.filter((row) => (row.tax_class === 'zero') !== (itemOf(row) !== undefined));
    expect(wrong.map(({ sku, tax_class, name }) => `${sku} ${tax_class}: ${name}`)).toEqual([]);
  });

  test.each(Object.keys(statute))('covers goods of item %s', (item) => {
    expect(single.some((row) => itemOf(row) === item)).toBe(true);
  });

  test('of a set is 0 % only when it is 0 % for all its parts', () => {
    const sets = rows.filter((row) => ['grouped', 'bundle'].includes(row.type_id));
    expect(sets.length).toBeGreaterThan(10);
    const wrong = sets.filter((row) => {
      const parts = partsOf(row).map((sku) => bySku.get(sku)!);
      return (row.tax_class === 'zero') !== parts.every((part) => part.tax_class === 'zero');
    });
    expect(wrong.map(({ sku }) => sku)).toEqual([]);
  });
});
