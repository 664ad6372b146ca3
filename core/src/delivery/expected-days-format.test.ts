import { expect, test } from 'vitest';
import { calendarNames, makeDateFormat } from '../language-format.ts';
import type { Locale } from '../shop.ts';
import { expectedDay, formatExpectedDays } from './expected-days-format.ts';

const written = (first: string, last: string, locale: Locale) =>
  formatExpectedDays({ first, last }, makeDateFormat(locale, expectedDay, calendarNames(locale)).format);

test.each([
  ['en-ZA', 'Tuesday 1 December – Thursday 3 December'],
  ['en-US', 'Tuesday, December 1 – Thursday, December 3'],
  ['de-DE', 'Dienstag, 1. Dezember – Donnerstag, 3. Dezember'],
  ['zu-ZA', 'ULwesibili 1 Disemba – ULwesine 3 Disemba'],
] as const)('formatExpectedDays writes a range of days in %s', (locale, text) => {
  expect(written('2026-12-01', '2026-12-03', locale)).toBe(text);
});

test('formatExpectedDays writes one day once', () => {
  expect(written('2026-12-01', '2026-12-01', 'en-US')).toBe('Tuesday, December 1');
});
