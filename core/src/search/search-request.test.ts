import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Problem } from '../problem.ts';
import { readSearch, type SearchBody } from './search-request.ts';

const conditions = ['in', 'notIn', 'range', 'like', 'present', 'absent'];

/** Conditions whose operator is a property that every object inherits. */
const oddCondition = fc.dictionary(
  fc.constantFrom('eq', 'like', 'gt', ...Object.getOwnPropertyNames(Object.prototype)),
  fc.jsonValue(),
);

function conditionOf(value: unknown) {
  return readSearch({}, { _appliedFilters: [{ attribute: 'colour', value }] }).filters[0];
}

describe('filter value (wire contract 3.1, spec D3)', () => {
  test('eq, in, a bare value and a bare list are equivalent', () => {
    for (const value of [{ eq: '49' }, { in: ['49'] }, '49', ['49']]) {
      expect(conditionOf(value)?.condition).toEqual({ is: 'in', values: ['49'] });
    }
  });

  test('eq null means absent, neq null means present', () => {
    expect(conditionOf({ eq: null })?.condition).toEqual({ is: 'absent' });
    expect(conditionOf({ neq: null })?.condition).toEqual({ is: 'present' });
  });

  test('ranges accept every notation of their bounds', () => {
    expect(conditionOf({ from: 250, to: '1000' })?.condition).toEqual({ is: 'range', gte: 250, lte: 1000 });
    expect(conditionOf({ orGt: 1 })).toMatchObject({ any: true, condition: { is: 'range', gt: 1 } });
  });

  test('an empty condition is ignored and an invalid one is rejected with its path', () => {
    expect(conditionOf({})).toBeUndefined();
    expect(() => conditionOf({ regexp: '.*' })).toThrow(Problem);
    for (const inherited of ['constructor', 'toString', 'hasOwnProperty']) {
      expect(() => conditionOf({ [inherited]: 5 }), inherited).toThrow(Problem);
    }
    try {
      conditionOf({ in: [{ a: 1 }] });
    } catch (problem) {
      expect((problem as Problem).fields[0]?.field).toBe('_appliedFilters/0');
    }
  });
});

describe('readSearch (spec commerce 9, SEA-3, SEA-5)', () => {
  test('treats a size of 0 or less as 50 and a negative start as 0', () => {
    expect(readSearch({ size: 0, from: -5 }, {})).toMatchObject({ size: 50, start: 0 });
    expect(readSearch({}, { size: -1 }).size).toBe(50);
    expect(readSearch({}, { size: 1e9 }).size).toBe(4000);
    expect(readSearch({}, { size: 0.5 }).size).toBe(50);
  });

  test('sorts ascending unless the direction is desc, whatever else is sent', () => {
    for (const options of ['DESC', { order: 'desc' }]) {
      expect(readSearch({}, { _appliedSort: [{ field: 'name', options }] }).sort).toEqual([
        { field: 'name', direction: 'desc' },
      ]);
    }
    for (const options of [
      undefined,
      null,
      5,
      'up',
      {},
      { order: 5 },
      { order: { toString: 5 } },
      ['desc'],
    ]) {
      expect(readSearch({}, { _appliedSort: [{ field: 'name', options }] }).sort).toEqual([
        { field: 'name', direction: 'asc' },
      ]);
    }
  });

  test('counts a facet once, however often it is named', () => {
    expect(readSearch({}, { facets: ['brand', 'brand', 'colour'] }).facets).toEqual(['brand', 'colour']);
  });

  test('reads both notations of the body alike', () => {
    const spelled = readSearch(
      { sort: 'final_price:desc' },
      {
        _availableFilters: [{ field: 'colour', scope: 'catalog' }],
        _appliedFilters: [{ attribute: 'status', value: { in: [0, 1] } }],
        _searchText: ' oats ',
      },
    );
    const plain = readSearch(
      {},
      { filters: { status: { in: [0, 1] } }, facets: ['colour'], text: 'oats', sort: 'final_price:desc' },
    );
    expect(spelled).toEqual(plain);
  });

  test('accepts 999 filters and rejects the thousandth', () => {
    const filters = Array.from({ length: 1000 }, (_, n) => ({ attribute: `a${n}`, value: { eq: 1 } }));
    expect(readSearch({}, { _appliedFilters: filters.slice(1) }).filters).toHaveLength(999);
    expect(() => readSearch({}, { _appliedFilters: filters })).toThrow('at most 999');
  });

  test('reads any body or throws a Problem, never another error', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ attribute: fc.string(), value: fc.oneof(fc.jsonValue(), oddCondition) })),
        fc.jsonValue(),
        fc.jsonValue(),
        (list, odd, options) => {
          try {
            const { filters } = readSearch({}, {
              _appliedFilters: list,
              filters: { odd },
              _appliedSort: [
                { field: 'name', options },
                { field: 'name', options: { order: options } },
              ],
            } as SearchBody);
            for (const { condition } of filters) expect(conditions).toContain(condition.is);
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(Problem);
          }
        },
      ),
    );
  });
});
