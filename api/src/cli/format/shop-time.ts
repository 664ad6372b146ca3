import { shop } from '@fynbos/core/shop.ts';
import { ImportError, readInstant } from '../../catalogue/import/format/cells.ts';
import { UserFacingError } from '../../platform/errors/user-facing-error.ts';

// The Swedish locale formats dates as ISO 8601.
const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: shop.timeZone,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** An instant in the shop's time zone: `2026-11-20 08:30:00`. */
export const shopTime = (at: Date): string => clock.format(at);

/**
 * Parses a day or a time typed by an operator, in the shop's time zone.
 * @param end a day without a time, or at midnight, lasts until its end
 */
export function readShopTime(text: string, end = false): Date {
  const instant = readInstant(text, end);
  if (instant instanceof ImportError) throw new UserFacingError(`${instant.reason}.`);
  return instant;
}

/** `, from 2026-11-20 00:00:00, to …` */
export function during(from?: Date | string | null, to?: Date | string | null): string {
  return `${from ? `, from ${shopTime(new Date(from))}` : ''}${to ? `, to ${shopTime(new Date(to))}` : ''}`;
}
