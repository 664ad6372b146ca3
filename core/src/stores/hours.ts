/** From when until when a shop is open, in minutes since midnight. */
export interface Span {
  from: number;
  to: number;
}

/** The spans of each day of the week, Monday first. */
export type WeekHours = readonly (readonly Span[])[];

/** A moment of the week, as the clock on the shop's wall shows it. */
export interface WallTime {
  /** 0 is Monday. */
  day: number;
  /** Minutes since midnight. */
  minute: number;
}

/** Open until a minute of today, or closed until a minute of a day; a shop that never opens has no next. */
export type Opening = { open: true; until: number } | { open: false; next?: WallTime };

const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const part = /^(Mo|Tu|We|Th|Fr|Sa|Su)(?:-(Mo|Tu|We|Th|Fr|Sa|Su))? (\d\d):(\d\d)-(\d\d):(\d\d)$/;

/**
 * Reads hours as search engines write them: `Mo-Fr 08:00-19:00; Sa 08:00-17:00` (decision 9). A day that
 * is not named is closed. @returns undefined for what is not written so
 */
export function readHours(text: string): WeekHours | undefined {
  const week: Span[][] = days.map(() => []);
  for (const piece of text.split(';').map((one) => one.trim())) {
    if (piece === '') continue;
    const match = part.exec(piece);
    const span = match && spanOf(match.slice(3, 7).map(Number));
    if (!match || !span) return undefined;
    for (const day of daysBetween(match[1]!, match[2] ?? match[1]!)) week[day]!.push(span);
  }
  return week.map((spans) => spans.toSorted((one, other) => one.from - other.from));
}

function spanOf([hour, minute, endHour, endMinute]: number[]): Span | undefined {
  const span = { from: hour! * 60 + minute!, to: endHour! * 60 + endMinute! };
  const fits = minute! < 60 && endMinute! < 60 && span.from < span.to && span.to <= 24 * 60;
  return fits ? span : undefined;
}

/** `Fr` to `Mo` goes over the end of the week. */
function daysBetween(first: string, last: string): number[] {
  const [from, to] = [days.indexOf(first), days.indexOf(last)];
  const count = ((to - from + 7) % 7) + 1;
  return Array.from({ length: count }, (_, index) => (from + index) % 7);
}

/** The day and the minute in a time zone at an instant. */
export function wallTime(now: Date, timeZone: string): WallTime {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const of = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return {
    day: days.indexOf(of('weekday').slice(0, 2)),
    minute: Number(of('hour')) * 60 + Number(of('minute')),
  };
}

/** Whether a shop is open at a moment, and until when or from when. The closing minute itself is closed. */
export function openingAt(week: WeekHours, { day, minute }: WallTime): Opening {
  const now = week[day]?.find((span) => span.from <= minute && minute < span.to);
  if (now) return { open: true, until: now.to };
  // Today, and the seven days after it: a shop that opens once a week opens again this day next week.
  for (let ahead = 0; ahead <= 7; ahead++) {
    const that = (day + ahead) % 7;
    const next = week[that]?.find((span) => ahead > 0 || span.from > minute);
    if (next) return { open: false, next: { day: that, minute: next.from } };
  }
  return { open: false };
}
