import { expect, test } from 'vitest';
import { calendarNames, formatLocale, makeDateFormat, makeNumberFormat } from './language-format.ts';

const day = new Date('2026-09-06T22:30:00Z');
const timeZone = 'Africa/Johannesburg';

test.each([
  ['fr-FR', { dateStyle: 'long' }, '7 septembre 2026'],
  ['en-ZA', { weekday: 'short', day: 'numeric', month: 'short' }, 'Mon 7 Sept'],
  ['en-ZA', { day: 'numeric', month: 'long' }, '7 September'],
  ['zu-ZA', { dateStyle: 'long' }, '7 Septhemba 2026'],
  ['xh-ZA', { dateStyle: 'long' }, '7 Septemba 2026'],
  ['zu-ZA', { day: 'numeric', month: 'short' }, '7 Sep'],
  ['zu-ZA', { weekday: 'long' }, 'UMsombuluko'],
  ['xh-ZA', { weekday: 'short' }, 'Mvu'],
  ['xh-ZA', { hour: 'numeric', minute: '2-digit' }, '0:30'],
  ['xh-ZA', { day: 'numeric', month: 'numeric' }, '07/09'],
] as const)('%s: a date with %j is %s', (locale, options, written) => {
  const { format } = makeDateFormat(locale, { ...options, timeZone }, calendarNames(locale));
  expect(format(day)).toBe(written);
});

test('May has its long name in every format, because English has one name for both', () => {
  const { format } = makeDateFormat('zu-ZA', { month: 'short', timeZone }, calendarNames('zu-ZA'));
  expect(format(new Date('2026-05-05T10:00:00Z'))).toBe('Meyi');
});

test('numbers have the given separator of groups where browsers may lack the language', () => {
  const group = '\u00a0';
  expect(makeNumberFormat('xh-ZA', undefined, group).format(1_234_567.5)).toBe('1\u00a0234\u00a0567.5');
  expect(makeNumberFormat('xh-ZA', { style: 'percent' }, group).format(0.155)).toBe('16%');
  expect(makeNumberFormat('de-DE', undefined, group).format(1234.5)).toBe('1.234,5');
  expect(makeNumberFormat('en-ZA', undefined, group).format(1234.5)).toBe('1,234.5');
});

test('only languages that browsers may lack are formatted by another', () => {
  expect((['af-ZA', 'de-DE', 'zu-ZA', 'xh-ZA'] as const).map(formatLocale)).toEqual([
    'af-ZA',
    'de-DE',
    'en-GB',
    'en-GB',
  ]);
  expect(calendarNames('af-ZA')).toBeUndefined();
});
