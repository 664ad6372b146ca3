import type { ExpectedDelivery } from './expected-delivery.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Writes the days on which an order is expected, such as `Tuesday 1 – Thursday 3 December`. */
export function formatExpectedDays({ first, last }: ExpectedDelivery, locale: string): string {
  const format = formats.get(locale) ?? formatOf(locale);
  formats.set(locale, format);
  return first === last
    ? format.format(new Date(first))
    : format.formatRange(new Date(first), new Date(last));
}

/** Calendar days have no time zone; as instants they are midnight in UTC. */
const formatOf = (locale: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
