import { expect, test } from 'vitest';
import { formatExpectedDays } from './expected-days-format.ts';

const days = { first: '2026-12-01', last: '2026-12-03' };
const spaced = (text: string) => text.replaceAll('\u2009', ' ');

test.each([
  ['en-ZA', 'Tuesday 1 – Thursday 3 December'],
  ['en-US', 'Tuesday, December 1 – Thursday, December 3'],
  ['de-DE', 'Dienstag, 1. – Donnerstag, 3. Dezember'],
])('formatExpectedDays writes a range of days in %s', (locale, text) => {
  expect(spaced(formatExpectedDays(days, locale))).toBe(text);
});

test('formatExpectedDays writes one day once', () => {
  expect(formatExpectedDays({ first: '2026-12-01', last: '2026-12-01' }, 'en-US')).toBe(
    'Tuesday, December 1',
  );
});
