import { expect, test } from 'vitest';
import { readSkuGroups } from './sku-cells.ts';

const skusOf = (text: string, groups?: ';') =>
  readSkuGroups(text, groups).map((group) => group.map(({ sku, qty }) => (qty ? `${sku} × ${qty}` : sku)));

test.each([
  ['A | B||C', [['A', 'B', 'C']]],
  ['', [[]]],
  ['"A|B"|C', [['A|B', 'C']]],
  ['C|"A|B":2', [['C', 'A|B × 2']]],
  ['"5"" pan|large"', [['5" pan|large']]],
  ['"A:2"', [['A:2']]],
  // Quotes that do not surround a SKU are a part of it.
  ['5" pan|A"B"', [['5" pan', 'A"B"']]],
  ['"A|B', [['"A', 'B']]],
  ['A;B|C', [['A;B', 'C']]],
])('the list %s is read', (text, expected) => {
  expect(skusOf(text)).toEqual(expected);
});

test('groups are separated by a semicolon, which a quoted SKU may contain', () => {
  expect(skusOf('A|"B;C";"D|E"', ';')).toEqual([['A', 'B;C'], ['D|E']]);
  expect(skusOf('A;', ';')).toEqual([['A'], []]);
});

test('a list without an end of a quote is read in linear time', () => {
  expect(skusOf('|"a'.repeat(50_000))[0]).toHaveLength(50_000);
});
