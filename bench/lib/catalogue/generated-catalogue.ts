import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Generates a catalogue of any size for benchmarks, in the columns of `npm run import`. The same size
 * always gives the same products. One row in twenty is a configurable product with three pack sizes below
 * it.
 */
export async function writeCatalogue(folder: string, count: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeReferenceData(folder);
  await writeFile(join(folder, 'categories.csv'), categoriesFile());
  await writeFile(join(folder, 'products.csv'), table(columns, products(count)));
}

/**
 * Generates one product with so many variants: ten colours, the rest by sizes, each with its own price,
 * special price and stock.
 * @returns its `url_path`
 */
export async function writeFamily(folder: string, count: number): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeReferenceData(folder);
  const parent: Row = {
    ...productRow(1, ['Karoo'], numbers(7)),
    name: 'Paint',
    url_path: 'paint',
    visibility: 4,
  };
  const children = Array.from({ length: count }, (_, at) => ({
    ...parent,
    sku: `PAINT-${at}`,
    parent_sku: parent.sku!,
    name: `Paint ${at}`,
    price_incl_tax: (20 + at).toFixed(2),
    special_price_incl_tax: at % 9 === 0 ? (15 + at).toFixed(2) : '',
    qty: at % 25 === 0 ? 0 : at + 1,
    visibility: 1,
    url_path: '',
    packsize: `${Math.floor(at / 10) + 1} L`,
    colour: `Shade ${at % 10}`,
    image: `/demo/paint-${at}.svg`,
  }));
  const family = { type_id: 'configurable', configurable_attributes: 'packsize|colour' };
  const empty = { price_incl_tax: '', special_price_incl_tax: '', qty: '', packsize: '', colour: '' };
  await writeFile(
    join(folder, 'products.csv'),
    table(columns, [{ ...parent, ...empty, ...family }, ...children]),
  );
  return 'paint';
}

/**
 * Taxes and attributes of the demo range. Options are left out, because the generated products bring their
 * own.
 */
async function writeReferenceData(folder: string): Promise<void> {
  await copyFile(join(demo, 'taxes.csv'), join(folder, 'taxes.csv'));
  const attributes = await readFile(join(demo, 'attributes.csv'), 'utf8');
  const plain = attributes
    .split('\n')
    .map((line) => line.split(',').slice(0, columnsBeforeOptions).join(','));
  await writeFile(join(folder, 'attributes.csv'), plain.join('\n'));
}

/** Code, labels, input and comparability. The columns after them are option names. */
const columnsBeforeOptions = 6;

const demo = fileURLToPath(new URL('../../../catalogue/demo/', import.meta.url));

type Row = Record<string, string | number>;

const columns = [
  ...['sku', 'type_id', 'parent_sku', 'configurable_attributes', 'name', 'categories', 'tax_class'],
  ...['price_incl_tax', 'special_price_incl_tax', 'qty', 'visibility', 'position', 'url_path', 'brand'],
  ...['product_brand', 'product_type', 'product_subtype', 'product_range', 'packsize', 'colour', 'material'],
  ...['image', 'short_description', 'description'],
];

const tastes = splitList(
  'golden smoky crunchy creamy roasted organic wild fresh salted spicy sweet dark mild ripe whole rolled toasted dried frozen baked honeyed peppered herbed lemony minted vanilla ginger coconut berry maple',
);
const nouns = splitList(
  'oats rice pasta beans lentils chickpeas flour sugar salt honey jam butter yoghurt cheese milk juice tea coffee cocoa rusks biscuits crackers bread rolls muesli granola nuts raisins dates mango apple pear peach tomato onion carrot pepper spinach rocket tuna pilchards chicken mince biltong boerewors oil vinegar sauce relish pickle soup stock curry masala samp mielies popcorn soap shampoo cleaner tissue candle',
);
const sizes = splitList('250g 500g 1kg 2kg 2,5kg 100g 750ml 1L 2L 330ml 6x200ml 30s');
const colours = splitList('Red Green Blue White Brown Yellow Pink Black');
const materials = splitList('Glass Tin Paper Card Steel');
const ranges = splitList('Everyday Wholefood Harvest Kitchen Premium');
const syllables = splitList('ka ma ro li ve tu sho na be lu wa di mo fa re ndi po sa');
const departments = Array.from({ length: 10 }, (_, at) => `Department ${at + 1}`);
const subcategories = departments.flatMap((name) =>
  Array.from({ length: 6 }, (_, at) => `${name} > Shelf ${name.slice(11)}.${at + 1}`),
);

