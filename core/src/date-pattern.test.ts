import { expect, test } from 'vitest';
import { formatByPattern } from './date-pattern.ts';
import { shop } from './shop.ts';
import { storeViews } from './store-views.ts';

test('formatByPattern writes an instant in the time zone of the shop', () => {
  const lateInUtc = '2026-03-05T23:05:09Z';
  const written = (pattern: string) => formatByPattern(lateInUtc, pattern, shop.timeZone);
  expect(written('HH:mm D-M-YYYY')).toBe('01:05 6-3-2026');
  expect(written('DD/MM/YYYY H:m:ss')).toBe('06/03/2026 1:5:09');
});

test('the store view de has a date format of its own, and it inherits the format (wire contract 9)', () => {
  expect(storeViews.map(({ code, dateFormat }) => [code, dateFormat])).toEqual([
    ['', undefined],
    ['de', 'HH:mm D-M-YYYY'],
    ['it', 'HH:mm D-M-YYYY'],
  ]);
});
