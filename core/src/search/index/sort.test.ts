import { describe, expect, test } from 'vitest';
import { addToColumns, type Columns } from './columns.ts';
import { inOrderOf, pageAlong, pageOf } from './sort.ts';

const columns: Columns = new Map();
const prices = [30, 10, [20, 50], undefined, 40];
for (const [slot, price] of prices.entries())
  addToColumns(columns, slot, price === undefined ? {} : { price });
const price = columns.get('price')!;
const slots = Uint32Array.from(prices.keys());

describe('inOrderOf', () => {
  test('sorts by the smallest value ascending and by the largest descending; without a value is last', () => {
    expect([...inOrderOf(price, 'asc', slots)]).toEqual([1, 2, 0, 4, 3]);
    expect([...inOrderOf(price, 'desc', slots)]).toEqual([2, 4, 0, 1, 3]);
  });
});

describe('a page of sorted products', () => {
  const order = inOrderOf(price, 'asc', slots);
  const included = Uint8Array.from([1, 1, 0, 1, 1]);
  const along = (start: number, size: number) => pageAlong(order, included, start, size);

  test('pageAlong leaves out what does not match, and pages neither overlap nor have gaps', () => {
    expect([along(0, 2), along(2, 2), along(4, 2)]).toEqual([[1, 0], [4, 3], []]);
    expect(along(1, 10)).toEqual([0, 4, 3]);
  });

  test('pageOf returns the same pages', () => {
    const matching = slots.filter((slot) => included[slot] === 1);
    const compare = (a: number, b: number) => order.indexOf(a) - order.indexOf(b);
    for (const [start, size] of [
      [0, 1],
      [0, 2],
      [1, 2],
      [3, 2],
      [4, 1],
    ] as const)
      expect(pageOf(matching, start, size, compare)).toEqual(along(start, size));
  });
});
