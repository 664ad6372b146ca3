import { listingSorts } from '@fynbos/core/catalogue/listing.ts';
import type {
  EngineQuery,
  EngineResult,
  SearchDocument,
  SearchEngine,
} from '@fynbos/core/search/search-engine.ts';
import type { Condition, Filter } from '@fynbos/core/search/search-request.ts';
import { beforeEach, describe, expect, it } from 'vitest';

/** Fields of a test product; the others default to those of a plain product in stock. */
type ProductFields = Partial<Omit<SearchDocument, 'text'>> & { id: number; name: string } & Partial<
    SearchDocument['text']
  >;

/** Creates a document for a test. */
export function productOf({
  id,
  name,
  skus = [],
  values = {},
  inStock = true,
  ...text
}: ProductFields): SearchDocument {
  const nothing = { sku: '', product_code: '', description: '', brand: '', type: '' };
  return { id, text: { ...nothing, name, ...text }, skus, values, inStock };
}

/** Runs a test query; the default matches everything in document order. */
export function runSearch(engine: SearchEngine, query: Partial<EngineQuery>): Promise<EngineResult> {
  const everything = { text: '', filters: [], sort: [], start: 0, size: 50, facets: [], ranges: [] };
  return engine.search({ ...everything, ...query });
}

export function where(field: string, condition: Condition, more: Partial<Filter> = {}): Filter {
  return { field, scope: 'default', any: false, condition, ...more };
}

const groceries = [
  productOf({
    id: 1,
    name: 'Clover Full Cream Milk 2L',
    brand: 'Clover',
    type: 'Dairy Milk',
    skus: ['MILK-2'],
    values: { price: 40, brand: 'Clover', colour: 'white', tags: ['fresh', 'cold'] },
  }),
  productOf({
    id: 2,
    name: 'Cadbury Milk Chocolate 80g',
    brand: 'Cadbury',
    type: 'Chocolate',
    skus: ['CHOC'],
    values: { price: 25, brand: 'Cadbury', colour: 'purple' },
  }),
  productOf({
    id: 3,
    name: 'Jungle Oats 1kg',
    brand: 'Jungle',
    type: 'Cereal',
    skus: ['OATS'],
    values: { price: 45.5, brand: 'Jungle', colour: 'red' },
  }),
  productOf({
    id: 4,
    name: 'Bakers Rusks 500g',
    brand: 'Bakers',
    type: 'Biscuits',
    description: 'Baked with milk and oats',
    skus: ['RUSK'],
    values: { price: 60, brand: 'Bakers', colour: 'red' },
  }),
  productOf({
    id: 5,
    name: 'Inkomazi Maas 2kg',
    brand: 'Inkomazi',
    type: 'Dairy',
    skus: ['MAAS', 'MAAS-1KG'],
    values: { price: 40, brand: 'Inkomazi', colour_options: ['white', 'blue'] },
  }),
];

/**
 * Contract tests for every search engine of the shop (spec commerce 9, SEA-1, SEA-2, SEA-5). `make` returns an
 * empty engine with the synonyms `maas` and `amasi`, and `mielie meal` and `maize meal`.
 */
