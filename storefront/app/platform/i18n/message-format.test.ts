import { expect, test } from 'vitest';
import { compileCatalogue } from './message-compiler.ts';
import { formatMessage } from './message-format.ts';

const english = {
  written: (value: number) => new Intl.NumberFormat('en').format(value),
  plural: (value: number) => new Intl.PluralRules('en').select(value),
};
const format = (icu: string, values = {}) =>
  formatMessage(compileCatalogue({ it: icu }).it ?? [], values, english);

test('fillIn inserts values, and nothing for a missing value', () => {
  expect(format('Hello {name}, {name}!', { name: 'Ann' })).toBe('Hello Ann, Ann!');
  expect(format('Now {price}')).toBe('Now ');
});

test('fillIn chooses the branch of a plural, an exact one first', () => {
  const bags = '{count, plural, =0 {no bags} one {# bag in {place}} other {# bags in {place}}}';
  expect([0, 1, 1200].map((count) => format(bags, { count, place: 'here' }))).toEqual([
    'no bags',
    '1 bag in here',
    '1,200 bags in here',
  ]);
});

test('fillIn subtracts the offset of a plural', () => {
  const guests = '{count, plural, offset:1 one {you and # other} other {you and # others}}';
  expect(format(guests, { count: 2 })).toBe('you and 1 other');
  expect(format(guests, { count: 5 })).toBe('you and 4 others');
});

test('compileCatalogue rejects a placeholder type that the browser does not support', () => {
  expect(() => format('{day, date, long}')).toThrow('Message it uses date');
});
