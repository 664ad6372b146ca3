import { calendarDay } from '@fynbos/core/calendar-day.ts';
import type { MethodAtPlace } from '@fynbos/core/delivery/contract.ts';
import { shop } from '@fynbos/core/shop.ts';
import type { StoredDelivery } from './delivery-place.ts';

/** What the shop promises at a place: the method that brings the goods first, and its days if they are known. */
interface DeliveryPromise {
  method: MethodAtPlace;
  days: { first: string; last: string } | undefined;
}

const needsInOrder = ['address', 'pickup_point', 'store'] as const;

/**
 * Chooses the method to promise: to the door if possible, then a pick-up point, then a store; the earliest, then the
 * cheapest. Goods that must stay cold get only a method that carries them.
 * @returns undefined when no method reaches the place
 */
export function promiseOf(
  { methods, at }: Pick<StoredDelivery, 'methods' | 'at'>,
  cold: boolean,
  now: Date,
): DeliveryPromise | undefined {
  const carrying = methods.filter((method) => !cold || method.carries_cold_goods);
  const [method] = carrying.toSorted(
    (a, b) =>
      needsInOrder.indexOf(a.needs) - needsInOrder.indexOf(b.needs) ||
      compare(lastDayOf(a), lastDayOf(b)) ||
      compare(a.price_incl_tax, b.price_incl_tax),
  );
  if (!method) return undefined;
  const { expected_first: first, expected_last: last } = method;
  // Days that were counted on another day would be too early.
  return { method, days: first && last && isOfToday(at, now) ? { first, last } : undefined };
}

/** A method without a stated time comes last. */
const lastDayOf = ({ expected_last = '9999' }: MethodAtPlace): string => expected_last;
const compare = <Value extends string | number>(a: Value, b: Value): number => Number(a > b) - Number(a < b);

const hour = 60 * 60 * 1000;

/** Whether the stored methods should be requested again: after an hour, on another day, or for another store. */
export function isDeliveryOutdated(
  { at, collectAt }: StoredDelivery,
  now: Date,
  store: string | undefined,
): boolean {
  return now.getTime() - at > hour || !isOfToday(at, now) || collectAt !== store;
}

/** Whether days that were counted at that time are still right. */
const isOfToday = (at: number, now: Date): boolean =>
  calendarDay(new Date(at), shop.timeZone) === calendarDay(now, shop.timeZone);
