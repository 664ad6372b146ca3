/** Opening and closing time in minutes since midnight. */
export interface Span {
  from: number;
  to: number;
}

/** Opening hours of each day of the week, Monday first. */
export type WeekHours = readonly (readonly Span[])[];

/** A moment of the week in the shop's local time. */
export interface WallTime {
  /** 0 is Monday. */
  day: number;
  /** Minutes since midnight. */
  minute: number;
}

/**
 * Open with the closing minute of today, or closed with the next opening. A store that never opens has no
 * next opening.
 */
export type Opening = { open: true; closesAt: number } | { open: false; next?: WallTime };

const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const part = /^(Mo|Tu|We|Th|Fr|Sa|Su)(?:-(Mo|Tu|We|Th|Fr|Sa|Su))? (\d\d):(\d\d)-(\d\d):(\d\d)$/;

/**
 * Reads opening hours in schema.org format: `Mo-Fr 08:00-19:00; Sa 08:00-17:00` (spec D9). Omitted days
 * are closed.
 * @returns undefined when the text is invalid
 */
export function readHours(text: string): WeekHours | undefined {
  const week: Span[][] = days.map(() => []);
  for (const rule of text.split(';').map((entry) => entry.trim())) {
    if (rule === '') continue;
    const match = part.exec(rule);
    const span = match && spanOf(match.slice(3, 7).map(Number));
    if (!match || !span) return undefined;
    const [, first = '', last = first] = match;
    for (const day of daysBetween(first, last)) week[day]?.push(span);
  }
  return week.map((spans) => spans.toSorted((a, b) => a.from - b.from));
}

function spanOf([hour = 0, minute = 0, endHour = 0, endMinute = 0]: number[]): Span | undefined {
  const span = { from: hour * 60 + minute, to: endHour * 60 + endMinute };
  const fits = minute < 60 && endMinute < 60 && span.from < span.to && span.to <= 24 * 60;
  return fits ? span : undefined;
}

/** `Fr` to `Mo` crosses the end of the week. */
function daysBetween(first: string, last: string): number[] {
  const [from, to] = [days.indexOf(first), days.indexOf(last)];
  const count = ((to - from + 7) % 7) + 1;
  return Array.from({ length: count }, (_, index) => (from + index) % 7);
}

/** Returns the weekday and minute of an instant in a time zone. */
export function wallTime(now: Date, timeZone: string): WallTime {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const of = (type: string) => parts.find((entry) => entry.type === type)?.value ?? '';
  return {
    day: days.indexOf(of('weekday').slice(0, 2)),
    minute: Number(of('hour')) * 60 + Number(of('minute')),
  };
}

/**
 * Returns whether the store is open at a moment, and when that changes. The closing minute counts as
 * closed.
 */
export function openingAt(week: WeekHours, { day, minute }: WallTime): Opening {
  const now = week[day]?.find((span) => span.from <= minute && minute < span.to);
  if (now) return { open: true, closesAt: now.to };
  // Today and the next seven days: a store that opens once a week opens on the same weekday next week.
  for (let ahead = 0; ahead <= 7; ahead++) {
    const weekday = (day + ahead) % 7;
    const next = week[weekday]?.find((span) => ahead > 0 || span.from > minute);
    if (next) return { open: false, next: { day: weekday, minute: next.from } };
  }
  return { open: false };
}
