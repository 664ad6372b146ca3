import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchDocument } from './engine.ts';
import { ask, keepsThePromise, productOf } from './engine-promise.ts';
import { inProcessEngine } from './in-process.ts';
import { readSynonyms } from './synonyms.ts';

const synonyms = readSynonyms('maas, amasi\nmielie meal, maize meal');

describe('the engine in this process', () => {
  keepsThePromise(async () => inProcessEngine({ synonyms }));

  it('answers the same after changes as one that was built with them', async () => {
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
          const question = { text, facets: ['colour'], size: 20 };
          expect(await ask(changed, question)).toEqual(await ask(built, question));
          expect(await changed.suggest(text, 5)).toEqual(await built.suggest(text, 5));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('answers the same after it has packed what changes left behind', async () => {
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
          const question = {
            text,
            facets: ['colour'],
            sort: [{ field: 'colour', direction: 'asc' as const }],
          };
          expect(await ask(changed, question)).toEqual(await ask(built, question));
          expect(await ask(changed, { text })).toEqual(await ask(built, { text }));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('stays as it is through many more changes than it has products', async () => {
    const engine = inProcessEngine({ synonyms });
    const products = Array.from({ length: 50 }, (_, id) =>
      productOf({ id, name: `Oats ${id}`, values: { colour: id % 3 } }),
    );
    await engine.replaceAll(products);
    const before = await ask(engine, { text: 'oats', facets: ['colour'] });
    for (let round = 0; round < 40; round++) await engine.update(products, []);
    expect(await ask(engine, { text: 'oats', facets: ['colour'] })).toEqual(before);
    expect((await ask(engine, {})).ids).toEqual(products.map(({ id }) => id));
  });

  it('takes a word that the shop knows by another name for no misspelling of a third', async () => {
    const engine = inProcessEngine({ synonyms });
    await engine.replaceAll([
      productOf({ id: 1, name: 'Amazi Water 1 L' }),
      productOf({ id: 2, name: 'Maas 2 L' }),
    ]);
    expect(await engine.suggest('amasi', 5)).toEqual(['amasi']);
    expect((await ask(engine, { text: 'amasi' })).ids[0]).toBe(2);
    expect(await engine.suggest('amasu', 5)).toEqual(['amazi']);
  });

  it('answers from the old documents until all new ones are read', async () => {
    const engine = inProcessEngine({ synonyms });
    await engine.replaceAll([productOf({ id: 1, name: 'Salt' })]);
    const many = Array.from({ length: 5000 }, (_, id) => productOf({ id: id + 10, name: 'Pepper' }));
    const replaced = engine.replaceAll(many);
    expect((await ask(engine, {})).total).toBe(1);
    await replaced;
    expect((await ask(engine, {})).total).toBe(5000);
  });

  it('makes a change that comes while everything is replaced after that, not before', async () => {
    const engine = inProcessEngine({ synonyms });
    const many = Array.from({ length: 5000 }, (_, id) => productOf({ id, name: 'Pepper' }));
    await Promise.all([engine.replaceAll(many), engine.update([productOf({ id: 7, name: 'Cumin' })], [8])]);
    expect((await ask(engine, { text: 'cumin' })).ids).toEqual([7]);
    expect((await ask(engine, {})).total).toBe(4999);
  });

  it('takes any text and any question without failing', async () => {
    const engine = inProcessEngine({ synonyms });
    await engine.replaceAll(
      ['Milk 2L', 'Oats 1kg', 'Salt & Pepper', 'M&M’s', '食塩'].map((name, id) => productOf({ id, name })),
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (text) => {
        const { ids, total } = await ask(engine, { text });
        expect(ids).toHaveLength(total);
        expect((await engine.suggest(text, 3)).length).toBeLessThanOrEqual(3);
      }),
      { numRuns: 500 },
    );
  });

  it('finds a word that is run together or taken apart', async () => {
    const engine = inProcessEngine({ synonyms });
    await engine.replaceAll([
      productOf({ id: 1, name: 'Aquafresh Toothpaste' }),
      productOf({ id: 2, name: 'Peanut Butter Smooth' }),
    ]);
    expect((await ask(engine, { text: 'tooth paste' })).ids).toEqual([1]);
    expect((await ask(engine, { text: 'peanutbutter' })).ids).toEqual([2]);
  });

  it('takes a word that the shop has at its word, unless a similar one is far more usual', async () => {
    const engine = inProcessEngine({ synonyms });
    const bread = Array.from({ length: 30 }, (_, id) => productOf({ id, name: `Bread no ${id}` }));
    await engine.replaceAll([
      ...bread,
      productOf({ id: 100, name: 'Well-bred Dog Biscuits' }),
      productOf({ id: 101, name: 'Ham' }),
      productOf({ id: 102, name: 'Hamburger' }),
    ]);
    expect((await ask(engine, { text: 'bred' })).total).toBe(31);
    expect((await ask(engine, { text: 'bread' })).total).toBe(30);
    expect((await ask(engine, { text: 'milk' })).total).toBe(0);
  });

  it('takes words before “flavoured” and after “with” for descriptions, not for the thing', async () => {
    const engine = inProcessEngine({ synonyms });
    await engine.replaceAll([
      productOf({ id: 1, name: 'Honey Flavoured Cereal' }),
      productOf({ id: 2, name: 'Cereal with Honey' }),
      productOf({ id: 3, name: 'Raw Pure Mountain Honey' }),
    ]);
    expect((await ask(engine, { text: 'honey' })).ids[0]).toBe(3);
  });

  it('puts the type first that most of the good matches have', async () => {
    const engine = inProcessEngine({ synonyms });
    await engine.replaceAll([
      productOf({ id: 1, name: 'Roasted Onion', type: 'Crackers' }),
      ...[2, 3, 4].map((id) => productOf({ id, name: `Brown Onion ${id}kg`, type: 'Vegetables' })),
    ]);
    expect((await ask(engine, { text: 'onion' })).ids).toEqual([2, 3, 4, 1]);
  });
});

const words = [
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
  .array(fc.constantFrom(...words, 'mikl', 'amasi', 'br', 'b'), { maxLength: 3 })
  .map((all) => all.join(' '));
const name = fc.array(fc.constantFrom(...words), { maxLength: 5 }).map((all) => all.join(' '));
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

/** What there is after the changes: a changed product keeps its place, a new one comes last. */
function after(first: SearchDocument[], changes: Change[]): SearchDocument[] {
  const products = new Map(first.map((one) => [one.id, one]));
  for (const { put, remove } of changes) {
    for (const gone of remove) products.delete(gone);
    for (const one of put) products.set(one.id, one);
  }
  return [...products.values()];
}
