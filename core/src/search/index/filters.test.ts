import { describe, expect, test } from 'vitest';
import type { Filter } from '../search-request.ts';
import { addToColumns, type Columns } from './columns.ts';
import { filterDocuments } from './filters.ts';

const columns: Columns = new Map();
for (let price = 0; price < 10; price++) addToColumns(columns, price, { price });
const all = Uint32Array.from(Array(10).keys());

const range = (bounds: object): Filter => ({
  ...{ field: 'price', scope: 'default', any: false },
  condition: { is: 'range', ...bounds },
});
const passed = (...filters: Filter[]) => [...filterDocuments(columns, filters, all)];

describe('ranges on a field', () => {
  const bounds = [{ gt: 2 }, { gte: 3 }, { lt: 7 }, { lte: 6 }];

  test.each(bounds)('%j includes or excludes its bound', (bound) => {
    const expected = 'lt' in bound || 'lte' in bound ? [0, 1, 2, 3, 4, 5, 6] : [3, 4, 5, 6, 7, 8, 9];
    expect(passed(range(bound))).toEqual(expected);
  });

  // More than two ranges of a field are evaluated over its sorted values.
  test.each(bounds)('%j has the same bound beside several other ranges', (bound) => {
    const wide = [{ gte: -1 }, { lte: 20 }, { gt: -5 }].map(range);
    expect(passed(range(bound), ...wide)).toEqual(passed(range(bound)));
  });

  test('several ranges that exclude each other match nothing', () => {
    expect(passed(range({ gt: 5 }), range({ lt: 5 }), range({ gte: 0 }))).toEqual([]);
  });
});
