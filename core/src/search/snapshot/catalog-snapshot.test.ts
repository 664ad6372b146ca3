import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { productTypes } from '../../catalogue/entities.ts';
import { type CatalogSnapshot, readSnapshot, writeSnapshot } from './catalog-snapshot.ts';
import { applyDifference, differenceFor, hashSnapshot, heldOf } from './snapshot-difference.ts';
import type { SnapshotProduct } from './snapshot-product.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const cents = fc.integer({ min: 0, max: 9_000_000 });
const product: fc.Arbitrary<SnapshotProduct> = fc.record({
  id: fc.integer({ min: 1, max: 5000 }),
  sku: text,
  name: text,
  brand: fc.constantFrom('', 'Dassie', 'Karoo'),
  type_id: fc.constantFrom(...productTypes),
  visibility: fc.constantFrom(2 as const, 3 as const, 4 as const),
  position: fc.integer({ min: 0, max: 99_999 }),
  kind: text,
  category_ids: fc.array(fc.integer({ min: 3, max: 400 }), { maxLength: 4 }),
  url_path: text,
  image: text,
  packsize: fc.constantFrom('', '500 g', '1 L'),
  choose: fc.boolean(),
  minimum: fc.option(fc.integer({ min: 2, max: 999 }), { nil: undefined }),
  price: cents,
  was: cents,
  measured: cents,
  inStock: fc.boolean(),
});
const category = fc.record({
  id: fc.integer({ min: 3, max: 400 }),
  parent_id: fc.integer({ min: 2, max: 400 }),
  name: text,
  url_path: text,
  position: fc.integer(),
  image: text,
});
const anySnapshot: fc.Arbitrary<CatalogSnapshot> = fc.record({
  view: fc.constantFrom('', 'de'),
  made: fc.constant('2026-11-20T10:00:00.000Z'),
  synonyms: text,
  categories: fc.array(category, { maxLength: 5 }),
  products: fc
    .uniqueArray(product, { selector: ({ id }) => id, maxLength: 40 })
    .map((products) => products.sort((a, b) => a.id - b.id)),
});
/** Simulates transfer: written as JSON and parsed. */
const travelled = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('a pack', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(anySnapshot, (snapshot) => {
        expect(readSnapshot(travelled(writeSnapshot(snapshot)))).toEqual(snapshot);
      }),
    );
  });

  test('is undefined when the stored value is invalid or incomplete', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (garbage) => {
        expect(readSnapshot(garbage)).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(anySnapshot, fc.nat(), fc.jsonValue(), (snapshot, place, garbage) => {
        const written = travelled(writeSnapshot(snapshot)) as { columns: Record<string, unknown> };
        const names = Object.keys(written.columns);
        written.columns[names[place % names.length]!] = garbage;
        const read = readSnapshot(written);
        if (read) expect(read.products.length).toBe(snapshot.products.length);
      }),
    );
    expect(readSnapshot({ ...writeSnapshot({ ...emptySnapshot, products: [] }), format: 2 })).toBeUndefined();
  });

  test('omits fields that follow from the name and the sku', () => {
    const oats = {
      ...plain,
      sku: 'OATS',
      name: 'Rolled Oats',
      url_path: 'rolled-oats',
      image: '/drawn/OATS.svg',
    };
    expect(writeSnapshot({ ...emptySnapshot, products: [oats] }).columns).toMatchObject({
      path: [[], []],
      image: [[], []],
    });
  });
});

describe('differenceFor two snapshots', () => {
  test('turns one into the other, with the same version', () => {
    fc.assert(
      fc.property(anySnapshot, anySnapshot, (from, to) => {
        const [before, after] = [hashSnapshot(from), hashSnapshot({ ...to, view: from.view })];
        const difference = travelled(differenceFor(heldOf(before), after));
        expect(applyDifference(from, difference)).toEqual(after);
      }),
    );
  });

  test('is empty when nothing changed, and contains only prices when only prices changed', () => {
    const products = Array.from({ length: 200 }, (_, at) => ({ ...plain, id: at + 1, name: `Tea ${at}` }));
    const before = hashSnapshot({ ...emptySnapshot, products });
    expect(differenceFor(heldOf(before), before)).toMatchObject({ replaced: [], repriced: [] });
    const cheaper = products.map((item) => (item.id === 7 ? { ...item, price: 99, inStock: false } : item));
    const difference = differenceFor(heldOf(before), hashSnapshot({ ...emptySnapshot, products: cheaper }))!;
    expect(difference).toMatchObject({ replaced: [], repriced: [7], columns: { id: [] } });
    expect(difference.current.price).toHaveLength(13);
    expect(difference.categories).toBeUndefined();
  });

  test('is undefined for a client that has almost none of the products: it downloads the full snapshot', () => {
    const products = Array.from({ length: 200 }, (_, at) => ({ ...plain, id: at + 1, name: `Tea ${at}` }));
    const range = hashSnapshot({ ...emptySnapshot, products });
    const held = heldOf(range);
    expect(differenceFor({ ...held, buckets: 1, steady: 'zzzz' }, range)).toBeUndefined();
    expect(differenceFor({ ...held, steady: 'z'.repeat(held.steady.length) }, range)).toBeUndefined();
    expect(applyDifference(range.snapshot, { whole: true })).toBeUndefined();
    const renamed = products.map((item) => (item.id % 16 < 8 ? { ...item, name: 'Rooibos' } : item));
    expect(differenceFor(held, hashSnapshot({ ...emptySnapshot, products: renamed }))!.replaced).toHaveLength(
      8,
    );
  });

  test('is rejected when it is invalid or made for another snapshot', () => {
    fc.assert(
      fc.property(anySnapshot, fc.jsonValue(), (snapshot, garbage) => {
        expect(applyDifference(snapshot, garbage)).toBeUndefined();
      }),
    );
    const original = { ...emptySnapshot, products: [plain] };
    const different = { ...emptySnapshot, products: [{ ...plain, id: 2 }] };
    const difference = differenceFor(
      heldOf(hashSnapshot(original)),
      hashSnapshot({ ...original, products: [{ ...plain, price: 5 }] }),
    );
    expect(applyDifference(different, difference)).toBeUndefined();
  });
});

const emptySnapshot = { view: '', made: '2026-11-20T10:00:00.000Z', categories: [], synonyms: '' };
const plain: SnapshotProduct = {
  id: 1,
  sku: 'TEA',
  name: 'Tea',
  brand: '',
  type_id: 'simple',
  visibility: 4,
  position: 0,
  kind: '',
  category_ids: [3],
  url_path: 'tea',
  image: '/drawn/TEA.svg',
  packsize: '',
  choose: false,
  price: 1999,
  was: 0,
  measured: 0,
  inStock: true,
};