function categoriesFile(): string {
  const rows = [...departments, ...subcategories].map((path, at) => ({
    path,
    position: at * 10,
    description: '',
    is_active: 'yes',
    include_in_menu: 'yes',
  }));
  return table(Object.keys(rows[0]!), rows);
}

function products(count: number): Row[] {
  const random = numbers(7);
  const brands = Array.from({ length: 180 }, () => brandName(random));
  const rows: Row[] = [];
  while (rows.length < count) {
    const product = productRow(rows.length, brands, random);
    const family = rows.length % 20 === 0 && rows.length + 3 < count;
    rows.push(...(family ? withChildren(product) : [product]));
  }
  return rows;
}

function productRow(number: number, brands: readonly string[], random: () => number): Row {
  const [brand, taste, noun] = [pick(brands, random), pick(tastes, random), pick(nouns, random)];
  const size = pick(sizes, random);
  const price = Math.round(500 * 400 ** random()) / 100 + 5;
  return {
    sku: `GEN-${number}`,
    type_id: 'simple',
    name: `${brand} ${capital(taste)} ${capital(noun)} ${size}`,
    categories: pick(subcategories, random),
    tax_class: random() < 0.3 ? 'zero' : 'standard',
    price_incl_tax: price.toFixed(2),
    special_price_incl_tax: random() < 0.07 ? (price * 0.8).toFixed(2) : '',
    qty: random() < 0.04 ? 0 : Math.ceil(random() * 200),
    position: Math.floor(random() * 10_000),
    url_path: `gen-${number}`,
    brand,
    product_brand: brand,
    product_type: capital(noun),
    product_subtype: `${capital(taste)} ${noun}`,
    product_range: pick(ranges, random),
    packsize: size,
    colour: random() < 0.3 ? pick(colours, random) : '',
    material: random() < 0.5 ? pick(materials, random) : '',
    image: `/demo/gen-${number}.svg`,
    short_description: `${capital(taste)} ${noun} by ${brand}.`,
    description: `${capital(taste)} ${noun} from ${brand}, packed in ${size}. Goes well with ${pick(nouns, random)} and ${pick(nouns, random)}. Keep in a cool, dry place.`,
  };
}

function withChildren(parent: Row): Row[] {
  const children = ['250g', '500g', '1kg'].map((packsize, at) => ({
    ...parent,
    sku: `${parent.sku}-${packsize}`,
    parent_sku: parent.sku!,
    name: `${parent.name} ${packsize}`,
    price_incl_tax: (Number(parent.price_incl_tax) * (at + 1)).toFixed(2),
    special_price_incl_tax: '',
    visibility: 1,
    url_path: '',
    packsize,
  }));
  const empty = { price_incl_tax: '', special_price_incl_tax: '', qty: '', packsize: '' };
  return [{ ...parent, ...empty, type_id: 'configurable', configurable_attributes: 'packsize' }, ...children];
}

function brandName(random: () => number): string {
  return capital(Array.from({ length: 3 }, () => pick(syllables, random)).join(''));
}

function table(names: readonly string[], rows: readonly Row[]): string {
  const cell = (value: string | number = '') => (/[",\n]/.test(`${value}`) ? `"${value}"` : value);
  return `${[names, ...rows.map((row) => names.map((name) => cell(row[name])))].map((row) => row.join(',')).join('\n')}\n`;
}

/** Pseudo-random numbers from 0 to 1, the same sequence for the same seed. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Picks one entry. */
export function pick<Entry>(entries: readonly Entry[], random: () => number): Entry {
  return entries[Math.floor(random() * entries.length)]!;
}

function splitList(list: string): string[] {
  return list.split(' ');
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
