import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Condition, Filter, Scalar } from '../search-request.ts';
import { addToColumns, type Columns } from './columns.ts';
import { Counted, countRanges, countValues } from './facets.ts';

type Values = Record<string, Scalar | Scalar[]>;

const scalar = fc.oneof(
  fc.constantFrom<Scalar>('red', 'Blue', '2', 2, 10, true),
  fc.integer({ min: -3, max: 12 }),
);
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }));
const field = fc.constantFrom('colour', 'colour_options', 'price', 'size');
const product: fc.Arbitrary<Values> = fc.dictionary(field, value, { maxKeys: 4 });

const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    is: fc.constantFrom('in' as const, 'notIn' as const),
    values: fc.array(scalar, { maxLength: 3 }),
  }),
  fc.record({ is: fc.constant('range' as const), gte: fc.integer({ min: -3, max: 12 }), lt: fc.constant(9) }),
  fc.record({
    is: fc.constant('range' as const),
    gt: fc.integer({ min: -3, max: 12 }),
    lte: fc.constant(10),
  }),
  fc.record({ is: fc.constant('like' as const), text: fc.constantFrom('RE', 'lu', '1', '%', '') }),
  fc.record({ is: fc.constantFrom('present' as const, 'absent' as const) }),
);
const filter: fc.Arbitrary<Filter> = fc.record({
  field,
  scope: fc.constantFrom('default' as const, 'catalog' as const),
  any: fc.boolean(),
  condition,
});

// Conditions on a field are evaluated in batches; these filters, which change almost no result, push others
// across the batch boundary.
const padding = (is: 'in' | 'notIn'): fc.Arbitrary<Filter> =>
  fc.record({
    field,
    scope: fc.constantFrom('default' as const, 'catalog' as const),
    any: fc.constant(is === 'in'),
    condition: fc.record({
      is: fc.constant(is),
      values: fc.array(fc.integer({ min: 12, max: 900 }), { maxLength: 1 }),
    }),
  });
const ranges: fc.Arbitrary<Filter> = fc.record({
  field,
  scope: fc.constantFrom('default' as const, 'catalog' as const),
  any: fc.boolean(),
  condition: fc.oneof(
    fc.record({ is: fc.constant('range' as const), gte: fc.integer({ min: -5, max: 1 }) }),
    fc.record({ is: fc.constant('range' as const), gt: fc.integer({ min: -5, max: 3 }), lt: fc.integer() }),
    fc.record({ is: fc.constant('range' as const), lte: fc.integer({ min: 0, max: 20 }) }),
  ),
});
const many = (arbitrary: fc.Arbitrary<Filter>) => fc.array(arbitrary, { maxLength: 90, size: 'max' });
const filters = (maxFilters: number): fc.Arbitrary<Filter[]> => {
  const few = fc.array(filter, { maxLength: maxFilters });
  const among = fc.tuple(many(padding('notIn')), few, many(padding('in')));
  return fc.oneof(
    few,
    fc.array(ranges, { maxLength: 20, size: 'max' }),
    among.map((lists) => lists.flat()),
  );
};

/** Reference implementation over plain arrays. */
function valuesOf(product: Values, name: string, scope: Filter['scope']): Scalar[] {
  const names = scope === 'catalog' ? [name, `${name}_options`] : [name];
  return names.flatMap((key) => product[key] ?? []);
}

function holds({ field: name, scope, condition: required }: Filter, product: Values): boolean {
  const values = valuesOf(product, name, scope);
  const texts = values.map(String);
  if (required.is === 'present') return values.length > 0;
  if (required.is === 'absent') return values.length === 0;
  if (required.is === 'in') return texts.some((text) => required.values.map(String).includes(text));
  if (required.is === 'notIn') return !texts.some((text) => required.values.map(String).includes(text));
  if (required.is === 'like')
    return texts.some((text) => text.toLowerCase().includes(required.text.toLowerCase()));
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = required;
  return texts.map(Number).some((number) => number > gt && number >= gte && number < lt && number <= lte);
}

function passes(filters: Filter[], product: Values): boolean {
  const alternatives = filters.filter((entry) => entry.any);
  return (
    filters.filter((entry) => !entry.any).every((entry) => holds(entry, product)) &&
    (alternatives.length === 0 || alternatives.some((entry) => holds(entry, product)))
  );
}

function countedFor(products: Values[], filters: Filter[], facet: string): Values[] {
  const remaining = filters.filter((entry) => entry.scope !== 'catalog' || entry.field !== facet);
  return products.filter((entry) => passes(remaining, entry));
}

function build(products: Values[]): { columns: Columns; all: Uint32Array } {
  const columns: Columns = new Map();
  for (const [slot, values] of products.entries()) addToColumns(columns, slot, values);
  return { columns, all: Uint32Array.from(products.keys()) };
}

describe('filters and facets', () => {
  it('match the same products as a plain filter', () => {
    fc.assert(
      fc.property(fc.array(product), filters(4), (products, filters) => {
        const { columns, all } = build(products);
        const expected = [...products.keys()].filter((slot) => passes(filters, products[slot]!));
        expect([...new Counted(columns, filters, all).all]).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('count each facet under every filter except the choices in itself', () => {
    fc.assert(
      fc.property(fc.array(product), filters(4), field, (products, filters, facet) => {
        const { columns, all } = build(products);
        const counts = new Map<string, number>();
        for (const entry of countedFor(products, filters, facet)) {
          for (const text of new Set(valuesOf(entry, facet, 'catalog').map(String))) {
            counts.set(text, (counts.get(text) ?? 0) + 1);
          }
        }
        const facetCounts = countValues(columns, facet, new Counted(columns, filters, all).for(facet));
        expect(new Map(facetCounts.map(({ value: text, count }) => [text, count]))).toEqual(counts);
      }),
      { numRuns: 500 },
    );
  });

  it('count ranges in the same way, without their upper bound', () => {
    const range = fc.record({
      from: fc.option(fc.integer({ min: -4, max: 12 })),
      to: fc.option(fc.integer({ min: -4, max: 12 })),
    });
    fc.assert(
      fc.property(fc.array(product), filters(3), fc.array(range), (products, filters, ranges) => {
        const { columns, all } = build(products);
        const counted = countedFor(products, filters, 'price');
        const expected = ranges.map(
          ({ from, to }) =>
            counted.filter((entry) =>
              valuesOf(entry, 'price', 'catalog').some(
                (price) =>
                  Number(String(price)) >= (from ?? -Infinity) && Number(String(price)) < (to ?? Infinity),
              ),
            ).length,
        );
        const over = new Counted(columns, filters, all).for('price');
        expect(countRanges(columns, { field: 'price', ranges }, over)).toEqual(expected);
      }),
    );
  });

  it('return the hundred most frequent values, most frequent first', () => {
    const products = Array.from({ length: 300 }, (_, at) => ({ brand: at < 150 ? `b${at}` : `b${at % 7}` }));
    const { columns, all } = build(products);
    const facetCounts = countValues(columns, 'brand', all);
    expect(facetCounts).toHaveLength(100);
    expect(facetCounts[0]!.count).toBeGreaterThan(20);
    expect(facetCounts.map(({ count }) => count)).toEqual(
      facetCounts.map(({ count }) => count).sort((a, b) => b - a),
    );
  });
});
