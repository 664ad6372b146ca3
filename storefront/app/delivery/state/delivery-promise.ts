import { calendarDay } from '@fynbos/core/calendar-day.ts';
import type { MethodAtPlace } from '@fynbos/core/delivery/contract.ts';
import { type DeliveryFee, lowestFee } from '@fynbos/core/delivery/delivery-fee.ts';
import { preferredMethod } from '@fynbos/core/delivery/preferred-method.ts';
import { type Cents, centsToDecimal, decimalToCents } from '@fynbos/core/money.ts';
import { shop } from '@fynbos/core/shop.ts';
import type { StoredDelivery } from './delivery-place.ts';

/** What the shop promises at a place: the preferred method, and its days if they are known. */
export interface DeliveryPromise {
  method: MethodAtPlace;
  days: { first: string; last: string } | undefined;
}

/**
 * Chooses the method to promise: for goods of any value, or of the value for which `methodsForValue` returned the methods.
 * Goods that must stay cold get only a method that carries them.
 * @returns undefined when no method reaches the place
 */
export function promiseOf(
  { methods, at }: Pick<StoredDelivery, 'methods' | 'at'>,
  cold: boolean,
  now: Date,
): DeliveryPromise | undefined {
  const method = preferredMethod(methods.filter((offer) => !cold || offer.carries_cold_goods));
  if (!method) return undefined;
  const { expected_first: first, expected_last: last } = method;
  // Days that were counted on another day would be too early.
  return { method, days: first && last && isOfToday(at, now) ? { first, last } : undefined };
}

/**
 * Returns the methods as they apply to goods of this value: those offered for it, with the fee that the shop charges.
 * Their `from_amount` is 0, because these goods have reached it.
 * @param isFree whether every method is free, as with a coupon
 */
export function methodsForValue(
  methods: readonly MethodAtPlace[],
  value: Cents,
  isFree: boolean,
): MethodAtPlace[] {
  return methods.flatMap((method) => {
    const fee = lowestFee(feesOf(method), value);
    return fee === undefined
      ? []
      : [{ ...method, from_amount: 0, price_incl_tax: isFree ? 0 : centsToDecimal(fee) }];
  });
}

/** The fees of a method; stored methods of an earlier version have no rates. */
function feesOf({ rates, price_incl_tax, from_amount, free_from }: MethodAtPlace): DeliveryFee[] {
  const free = free_from === undefined ? [] : [{ from_amount: free_from, price_incl_tax: 0 }];
  return (rates ?? [{ from_amount, price_incl_tax }, ...free]).map((rate) => ({
    from_amount: decimalToCents(rate.from_amount) ?? 0,
    price: decimalToCents(rate.price_incl_tax) ?? 0,
  }));
}

/** What to request from the shop: a place, and whether it is the customer's address. */
interface PlaceRequest {
  typed: string;
  isUsual: boolean;
}

/**
 * Returns the place whose methods are missing or outdated: the one that the shopper chose, otherwise that of the
 * customer's address.
 * @param usual the postal code of that address, if there is one
 */
export function placeRequestOf(
  stored: StoredDelivery | undefined,
  usual: string | undefined,
  isOutdated: (stored: StoredDelivery) => boolean,
): PlaceRequest | undefined {
  if (stored && (stored.usual === undefined || usual === undefined || usual === stored.usual))
    return isOutdated(stored)
      ? { typed: stored.place.postcode, isUsual: stored.usual !== undefined }
      : undefined;
  return usual === undefined ? undefined : { typed: usual, isUsual: true };
}

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
