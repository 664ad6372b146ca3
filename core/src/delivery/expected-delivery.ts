import { calendarDay } from '../calendar-day.ts';
import { readHours, type WeekHours } from '../stores/opening-hours.ts';
import { addDays, addWorkingDays } from './working-days.ts';

/** How long a delivery method takes, counted from the day after the order. */
export interface DeliveryTime {
  from: number;
  to: number;
  /** Counts working days instead of calendar days. */
  working: boolean;
}

/** Calendar days in the shop's time zone, `YYYY-MM-DD`; equal when the method promises one day. */
export interface ExpectedDelivery {
  first: string;
  last: string;
}

const workingUnit =
  '(?:working|business) days?|werksdae|werksdag|werktagen?|arbeitstagen?|giorn[io] lavorativ[io]';
const counted = new RegExp(
  `(?<!\\d)(\\d{1,2})(?: ?(?:to|tot|bis|a|[-\u2013]) ?(\\d{1,2}))? (?:${workingUnit})\\b`,
  'i',
);
const nextWorkingDay = /next (working|business) day|nächsten (werk|arbeits)tag|giorno lavorativo successivo/i;
const nextDay = /next day|nächsten tag|giorno (dopo|successivo)/i;

/**
 * Reads how long a method takes from its title, where the shop promises it: "2 to 5 working days", "next
 * working day", "from the next day", in the languages of the store views.
 * @returns undefined when the title promises no time
 */
export function deliveryTimeOf(methodTitle: string): DeliveryTime | undefined {
  const match = counted.exec(methodTitle);
  if (match) {
    const from = Number(match[1]);
    return { from, to: Math.max(from, Number(match[2] ?? from)), working: true };
  }
  if (nextWorkingDay.test(methodTitle)) return { from: 1, to: 1, working: true };
  return nextDay.test(methodTitle) ? { from: 1, to: 1, working: false } : undefined;
}

/**
 * Returns the first and last day on which an order is expected. The day of the order does not count.
 * @param title the method's title, or the shipping description of an order
 * @param hours opening hours of the store at which it is collected: a day on which the store is closed is no collection day
 * @returns undefined when the title promises no time, or the hours are unknown
 */
export function expectedDelivery(
  title: string,
  orderedAt: Date,
  timeZone: string,
  hours?: string,
): ExpectedDelivery | undefined {
  const time = deliveryTimeOf(title);
  if (!time) return undefined;
  const day = calendarDay(orderedAt, timeZone);
  const add = time.working ? addWorkingDays : addDays;
  const days = { first: add(day, time.from), last: add(day, time.to) };
  return hours === undefined ? days : openDays(days, hours);
}

function openDays({ first, last }: ExpectedDelivery, hours: string): ExpectedDelivery | undefined {
  const week = readHours(hours);
  const open = week && openingDayFrom(week, first);
  if (!week || !open) return undefined;
  return { first: open, last: openingDayFrom(week, last) ?? open };
}

/** Returns the first calendar day from this one on, `YYYY-MM-DD`, on which the store opens; undefined if it never does. */
function openingDayFrom(week: WeekHours, day: string): string | undefined {
  // The hours begin with Monday, and a date counts from Sunday.
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  const ahead = week.findIndex((_, count) => (week[(weekday + count) % 7] ?? []).length > 0);
  return ahead < 0 ? undefined : addDays(day, ahead);
}
