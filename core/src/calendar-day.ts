const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day of an instant in a time zone, `YYYY-MM-DD`. */
export function calendarDay(instant: Date, timeZone: string): string {
  // The Swedish format of a date is that of ISO 8601.
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone });
  formats.set(timeZone, format);
  return format.format(instant);
}
