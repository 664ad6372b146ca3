import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { productTypes } from '../catalogue/entities.ts';
import { type Pack, type PackProduct, readPack, writePack } from './pack.ts';
import { applyDifference, differenceFor, hashPack, heldOf } from './pack-difference.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const cents = fc.integer({ min: 0, max: 9_000_000 });
const product: fc.Arbitrary<PackProduct> = fc.record({
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
const pack: fc.Arbitrary<Pack> = fc.record({
  view: fc.constantFrom('', 'de'),
  made: fc.constant('2026-11-20T10:00:00.000Z'),
  synonyms: text,
  categories: fc.array(category, { maxLength: 5 }),
  products: fc
    .uniqueArray(product, { selector: ({ id }) => id, maxLength: 40 })
    .map((products) => products.sort((one, other) => one.id - other.id)),
});
/** As it arrives: written as JSON and read again. */
const travelled = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('a pack', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(pack, (given) => {
        expect(readPack(travelled(writePack(given)))).toEqual(given);
      }),
    );
  });

  test('is nothing where what was kept is no pack, or half of one', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (garbage) => {
        expect(readPack(garbage)).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(pack, fc.nat(), fc.jsonValue(), (given, place, garbage) => {
        const written = travelled(writePack(given)) as { columns: Record<string, unknown> };
        const names = Object.keys(written.columns);
        written.columns[names[place % names.length]!] = garbage;
        const read = readPack(written);
        if (read) expect(read.products.length).toBe(given.products.length);
      }),
    );
    expect(readPack({ ...writePack({ ...emptyPack, products: [] }), format: 2 })).toBeUndefined();
  });

  test('leaves out what follows from the name and the sku', () => {
    const oats = {
      ...plain,
      sku: 'OATS',
      name: 'Rolled Oats',
      url_path: 'rolled-oats',
      image: '/drawn/OATS.svg',
    };
    expect(writePack({ ...emptyPack, products: [oats] }).columns).toMatchObject({
      path: [[], []],
      image: [[], []],
    });
  });
});

describe('the difference of two packs', () => {
  test('makes the one into the other, and names it the same', () => {
    fc.assert(
      fc.property(pack, pack, (one, other) => {
        const [before, after] = [hashPack(one), hashPack({ ...other, view: one.view })];
        const difference = travelled(differenceFor(heldOf(before), after));
        expect(applyDifference(one, difference)).toEqual(after);
      }),
    );
  });

  test('says nothing where nothing changed, and only prices where prices did', () => {
    const products = Array.from({ length: 200 }, (_, at) => ({ ...plain, id: at + 1, name: `Tea ${at}` }));
    const before = hashPack({ ...emptyPack, products });
    expect(differenceFor(heldOf(before), before)).toMatchObject({ replaced: [], repriced: [] });
    const cheaper = products.map((one) => (one.id === 7 ? { ...one, price: 99, inStock: false } : one));
    const difference = differenceFor(heldOf(before), hashPack({ ...emptyPack, products: cheaper }))!;
    expect(difference).toMatchObject({ replaced: [], repriced: [7], columns: { id: [] } });
    expect(difference.current.price).toHaveLength(13);
    expect(difference.categories).toBeUndefined();
  });

  test('is not worked out for who holds next to nothing of a range: all of it is fetched', () => {
    const products = Array.from({ length: 200 }, (_, at) => ({ ...plain, id: at + 1, name: `Tea ${at}` }));
    const range = hashPack({ ...emptyPack, products });
    const held = heldOf(range);
    expect(differenceFor({ ...held, buckets: 1, steady: 'zzzz' }, range)).toBeUndefined();
    expect(differenceFor({ ...held, steady: 'z'.repeat(held.steady.length) }, range)).toBeUndefined();
    expect(applyDifference(range.pack, { whole: true })).toBeUndefined();
    const renamed = products.map((one) => (one.id % 16 < 8 ? { ...one, name: 'Rooibos' } : one));
    expect(differenceFor(held, hashPack({ ...emptyPack, products: renamed }))!.replaced).toHaveLength(8);
  });

  test('is refused where it is garbage, or not made for this pack', () => {
    fc.assert(
      fc.property(pack, fc.jsonValue(), (given, garbage) => {
        expect(applyDifference(given, garbage)).toBeUndefined();
      }),
    );
    const one = { ...emptyPack, products: [plain] };
    const other = { ...emptyPack, products: [{ ...plain, id: 2 }] };
    const difference = differenceFor(
      heldOf(hashPack(one)),
      hashPack({ ...one, products: [{ ...plain, price: 5 }] }),
    );
    expect(applyDifference(other, difference)).toBeUndefined();
  });
});

const emptyPack = { view: '', made: '2026-11-20T10:00:00.000Z', categories: [], synonyms: '' };
const plain: PackProduct = {
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
