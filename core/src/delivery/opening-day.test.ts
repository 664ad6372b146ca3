import { expect, test } from 'vitest';
import { readHours } from '../stores/opening-hours.ts';
import { openingDayFrom } from './opening-day.ts';

test('openingDayFrom returns the day itself, or the next one on which the store opens', () => {
  const week = readHours('Mo-Fr 08:30-17:30; Sa 08:30-14:00')!;
  expect(openingDayFrom(week, '2026-11-28')).toBe('2026-11-28');
  expect(openingDayFrom(week, '2026-11-29')).toBe('2026-11-30');
  expect(openingDayFrom(readHours('')!, '2026-11-29')).toBeUndefined();
});
