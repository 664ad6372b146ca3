import type { Locale } from './shop.ts';

/**
 * Languages whose dates and numbers some browsers lack, Chromium among them: there they would appear in the language
 * of the browser. Their dates have the British order, with the names that Node has.
 */
const lacking: readonly Locale[] = ['zu-ZA', 'xh-ZA'];

/**
 * Languages with British formats: those above, and South African English, which differs from the shop in Intl. It has a
 * decimal comma, and days such as `01 December`.
 */
const british: readonly Locale[] = ['en-ZA', ...lacking];

/** The locale that formats dates, numbers and names of countries in every browser. */
export const formatLocale = (locale: Locale): Locale | 'en-GB' =>
  british.includes(locale) ? 'en-GB' : locale;

/** Names of months and weekdays by their English names, such as `September` and `Sept`. */
export type CalendarNames = Readonly<Record<string, string>>;

/** The names of a language that some browsers lack; undefined for any other. Node has every language. */
export function calendarNames(locale: Locale): CalendarNames | undefined {
  if (!lacking.includes(locale)) return undefined;
  // English has one name for both lengths of May: the long one stands for it.
  return { Sep: nameOfSeptember(locale), ...namesOf(locale, 'short'), ...namesOf(locale, 'long') };
}

/** Older browsers write `Sep` where newer ones write `Sept`. */
const nameOfSeptember = (locale: Locale) =>
  new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 8, 1));

function namesOf(locale: Locale, length: 'long' | 'short'): CalendarNames {
  // The first day of every month; in this year every weekday is among them.
  const days = Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 1));
  const names = ['month', 'weekday'].flatMap((kind) => {
    const [english, own] = ['en-GB', locale].map(
      (language) => new Intl.DateTimeFormat(language, { [kind]: length, timeZone: 'UTC' }),
    );
    return days.map((day) => [english?.format(day), own?.format(day)]);
  });
  return Object.fromEntries(names);
}

/** Formats dates as a language does, with the given names of months and weekdays if there are any. */
export function makeDateFormat(
  locale: Locale,
  options: Intl.DateTimeFormatOptions,
  names?: CalendarNames,
): Pick<Intl.DateTimeFormat, 'format'> {
  const format = new Intl.DateTimeFormat(formatLocale(locale), options);
  if (!names) return format;
  return { format: (date) => format.format(date).replace(/\p{L}+/gu, (word) => names[word] ?? word) };
}

/**
 * Formats numbers as a language does, with the separators of its prices. Languages that browsers may lack have a decimal
 * point, and the given group separator.
 */
export function makeNumberFormat(
  locale: Locale,
  options: Intl.NumberFormatOptions | undefined,
  group: string,
): Pick<Intl.NumberFormat, 'format'> {
  const format = new Intl.NumberFormat(formatLocale(locale), options);
  if (!lacking.includes(locale)) return format;
  return { format: (value) => format.format(value).replaceAll(',', group) };
}
