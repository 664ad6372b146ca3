import { readHours } from '@fynbos/core/stores/opening-hours.ts';
import { describe, expect, test } from 'vitest';
import { makeText } from '../../platform/i18n/text.ts';
import { openingHoursText } from './opening-hours-text.ts';

const week = readHours('Mo-Fr 08:30-17:30; Sa 08:30-14:00')!;

describe('writtenWeek (STORE-1)', () => {
  test('groups days with the same hours, and names the closed day', () => {
    expect(openingHoursText(week, makeText('en-US', {}).date)).toEqual([
      { days: 'Mon – Fri', times: ['8:30 AM – 5:30 PM'] },
      { days: 'Sat', times: ['8:30 AM – 2:00 PM'] },
      { days: 'Sun', times: [] },
    ]);
  });

  test('writes the time of day in the format of the language', () => {
    const [days] = openingHoursText(week, makeText('de-DE', {}).date);
    expect(days).toEqual({ days: 'Mo – Fr', times: ['8:30 – 17:30'] });
  });
});
