/** Writes the first and last expected day, `YYYY-MM-DD`, such as `Tue, 1 Dec – Fri, 4 Dec`. */
export function formatDays(first: string, last: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    // Calendar days have no time zone; as instants they are midnight in UTC.
    ...{ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' },
  });
  return format.formatRange(new Date(first), new Date(last));
}
