import { expect, test } from 'vitest';
import { readSkuGroups, withStoredSkus } from './sku-cells.ts';

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

const stored = new Map([
  ['A-B', 'A\u2011B'],
  ['A-B|C', 'A\u2011B|C'],
  ['A-B;C', 'A\u2011B;C'],
  ['5" A-B', '5" A\u2011B'],
]);
test.each([
  ['"A-B|C"|D', '"A\u2011B|C"|D'],
  ['D|"A-B;C":2', 'D|"A\u2011B;C":2'],
  ['A-B;C', '"A\u2011B;C"'],
  ['A-B:2 | D:3', '"A\u2011B":2| D:3'],
  ['5" A-B|D', '"5"" A\u2011B"|D'],
  ['"D|A-B"|"D"', '"D|A-B"|"D"'],
  ['', ''],
])('the stored spelling replaces whole SKUs only: %s', (text, expected) => {
  expect(withStoredSkus(text, stored)).toBe(expected);
});

test('the stored spelling in groups, whose entries have no quantity', () => {
  expect(withStoredSkus('A-B|"A-B;C";D', stored, ';')).toBe('"A\u2011B"|"A\u2011B;C";D');
});
