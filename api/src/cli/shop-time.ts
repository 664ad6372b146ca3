import { shop } from '@fynbos/core/shop.ts';
import { Fault, readInstant } from '../catalogue/import/cells.ts';
import { StartProblem } from '../database/start-problem.ts';

// Swedish writes dates as ISO 8601 does.
const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: shop.timeZone,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** An instant as the shop's own clock shows it: `2026-11-20 08:30:00`. */
export const shopTime = (at: Date): string => clock.format(at);

/** A day or a time as an operator types it, by the shop's own clock. @param end a day alone lasts until midnight */
export function readShopTime(text: string, end = false): Date {
  const instant = readInstant(text, end);
  if (instant instanceof Fault) throw new StartProblem(`${instant.reason}.`);
  return instant;
}

/** `, from 2026-11-20 00:00:00, to …` */
export function during(from?: Date | string | null, to?: Date | string | null): string {
  return `${from ? `, from ${shopTime(new Date(from))}` : ''}${to ? `, to ${shopTime(new Date(to))}` : ''}`;
}
