/** The format of a snapshot's time: prices of this morning differ from those of last week. */
export const dayAndHour: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };
