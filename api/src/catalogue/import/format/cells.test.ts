import { expect, test } from 'vitest';
import { ImportError, readAmount, readInstant, readYesNo } from './cells.ts';

const instant = (text: string, end = false) => {
  const read = readInstant(text, end);
  return read instanceof ImportError ? read.reason : read.toISOString();
};

test('readInstant: a day begins at midnight in South Africa and ends just before the next', () => {
  expect(instant('2026-11-20')).toBe('2026-11-19T22:00:00.000Z');
  expect(instant('2026-11-20', true)).toBe('2026-11-20T21:59:59.999Z');
});

test('readInstant: a time is South African unless it has an offset', () => {
  expect(instant('2026-11-20 08:30')).toBe('2026-11-20T06:30:00.000Z');
  expect(instant('2026-11-20T08:30:15Z')).toBe('2026-11-20T08:30:15.000Z');
  expect(instant('2026-11-20 08:30:00+01:00')).toBe('2026-11-20T07:30:00.000Z');
});

test.each(['2026-02-30', '20/11/2026', '2026-11-20 25:00', '2026-11-20 10:61', 'soon', '0000-01-01'])(
  'readInstant refuses the date %s',
  (text) => {
    expect(readInstant(text)).toBeInstanceOf(ImportError);
  },
);

test('readAmount accepts two decimals with tax and four without', () => {
  expect(readAmount('129.99', true)).toBe('129.99');
  expect(readAmount('129.9900', true)).toBe('129.9900');
  expect(readAmount('113.0348', false)).toBe('113.0348');
  for (const text of ['129.999', '-1.00', '1,234.50', 'R10', '10.', '', '1e3', '1000000.01'])
    expect(readAmount(text, true), text).toBeInstanceOf(ImportError);
  expect(readAmount('113.03487', false)).toBeInstanceOf(ImportError);
});

test('readYesNo accepts several spellings of yes and no only', () => {
  expect(['yes', 'Y', 'TRUE', '1'].map(readYesNo)).toEqual([true, true, true, true]);
  expect(['no', 'n', 'False', '0'].map(readYesNo)).toEqual([false, false, false, false]);
  expect(readYesNo('maybe')).toBeInstanceOf(ImportError);
});
