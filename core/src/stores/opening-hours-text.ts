import type { Span, WeekHours } from './opening-hours.ts';

/** Writes an instant in a language. */
type WriteDate = (at: number, options: Intl.DateTimeFormatOptions) => string;

/** A Monday; opening hours apply to any week. */
const monday = Date.UTC(2024, 0, 1);
const dayMs = 24 * 60 * 60 * 1000;

/** The name of a day of the week, 0 being Monday. */
export function dayName(day: number, date: WriteDate, length: 'long' | 'short'): string {
  return date(monday + day * dayMs, { weekday: length, timeZone: 'UTC' });
}

/** Minutes since midnight as a time of day in this language. */
export function timeOfDay(minutes: number, date: WriteDate): string {
  return date(monday + minutes * 60_000, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
}

/** The week with days of the same hours grouped, each group with its spans. */
export function openingHoursText(week: WeekHours, date: WriteDate): { days: string; times: string[] }[] {
  const groups: { from: number; to: number; spans: readonly Span[] }[] = [];
  for (const [day, spans] of week.entries()) {
    const last = groups.at(-1);
    if (last && JSON.stringify(last.spans) === JSON.stringify(spans)) last.to = day;
    else groups.push({ from: day, to: day, spans });
  }
  return groups.map(({ from, to, spans }) => ({
    days: [...new Set([from, to])].map((day) => dayName(day, date, 'short')).join(' – '),
    times: spans.map((span) => `${timeOfDay(span.from, date)} – ${timeOfDay(span.to, date)}`),
  }));
}
