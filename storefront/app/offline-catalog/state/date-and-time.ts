/** The format of a snapshot's time: prices of this morning differ from those of last week. */
export const dateAndTime: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };
