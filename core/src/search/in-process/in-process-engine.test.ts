import { readFileSync } from 'node:fs';
import {
  describeSearchEngine,
  productOf,
  runSearch,
} from '@fynbos/test-kit/search/search-engine-contract.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchDocument } from '../search-engine.ts';
import { readSynonyms } from '../text/synonyms.ts';
import { inProcessEngine } from './in-process-engine.ts';

const synonyms = readSynonyms('maas, amasi\nmielie meal, maize meal');

describe('in-process engine', () => {
  describeSearchEngine(async () => inProcessEngine({ synonyms }));

  it('gives the same results after changes as an engine built with them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(product, { maxLength: 30 }),
        fc.array(change, { maxLength: 12 }),
        query,
        async (first, changes, text) => {
          const changed = inProcessEngine({ synonyms });
          await changed.replaceAll(first);
          for (const { put, remove } of changes) await changed.update(put, remove);
          const built = inProcessEngine({ synonyms });
          await built.replaceAll(after(first, changes));
          const searchQuery = { text, facets: ['colour'], size: 20 };
          expect(await runSearch(changed, searchQuery)).toEqual(await runSearch(built, searchQuery));
          expect(await changed.suggest(text, 5)).toEqual(await built.suggest(text, 5));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('gives the same results after compaction', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(product, { minLength: 5, maxLength: 30 }),
        change,
        query,
        async (first, last, text) => {
          const changed = inProcessEngine({ synonyms });
          await changed.replaceAll(first);
          for (let round = 0; round < 60; round++) await changed.update(first, []);
          await changed.update(last.put, last.remove);
          const built = inProcessEngine({ synonyms });
          await built.replaceAll(after(first, [last]));
          const searchQuery = {
            text,
            facets: ['colour'],
            sort: [{ field: 'colour', direction: 'asc' as const }],
          };
          expect(await runSearch(changed, searchQuery)).toEqual(await runSearch(built, searchQuery));
          expect(await runSearch(changed, { text })).toEqual(await runSearch(built, { text }));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('is unaffected by many more changes than it has products', async () => {
    const engine = inProcessEngine({ synonyms });
    const products = Array.from({ length: 50 }, (_, id) =>
      productOf({ id, name: `Oats ${id}`, values: { colour: id % 3 } }),
    );
    await engine.replaceAll(products);
    const before = await runSearch(engine, { text: 'oats', facets: ['colour'] });
    for (let round = 0; round < 40; round++) await engine.update(products, []);
    expect(await runSearch(engine, { text: 'oats', facets: ['colour'] })).toEqual(before);
    expect((await runSearch(engine, {})).ids).toEqual(products.map(({ id }) => id));
  });

  it('does not treat a word with a synonym as a misspelling of another word', async () => {
    const engine = inProcessEngine({ synonyms });
    await engine.replaceAll([
      productOf({ id: 1, name: 'Amazi Water 1 L' }),
      productOf({ id: 2, name: 'Maas 2 L' }),
    ]);
    expect(await engine.suggest('amasi', 5)).toEqual(['amasi']);
    expect((await runSearch(engine, { text: 'amasi' })).ids[0]).toBe(2);
    expect(await engine.suggest('amasu', 5)).toEqual(['amazi']);
  });

  it('answers from the old documents until all new ones are read', async () => {
    const engine = inProcessEngine({ synonyms });
    await engine.replaceAll([productOf({ id: 1, name: 'Salt' })]);
    const many = Array.from({ length: 5000 }, (_, id) => productOf({ id: id + 10, name: 'Pepper' }));
    const replaced = engine.replaceAll(many);
    expect((await runSearch(engine, {})).total).toBe(1);
    await replaced;
    expect((await runSearch(engine, {})).total).toBe(5000);
  });

  it('applies a change that arrives during a full replacement after it', async () => {
    const engine = inProcessEngine({ synonyms });
    const many = Array.from({ length: 5000 }, (_, id) => productOf({ id, name: 'Pepper' }));
    await Promise.all([engine.replaceAll(many), engine.update([productOf({ id: 7, name: 'Cumin' })], [8])]);
    expect((await runSearch(engine, { text: 'cumin' })).ids).toEqual([7]);
    expect((await runSearch(engine, {})).total).toBe(4999);
  });

  it('never fails, for any text and query', async () => {
    const engine = inProcessEngine({ synonyms });
    await engine.replaceAll(
      ['Milk 2L', 'Oats 1kg', 'Salt & Pepper', 'M&M’s', '食塩'].map((name, id) => productOf({ id, name })),
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (text) => {
        const { ids, total } = await runSearch(engine, { text });
        expect(ids).toHaveLength(total);
        expect((await engine.suggest(text, 3)).length).toBeLessThanOrEqual(3);
      }),
      { numRuns: 500 },
    );
  });

  it('matches compounds written as one word or two', async () => {
    const engine = inProcessEngine({ synonyms });
    await engine.replaceAll([
      productOf({ id: 1, name: 'Aquafresh Toothpaste' }),
      productOf({ id: 2, name: 'Peanut Butter Smooth' }),
    ]);
    expect((await runSearch(engine, { text: 'tooth paste' })).ids).toEqual([1]);
    expect((await runSearch(engine, { text: 'peanutbutter' })).ids).toEqual([2]);
  });

  it.each([
    ['mieliemeel', 1],
    ['mielie-meel', 1],
    ['Mieliemeel 5kg', 1],
    ['pynappelsap', 2],
    ['appelsap', 3],
    ['tamatiesous', 4],
    ['loo roll', 5],
    ['loo rolls', 5],
    ['peanutbutter', 6],
    ['wortelkoek', 7],
  ])('finds %s by its parts or its everyday name', async (text, id) => {
    const file = readFileSync(new URL('../../../../catalogue/synonyms.txt', import.meta.url), 'utf8');
    const engine = inProcessEngine({ synonyms: readSynonyms(file) });
    const names = ['Mielie Meal 5kg', 'Pineapple Juice', 'Apple Juice', 'Tomato Sauce', 'Toilet Paper 2ply'];
    await engine.replaceAll(
      [...names, 'Peanut Butter', 'Carrot Cake'].map((name, index) => productOf({ id: index + 1, name })),
    );
    expect((await runSearch(engine, { text })).ids[0]).toBe(id);
  });

  it('uses a known word as it is, unless a similar one is far more frequent', async () => {
    const engine = inProcessEngine({ synonyms });
    const bread = Array.from({ length: 30 }, (_, id) => productOf({ id, name: `Bread no ${id}` }));
    await engine.replaceAll([
      ...bread,
      productOf({ id: 100, name: 'Well-bred Dog Biscuits' }),
      productOf({ id: 101, name: 'Ham' }),
      productOf({ id: 102, name: 'Hamburger' }),
    ]);
    expect((await runSearch(engine, { text: 'bred' })).total).toBe(31);
    expect((await runSearch(engine, { text: 'bread' })).total).toBe(30);
    expect((await runSearch(engine, { text: 'milk' })).total).toBe(0);
  });

  it('treats words before “flavoured” and after “with” as descriptions, not as the product', async () => {
    const engine = inProcessEngine({ synonyms });
    await engine.replaceAll([
      productOf({ id: 1, name: 'Honey Flavoured Cereal' }),
      productOf({ id: 2, name: 'Cereal with Honey' }),
      productOf({ id: 3, name: 'Raw Pure Mountain Honey' }),
    ]);
    expect((await runSearch(engine, { text: 'honey' })).ids[0]).toBe(3);
  });

  it('ranks the type of most good matches first', async () => {
    const engine = inProcessEngine({ synonyms });
    await engine.replaceAll([
      productOf({ id: 1, name: 'Roasted Onion', type: 'Crackers' }),
      ...[2, 3, 4].map((id) => productOf({ id, name: `Brown Onion ${id}kg`, type: 'Vegetables' })),
    ]);
    expect((await runSearch(engine, { text: 'onion' })).ids).toEqual([2, 3, 4, 1]);
  });
});

const sampleTerms = [
  'milk',
  'Oats',
  'oat',
  'maas',
  'choc',
  'chocolate',
  'bred',
  'bread',
  '2L',
  '500 g',
  '&',
  'with',
  'é',
];
const query = fc
  .array(fc.constantFrom(...sampleTerms, 'mikl', 'amasi', 'br', 'b'), { maxLength: 3 })
  .map((all) => all.join(' '));
const name = fc.array(fc.constantFrom(...sampleTerms), { maxLength: 5 }).map((all) => all.join(' '));
const id = fc.integer({ min: 0, max: 12 });

const product: fc.Arbitrary<SearchDocument> = fc.record({
  id,
  text: fc.record({
    name,
    brand: name,
    type: fc.constantFrom('dairy', 'snacks'),
    description: name,
    sku: name,
    product_code: name,
  }),
  skus: fc.array(fc.constantFrom('milk', 'S-1', 'S-2'), { maxLength: 2 }),
  values: fc.record({ colour: fc.constantFrom('red', 'blue', 3) }, { requiredKeys: [] }),
  inStock: fc.boolean(),
});

interface Change {
  put: SearchDocument[];
  remove: number[];
}

const change: fc.Arbitrary<Change> = fc.record({
  put: fc.array(product, { maxLength: 6 }),
  remove: fc.array(id, { maxLength: 3 }),
});

/** The products after the changes: a changed product keeps its position, a new one comes last. */
function after(first: SearchDocument[], changes: Change[]): SearchDocument[] {
  const products = new Map(first.map((item) => [item.id, item]));
  for (const { put, remove } of changes) {
    for (const removedId of remove) products.delete(removedId);
    for (const item of put) products.set(item.id, item);
  }
  return [...products.values()];
}
