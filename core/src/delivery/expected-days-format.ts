import type { ExpectedDelivery } from './expected-delivery.ts';

/** The options of a date format that writes a day as `Tuesday 1 December`. */
export const expectedDay = {
  ...{ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' },
} as const satisfies Intl.DateTimeFormatOptions;

/**
 * Writes the days on which an order is expected, such as `Tuesday 1 December – Thursday 3 December`.
 * @param write writes one calendar day, as a language does
 */
export function formatExpectedDays({ first, last }: ExpectedDelivery, write: (day: Date) => string): string {
  return [...new Set([first, last])].map((day) => write(new Date(day))).join(' – ');
}
