import type { Locale } from './shop.ts';

/**
 * Languages whose dates and numbers some browsers lack, Chromium among them: there they would appear in the language
 * of the browser. Their dates have the British order, with the names that Node has.
 */
const lacking: readonly Locale[] = ['zu-ZA', 'xh-ZA'];

/** The locale that formats dates, numbers and names of countries in every browser. */
export const formatLocale = (locale: Locale): Locale | 'en-GB' =>
  lacking.includes(locale) ? 'en-GB' : locale;

const kinds = ['month', 'weekday'] as const;
type Kind = (typeof kinds)[number];
type Length = 'long' | 'short';
/** Names of months and weekdays by their English names, such as `September`. */
export type CalendarNames = Readonly<Record<Length, Readonly<Record<string, string>>>>;

/** The names of a language that some browsers lack; undefined for any other. Node has every language. */
export function calendarNames(locale: Locale): CalendarNames | undefined {
  if (!lacking.includes(locale)) return undefined;
  const names = (length: Length) =>
    Object.fromEntries(kinds.flatMap((kind) => namesOf(locale, kind, length)));
  return { long: names('long'), short: names('short') };
}

function namesOf(locale: Locale, kind: Kind, length: Length) {
  // A day of every month; among them is every weekday.
  const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, month + 1)));
  const own = new Intl.DateTimeFormat(locale, { [kind]: length, timeZone: 'UTC' });
  return days.map((day) => [nameIn(kind, 'UTC').format(day), own.format(day)] as const);
}

const nameIn = (kind: Kind, timeZone: string | undefined) =>
  new Intl.DateTimeFormat('en-GB', { [kind]: 'long', timeZone });

/** Formats dates as a language does, with the given names of months and weekdays if there are any. */
export function makeDateFormat(
  locale: Locale,
  options: Intl.DateTimeFormatOptions,
  names?: CalendarNames,
): Pick<Intl.DateTimeFormat, 'format'> {
  const format = new Intl.DateTimeFormat(formatLocale(locale), options);
  if (!names) return format;
  const replaced = kinds.map((kind) => ({
    kind,
    english: nameIn(kind, options.timeZone),
    names: names[isLong(kind, options) ? 'long' : 'short'],
  }));
  return {
    format: (date) => {
      const parts = format.formatToParts(date).map(({ type, value }) => {
        const name = /\p{L}/u.test(value) && replaced.find(({ kind }) => kind === type);
        return name ? (name.names[name.english.format(date)] ?? value) : value;
      });
      return parts.join('');
    },
  };
}

const isLong = (kind: Kind, { dateStyle, ...options }: Intl.DateTimeFormatOptions) =>
  options[kind] === 'long' || dateStyle === 'full' || (kind === 'month' && dateStyle === 'long');

/** Formats numbers as a language does, with the given separators if browsers may lack the language. */
export function makeNumberFormat(
  locale: Locale,
  options: Intl.NumberFormatOptions | undefined,
  separators: { group: string; decimal: string },
): Pick<Intl.NumberFormat, 'format'> {
  const format = new Intl.NumberFormat(formatLocale(locale), options);
  if (!lacking.includes(locale)) return format;
  const replaced: Partial<Record<string, string>> = separators;
  return {
    format: (value) =>
      format
        .formatToParts(value)
        .map(({ type, value }) => replaced[type] ?? value)
        .join(''),
  };
}
