import type { WeekHours } from '../stores/opening-hours.ts';
import { addDays } from './working-days.ts';

/** Returns the first calendar day from this one on, `YYYY-MM-DD`, on which the store opens; undefined if it never does. */
export function openingDayFrom(week: WeekHours, day: string): string | undefined {
  // The hours begin with Monday, and a date counts from Sunday.
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  const ahead = week.findIndex((_, count) => (week[(weekday + count) % 7] ?? []).length > 0);
  return ahead < 0 ? undefined : addDays(day, ahead);
}
