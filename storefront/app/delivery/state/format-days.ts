import { formatExpectedDays } from '@fynbos/core/delivery/expected-days-format.ts';
import type { Text } from '../../platform/i18n/text.ts';

/** Writes the first and last expected day, `YYYY-MM-DD`, such as `Tue, 1 Dec – Fri, 4 Dec`. */
export const formatDays = (first: string, last: string, date: Text['date']): string =>
  formatExpectedDays({ first, last }, (day) =>
    // Calendar days have no time zone; as instants they are midnight in UTC.
    date(day, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }),
  );

/** Joins the parts of a promise that are known. */
export const joinPromise = (...parts: readonly (string | undefined)[]): string =>
  parts.filter(Boolean).join(' · ');
