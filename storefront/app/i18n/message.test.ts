import { expect, test } from 'vitest';
import { compileCatalogue } from './catalogue.ts';
import { fillIn } from './message.ts';

const english = {
  written: (value: number) => new Intl.NumberFormat('en').format(value),
  plural: (value: number) => new Intl.PluralRules('en').select(value),
};
const say = (icu: string, values = {}) => fillIn(compileCatalogue({ it: icu }).it ?? [], values, english);

test('fills values in, and says nothing where one was not given', () => {
  expect(say('Hello {name}, {name}!', { name: 'Ann' })).toBe('Hello Ann, Ann!');
  expect(say('Now {price}')).toBe('Now ');
});

test('chooses the branch of a plural, an exact one first', () => {
  const bags = '{count, plural, =0 {no bags} one {# bag in {place}} other {# bags in {place}}}';
  expect([0, 1, 1200].map((count) => say(bags, { count, place: 'here' }))).toEqual([
    'no bags',
    '1 bag in here',
    '1,200 bags in here',
  ]);
});

test('counts from an offset', () => {
  const guests = '{count, plural, offset:1 one {you and # other} other {you and # others}}';
  expect(say(guests, { count: 2 })).toBe('you and 1 other');
  expect(say(guests, { count: 5 })).toBe('you and 4 others');
});

test('a kind of value that the browser could not write is refused when it is compiled', () => {
  expect(() => say('{day, date, long}')).toThrow('Message it uses date');
});
