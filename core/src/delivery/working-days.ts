/** Public holidays of South Africa on fixed dates, as `MM-DD` (Public Holidays Act 36 of 1994). */
const fixedHolidays = [
  '01-01',
  '03-21',
  '04-27',
  '05-01',
  '06-16',
  '08-09',
  '09-24',
  '12-16',
  '12-25',
  '12-26',
];
const millisecondsOfDay = 24 * 60 * 60 * 1000;

/** Adds days to a calendar day, `YYYY-MM-DD`. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * millisecondsOfDay).toISOString().slice(0, 10);

/** Returns the calendar day, `YYYY-MM-DD`, that is this number of working days later. */
export function addWorkingDays(day: string, count: number): string {
  let reached = day;
  for (let left = count; left > 0; ) {
    reached = addDays(reached, 1);
    if (isWorkingDay(reached)) left--;
  }
  return reached;
}

/** Working days are Monday to Friday without public holidays, as the shop's delivery page says. */
export function isWorkingDay(day: string): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6 && !isHoliday(day);
}

const knownHolidays = new Map<string, ReadonlySet<string>>();

function isHoliday(day: string): boolean {
  const year = day.slice(0, 4);
  const holidays = knownHolidays.get(year) ?? holidaysOf(year);
  knownHolidays.set(year, holidays);
  return holidays.has(day);
}

/** The Monday after a holiday on a Sunday is one too. */
function holidaysOf(year: string): ReadonlySet<string> {
  const easter = easterSunday(Number(year));
  const fixed = fixedHolidays.map((date) => `${year}-${date}`);
  const moved = fixed.filter((day) => weekdayOf(day) === 0).map((day) => addDays(day, 1));
  return new Set([...fixed, ...moved, addDays(easter, -2), addDays(easter, 1)]);
}

/** 0 is Sunday. */
const weekdayOf = (day: string): number => new Date(day).getUTCDay();

/** The Gregorian computus in the form of Meeus, Jones and Butcher. */
function easterSunday(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const f = Math.floor((b + 8) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - f + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const sum = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114;
  return new Date(Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1)).toISOString().slice(0, 10);
}
