/** How it is said when something was true: prices of this morning and of last week are not the same. */
export const dayAndHour: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };
