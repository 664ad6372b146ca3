import { shop } from '@fynbos/core/shop.ts';
import { Fault, readInstant } from '../catalogue/import/cells.ts';

/** A day by the shop's clock, and the instants between which it is. */
export interface ShopDay {
  /** `2026-11-20` */
  name: string;
  from: Date;
  to: Date;
}

const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: shop.timeZone, dateStyle: 'short' });
const dayMs = 24 * 3600 * 1000;

/** @param name `2026-11-20` @returns undefined where there is no such day */
export function shopDay(name: string): ShopDay | undefined {
  const [from, last] = [readInstant(name), readInstant(name, true)];
  if (!/^\d{4}-\d\d-\d\d$/.test(name) || from instanceof Fault || last instanceof Fault) return undefined;
  return { name, from, to: new Date(last.getTime() + 1) };
}

/** The day so many days before the one an instant is on. */
export const dayBefore = (at: Date, days = 1): ShopDay =>
  shopDay(calendar.format(new Date(at.getTime() - days * dayMs)))!;
