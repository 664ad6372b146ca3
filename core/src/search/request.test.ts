import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Problem } from '../problem.ts';
import { readSearch, type SearchBody } from './request.ts';

const conditions = ['in', 'notIn', 'range', 'like', 'present', 'absent'];

/** Conditions whose operator is a word that every object knows. */
const oddCondition = fc.dictionary(
  fc.constantFrom('eq', 'like', 'gt', ...Object.getOwnPropertyNames(Object.prototype)),
  fc.jsonValue(),
);

function conditionOf(value: unknown) {
  return readSearch({}, { _appliedFilters: [{ attribute: 'colour', value }] }).filters[0];
}

describe('a filter value (wire contract 3.1, decision 3)', () => {
  test('eq, in, a bare value and a bare list all mean one of these', () => {
    for (const value of [{ eq: '49' }, { in: ['49'] }, '49', ['49']]) {
      expect(conditionOf(value)?.condition).toEqual({ is: 'in', values: ['49'] });
    }
  });

  test('eq null means the field is absent, neq null that it is there', () => {
    expect(conditionOf({ eq: null })?.condition).toEqual({ is: 'absent' });
    expect(conditionOf({ neq: null })?.condition).toEqual({ is: 'present' });
  });

  test('ranges take every spelling of their ends', () => {
    expect(conditionOf({ from: 250, to: '1000' })?.condition).toEqual({ is: 'range', gte: 250, lte: 1000 });
    expect(conditionOf({ orGt: 1 })).toMatchObject({ any: true, condition: { is: 'range', gt: 1 } });
  });

  test('an empty condition is ignored and a senseless one refused by its place', () => {
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

describe('a search (commerce 9, SEA-3, SEA-5)', () => {
  test('size 0 or less is 50 and a negative start is 0', () => {
    expect(readSearch({ size: 0, from: -5 }, {})).toMatchObject({ size: 50, start: 0 });
    expect(readSearch({}, { size: -1 }).size).toBe(50);
    expect(readSearch({}, { size: 1e9 }).size).toBe(4000);
    expect(readSearch({}, { size: 0.5 }).size).toBe(50);
  });

  test('a sort rises unless it says desc, whatever else stands there', () => {
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

  test('a facet is counted once, however often it is named', () => {
    expect(readSearch({}, { facets: ['brand', 'brand', 'colour'] }).facets).toEqual(['brand', 'colour']);
  });

  test('both spellings of the body mean the same', () => {
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

  test('takes 999 filters and refuses the thousandth', () => {
    const filters = Array.from({ length: 1000 }, (_, n) => ({ attribute: `a${n}`, value: { eq: 1 } }));
    expect(readSearch({}, { _appliedFilters: filters.slice(1) }).filters).toHaveLength(999);
    expect(() => readSearch({}, { _appliedFilters: filters })).toThrow('at most 999');
  });

  test('any body either reads or is a problem, never a surprise', () => {
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
