import { describe, expect, test } from 'vitest';
import { makeDateFormat } from '../language-format.ts';
import type { Locale } from '../shop.ts';
import { readHours } from './opening-hours.ts';
import { openingHoursText } from './opening-hours-text.ts';

const dateIn = (locale: Locale) => (at: number, options: Intl.DateTimeFormatOptions) =>
  makeDateFormat(locale, options).format(at);
const week = readHours('Mo-Fr 08:30-17:30; Sa 08:30-14:00')!;

describe('writtenWeek (STORE-1)', () => {
  test('groups days with the same hours, and names the closed day', () => {
    expect(openingHoursText(week, dateIn('en-US'))).toEqual([
      { days: 'Mon – Fri', times: ['8:30 AM – 5:30 PM'] },
      { days: 'Sat', times: ['8:30 AM – 2:00 PM'] },
      { days: 'Sun', times: [] },
    ]);
  });

  test('writes the time of day in the format of the language', () => {
    const [days] = openingHoursText(week, dateIn('de-DE'));
    expect(days).toEqual({ days: 'Mo – Fr', times: ['8:30 – 17:30'] });
  });
});
