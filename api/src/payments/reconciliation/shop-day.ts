import { calendarDay } from '@fynbos/core/calendar-day.ts';
import { shop } from '@fynbos/core/shop.ts';
import { ImportError, readInstant } from '../../catalogue/import/format/cells.ts';

/** A calendar day in the shop's time zone, and the instants that bound it. */
export interface ShopDay {
  /** `2026-11-20` */
  name: string;
  from: Date;
  to: Date;
}

const dayMs = 24 * 3600 * 1000;

/**
 * @param name `2026-11-20`
 * @returns undefined when the day does not exist
 */
export function shopDay(name: string): ShopDay | undefined {
  const [from, last] = [readInstant(name), readInstant(name, true)];
  if (!/^\d{4}-\d\d-\d\d$/.test(name) || from instanceof ImportError || last instanceof ImportError)
    return undefined;
  return { name, from, to: new Date(last.getTime() + 1) };
}

/** Returns the day that lies this many days before the day of an instant. */
export const dayBefore = (at: Date, days = 1): ShopDay =>
  shopDay(calendarDay(new Date(at.getTime() - days * dayMs), shop.timeZone))!;
