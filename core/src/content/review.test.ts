import { expect, test } from 'vitest';
import { isPlainLine, isPlainText, summariseRatings } from './review.ts';

test('summariseRatings returns the average with one decimal and the count (PDP-7)', () => {
  expect(summariseRatings([])).toEqual({ average: 0, count: 0 });
  const buckets = [
    { key: '5', doc_count: 2 },
    { key: '4', doc_count: 1 },
    { key: '1', doc_count: 0 },
  ];
  expect(summariseRatings(buckets)).toEqual({ average: 4.7, count: 3 });
});

test.each([
  ['Lekker!', true, true],
  ['Great 👩🏽‍🍳 <b>bold</b>', true, true],
  ['two\nlines', false, true],
  ['a\u0000b', false, false],
  ['a\u001b[31mb', false, false],
  ['abc\u202Ecba', false, false],
  [' ', false, false],
  ['\n', false, false],
])('%j: isPlainLine is %s, isPlainText is %s', (text, line, lines) => {
  expect([isPlainLine(text), isPlainText(text)]).toEqual([line, lines]);
});
