import { documentedColumns, documentedKeys } from '@fynbos/test-kit/columns/documented-columns.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Every key of front matter and every column of hierarchy.csv that `docs/import.md` lists has an effect. */
const section = 'content: pages, blocks and menus';

/** What a value does: the page or the node shows it, and another value where it is not given. */
interface Effect {
  value: string;
  shows: object | undefined;
  else: object | undefined;
}

const keys: Record<string, Effect> = {
  title: { value: 'Given', shows: { title: 'Given' }, else: { title: 'Plain' } },
  content_heading: {
    value: 'Given',
    shows: { content_heading: 'Given' },
    else: { content_heading: 'Plain' },
  },
  meta_title: { value: 'Given', shows: { meta_title: 'Given' }, else: { meta_title: 'Plain' } },
  meta_description: {
    value: 'Given',
    shows: { meta_description: 'Given' },
    else: { meta_description: '' },
  },
  meta_keywords: { value: 'given', shows: { meta_keywords: 'given' }, else: { meta_keywords: '' } },
  layout: { value: 'minimal', shows: { page_layout: 'minimal' }, else: { page_layout: 'default' } },
  position: { value: '7', shows: { sort_order: 7 }, else: { sort_order: 0 } },
  products: { value: 'TEA x 2', shows: { products: [{ sku: 'TEA', qty: 2 }] }, else: {} },
  active: { value: 'no', shows: undefined, else: { active: true } },
  updated: {
    value: '2026-02-03',
    shows: { update_time: '2026-02-03 00:00:00' },
    else: { update_time: expect.not.stringContaining('2026-02-03') },
  },
};

const columns: Record<string, Effect> = {
  identifier: { value: 'given', shows: { identifier: 'given' }, else: undefined },
  parent: { value: 'menu', shows: { parent: 'menu', level: 2 }, else: { parent: null, level: 1 } },
  page: {
    value: 'title-on',
    shows: { page: 'title-on', url_path: 'title-on' },
    else: { page: null, url_path: null },
  },
  title: { value: 'Given', shows: { title: 'Given' }, else: { title: 'Plain' } },
  title_de: { value: 'Titel', shows: { title: 'Titel', lang: 'de' }, else: { title: 'Plain', lang: 'en' } },
  title_it: { value: 'Titolo', shows: { title: 'Titolo', lang: 'it' }, else: { title: 'Plain', lang: 'en' } },
  position: { value: '1000', shows: { position: 1000 }, else: { position: expect.any(Number) } },
};

const nameOf = (key: string) => key.replaceAll('_', '-');
const pageOf = (lines: Record<string, string>) =>
  `---\n${Object.entries({ title: 'Plain', ...lines })
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('')}---\n\nText.\n`;

const pages = Object.entries(keys).flatMap(([key, { value }]) => [
  [`content/pages/${nameOf(key)}-on.en.md`, pageOf({ [key]: value })],
  [`content/pages/${nameOf(key)}-off.en.md`, pageOf({})],
]);
const header = Object.keys(columns);
const nodes = [
  { identifier: 'menu', title: 'Menu' },
  ...header.flatMap((column) => [
    { identifier: `${nameOf(column)}-on`, title: 'Plain', [column]: columns[column]!.value },
    { identifier: `${nameOf(column)}-off`, title: 'Plain' },
  ]),
];
const hierarchy = [
  header,
  ...nodes.map((node: Record<string, string>) => header.map((name) => node[name] ?? '')),
];

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop({
    'products.csv': 'sku,name,price\nOATS,Oats,10\n',
    'content/hierarchy.csv': hierarchy.map((row) => `${row.join(',')}\n`).join(''),
    ...Object.fromEntries(pages),
  });
});
afterAll(() => shop?.close());

async function readPage(identifier: string): Promise<object | undefined> {
  const { body } = await shop.get(`/api/ext/cms-data/cmsPageIdentifier/${identifier}/storeId/0`);
  return body.code === 200 ? body.result : undefined;
}

async function readNode(identifier: string, language: string): Promise<object | undefined> {
  const body = { filters: { identifier: { eq: identifier } } };
  const { body: results } = await shop.post('/api/catalog/fynbos/cms_hierarchy/_search', body, {
    'accept-language': language,
  });
  return results.items[0];
}

async function expectEffect(
  read: (end: string) => Promise<object | undefined>,
  effect: Effect,
): Promise<void> {
  for (const [end, expected] of [['on', effect.shows] as const, ['off', effect.else] as const]) {
    const seen = await read(end);
    if (expected) expect(seen).toMatchObject(expected);
    else expect(seen).toBeUndefined();
  }
}

describe.each(Object.entries(keys))('the key %s', (key, effect) => {
  test('has an effect', () => expectEffect((end) => readPage(`${nameOf(key)}-${end}`), effect));
});

describe.each(Object.entries(columns))('the column %s', (column, effect) => {
  test('has an effect', () => {
    const language = /_(de|it)$/.exec(column)?.[1] ?? 'en';
    const named: Record<string, string> =
      column === 'identifier' ? { on: effect.value, off: 'identifier-on' } : {};
    return expectEffect((end) => readNode(named[end] ?? `${nameOf(column)}-${end}`, language), effect);
  });
});

test('every documented key and column has a case, and every case is documented', () => {
  expect(Object.keys(keys).toSorted()).toEqual(documentedKeys(section).toSorted());
  expect(Object.keys(columns).toSorted()).toEqual(documentedColumns(section).toSorted());
});
