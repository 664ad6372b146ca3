import { readHours, type WeekHours } from '../stores/opening-hours.ts';
import type { ExpectedDelivery } from './expected-delivery.ts';
import { addDays } from './working-days.ts';

/** Returns the first calendar day from this one on, `YYYY-MM-DD`, on which the store opens; undefined if it never does. */
export function openingDayFrom(week: WeekHours, day: string): string | undefined {
  // The hours begin with Monday, and a date counts from Sunday.
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  const ahead = week.findIndex((_, count) => (week[(weekday + count) % 7] ?? []).length > 0);
  return ahead < 0 ? undefined : addDays(day, ahead);
}

/** Returns the days on which goods can be collected at a store; undefined for a store without known hours. */
export function openDays({ first, last }: ExpectedDelivery, hours: string): ExpectedDelivery | undefined {
  const week = readHours(hours);
  const open = week && openingDayFrom(week, first);
  if (!week || !open) return undefined;
  return { first: open, last: openingDayFrom(week, last) ?? open };
}