export function describeSearchEngine(make: () => Promise<SearchEngine>): void {
  let engine: SearchEngine;
  const find = async (text: string) => (await runSearch(engine, { text })).ids;
  const filtered = async (...filters: Filter[]) => (await runSearch(engine, { filters })).ids;

  beforeEach(async () => {
    engine = await make();
    await engine.replaceAll(groceries);
  });

  describe('text (SEA-2)', () => {
    it('matches a word, products of that kind before those that mention it', async () => {
      expect(await find('milk')).toEqual([1, 2, 4]);
    });

    it('matches plurals, other capitalization, accents and prefixes', async () => {
      expect((await find('oat'))[0]).toBe(3);
      expect(await find('RUSK')).toEqual([4]);
      expect(await find('Cadbùry')).toEqual([2]);
      expect(await find('choco')).toEqual([2]);
    });

    it('tolerates two typing errors after the first two letters', async () => {
      expect(await find('choclate')).toEqual([2]);
      expect(await find('chcolat')).toEqual([2]);
      expect(await find('xhocolate')).toEqual([]);
    });

    it('ranks the exact word above a similar one', async () => {
      await engine.update(
        [productOf({ id: 6, name: 'Mint 50g' }), productOf({ id: 7, name: 'Mine 50g' })],
        [],
      );
      expect((await find('mint'))[0]).toBe(6);
      expect((await find('mine'))[0]).toBe(7);
    });

    it('requires three words of four, two of three or one of two, and ranks full matches first', async () => {
      expect(await find('jungle xyzzy')).toEqual([3]);
      expect(await find('jungle xyzzy qwfpg')).toEqual([]);
      expect(await find('full cream xyzzy')).toEqual([1]);
      expect(await find('full cream milk xyzzy')).toEqual([1]);
      expect((await find('milk chocolate'))[0]).toBe(2);
      expect((await find('chocolate oats')).sort()).toEqual([2, 3, 4]);
    });

    it('leaves out what matches fewer words when ten products match all of them', async () => {
      const oil = (count: number) =>
        Array.from({ length: count }, (_, at) => productOf({ id: 100 + at, name: `Olive Oil ${at + 1} L` }));
      const partial = [
        productOf({ id: 200, name: 'Calamata Olives' }),
        productOf({ id: 201, name: 'Fish Oil' }),
      ];
      await engine.replaceAll([...oil(9), ...partial]);
      expect((await runSearch(engine, { text: 'olive oil' })).total).toBe(11);
      await engine.replaceAll([...oil(10), ...partial]);
      expect((await runSearch(engine, { text: 'olive oil' })).total).toBe(10);
      expect((await runSearch(engine, { text: 'oil' })).total).toBe(11);
    });

    it('matches synonyms of one or several words', async () => {
      await engine.update([productOf({ id: 6, name: 'Iwisa Maize Meal 5kg' })], []);
      expect(await find('amasi')).toEqual([5]);
      expect(await find('mielie meal')).toEqual([6]);
    });

    it('reads pack sizes in any notation', async () => {
      for (const size of ['2l', '2 litre', '2000ml', '2 LT']) expect(await find(size)).toEqual([1]);
      expect((await find('milk 80 gr'))[0]).toBe(2);
    });

    it('ranks a product first when its sku or its child’s sku is the text', async () => {
      expect((await find('maas-1kg'))[0]).toBe(5);
      expect((await find('milk-2'))[0]).toBe(1);
    });

    it('ranks products in stock above sold-out ones when all else is equal', async () => {
      await engine.update(
        [
          productOf({ id: 8, name: 'Ceylon Tea', inStock: false }),
          productOf({ id: 9, name: 'Ceylon Tea', inStock: true }),
        ],
        [],
      );
      expect(await find('ceylon tea')).toEqual([9, 8]);
    });

    it('finds nothing for punctuation, and accepts unusual text', async () => {
      for (const text of ['!!!', '"', '\\', '*', 'zz', '%', '🙂']) expect(await find(text)).toEqual([]);
      expect(await find('   ')).toEqual([1, 2, 3, 4, 5]);
      expect(await find(`milk ${'a'.repeat(5000)}`)).toContain(1);
    });

    it('suggests a spelling when the text has no exact match', async () => {
      expect((await runSearch(engine, { text: 'choclate' })).suggestions).toContain('chocolate');
      expect((await runSearch(engine, { text: 'mlik' })).suggestions).toContain('milk');
      expect((await runSearch(engine, { text: 'milk' })).suggestions).toEqual([]);
    });
  });

  describe('filters', () => {
    it('compare values as text, and numbers numerically', async () => {
      expect(await filtered(where('price', { is: 'in', values: ['40'] }))).toEqual([1, 5]);
      expect(await filtered(where('colour', { is: 'notIn', values: ['red', 'white'] }))).toEqual([2, 5]);
      expect(await filtered(where('price', { is: 'range', gte: 40, lt: 60 }))).toEqual([1, 3, 5]);
      expect(await filtered(where('price', { is: 'range', gt: 40 }))).toEqual([3, 4]);
      expect(await filtered(where('tags', { is: 'in', values: ['cold'] }))).toEqual([1]);
      expect(await filtered(where('brand', { is: 'like', text: 'ju' }))).toEqual([3]);
      expect(await filtered(where('brand', { is: 'like', text: '*' }))).toEqual([]);
      expect(await filtered(where('tags', { is: 'present' }))).toEqual([1]);
      expect(await filtered(where('colour', { is: 'absent' }))).toEqual([5]);
    });

    it('on an unknown field match nothing, or every product when the field must be absent', async () => {
      expect(await filtered(where('nothing', { is: 'in', values: [1] }))).toEqual([]);
      expect(await filtered(where('nothing', { is: 'absent' }))).toEqual([1, 2, 3, 4, 5]);
      expect(await filtered(where('__proto__', { is: 'present' }))).toEqual([]);
    });

    it('are combined with AND, while one of several alternatives is enough', async () => {
      const red = where('colour', { is: 'in', values: ['red'] });
      const cheap = where('price', { is: 'range', lt: 46 });
      expect(await filtered(red, cheap)).toEqual([3]);
      expect(await filtered({ ...red, any: true }, { ...cheap, any: true })).toEqual([1, 2, 3, 4, 5]);
    });

    it('of scope catalog include the children of a product', async () => {
      const white = where('colour', { is: 'in', values: ['white'] });
      expect(await filtered(white)).toEqual([1]);
      expect(await filtered({ ...white, scope: 'catalog' })).toEqual([1, 5]);
    });
  });

  describe('counts', () => {
    it('ignore the choice in the facet itself and apply all others', async () => {
      const red = where('colour', { is: 'in', values: ['red'] }, { scope: 'catalog' });
      const { facets, total } = await runSearch(engine, {
        filters: [red],
        facets: ['colour', 'brand', 'nothing'],
      });
      expect(total).toBe(2);
      expect(facets.colour).toEqual([
        { value: 'red', count: 2 },
        { value: 'white', count: 2 },
        { value: 'blue', count: 1 },
        { value: 'purple', count: 1 },
      ]);
      expect(facets.brand!.map(({ value }) => value).sort()).toEqual(['Bakers', 'Jungle']);
      expect(facets.nothing).toEqual([]);
    });

    it('cover the text matches, and ranges exclude their upper bound', async () => {
      const ranges = [
        {
          field: 'price',
          ranges: [
            { from: 0, to: 40 },
            { from: 40, to: 60 },
            { from: 60, to: null },
          ],
        },
      ];
      expect((await runSearch(engine, { ranges })).ranges.price).toEqual([1, 3, 1]);
      expect((await runSearch(engine, { text: 'milk', ranges })).ranges.price).toEqual([1, 1, 1]);
    });
  });

  describe('order and pagination', () => {
    it('sorts by several fields, numbers by size, missing values last, ties in document order', async () => {
      const sorted = async (...sort: EngineQuery['sort']) => (await runSearch(engine, { sort })).ids;
      expect(await sorted({ field: 'price', direction: 'asc' })).toEqual([2, 1, 5, 3, 4]);
      expect(await sorted({ field: 'price', direction: 'desc' })).toEqual([4, 3, 1, 5, 2]);
      expect(
        await sorted({ field: 'colour', direction: 'desc' }, { field: 'price', direction: 'desc' }),
      ).toEqual([1, 4, 3, 2, 5]);
      expect(await sorted({ field: 'nothing', direction: 'asc' })).toEqual([1, 2, 3, 4, 5]);
    });

    it('sorts fractions, whole numbers and dates of the sorts of a list, missing values last (spec D60)', async () => {
      const valuesOf: Record<string, string | number>[] = [
        { unit_price_incl_tax: 100, saving_percent: 0, created_at: '2026-11-20 10:00:00' },
        { unit_price_incl_tax: 9.5, saving_percent: 12.34, created_at: '2025-12-31 23:59:59' },
        { saving_percent: 7, created_at: '2026-11-20 10:00:01' },
      ];
      await engine.replaceAll(
        valuesOf.map((values, at) => productOf({ id: at + 1, name: `Tea ${at}`, values })),
      );
      const orders = Object.values(listingSorts).map(async (sort) => [
        sort.field,
        (await runSearch(engine, { sort: [sort] })).ids,
      ]);
      expect(Object.fromEntries(await Promise.all(orders))).toMatchObject({
        unit_price_incl_tax: [2, 1, 3],
        saving_percent: [2, 3, 1],
        created_at: [3, 1, 2],
      });
    });

    it('returns the requested page and the overall total', async () => {
      const page = await runSearch(engine, { start: 2, size: 2 });
      expect(page).toMatchObject({ ids: [3, 4], total: 5 });
      expect(await runSearch(engine, { start: 9, size: 2 })).toMatchObject({ ids: [], total: 5 });
      expect((await runSearch(engine, { text: 'milk', start: 1, size: 1 })).ids).toEqual([2]);
    });
  });

  describe('changes', () => {
    it('are visible to the next search, and a changed product keeps its position', async () => {
      await engine.update(
        [productOf({ id: 2, name: 'Cadbury Hot Cocoa' }), productOf({ id: 6, name: 'Salt' })],
        [3],
      );
      expect((await runSearch(engine, {})).ids).toEqual([1, 2, 4, 5, 6]);
      expect(await find('chocolate')).toEqual([]);
      expect(await find('cocoa')).toEqual([2]);
      expect((await runSearch(engine, { facets: ['brand'] })).facets.brand).toHaveLength(3);
    });

    it('that replace everything leave no old document', async () => {
      await engine.replaceAll([productOf({ id: 9, name: 'Salt' })]);
      expect((await runSearch(engine, { facets: ['brand'] })).ids).toEqual([9]);
      expect(await find('milk')).toEqual([]);
      expect((await runSearch(engine, { text: 'milk' })).suggestions).toEqual([]);
    });

    it('that fail have no effect', async () => {
      const broken = (function* () {
        yield productOf({ id: 9, name: 'Salt' });
        throw new Error('the source broke off');
      })();
      await expect(engine.replaceAll(broken)).rejects.toThrow('the source broke off');
      expect((await runSearch(engine, {})).ids).toEqual([1, 2, 3, 4, 5]);
    });
  });

  describe('suggestions while typing', () => {
    it('complete the last word and correct the words before it', async () => {
      expect(await engine.suggest('cho', 5)).toEqual(['chocolate']);
      expect(await engine.suggest('clovr mi', 5)).toEqual(['clover milk']);
      expect(await engine.suggest('Full Cr', 5)).toEqual(['full cream']);
    });

    it('put the most frequent word first and respect the limit', async () => {
      expect((await engine.suggest('m', 9))[0]).toBe('milk');
      expect(await engine.suggest('m', 1)).toHaveLength(1);
      expect(await engine.suggest('', 5)).toEqual([]);
      expect(await engine.suggest('!?', 5)).toEqual([]);
    });
  });
}
