import { type Cents, decimalToCents } from '@fynbos/core/money.ts';
import { type StoredDelivery, useDeliveryPlace } from '../../delivery/state/delivery-place.ts';
import { methodsForValue, promiseOf } from '../../delivery/state/delivery-promise.ts';
import type { CartPromise, CartViewTotals } from '../sync/cart-view.ts';
import { valueForDelivery, withShipping } from './shipping-totals.ts';

/** The totals with the delivery that the shop promises at the shopper's place, until a method is chosen. */
export function useTotalsWithPromise(totals: CartViewTotals): CartViewTotals {
  return withPromise(totals, useDeliveryPlace(), new Date());
}

/** The same for a known place. */
export function withPromise(
  totals: CartViewTotals,
  delivery: StoredDelivery | undefined,
  now: Date,
): CartViewTotals {
  const promise =
    totals.shipping === undefined && !totals.virtual && delivery && cartPromiseOf(totals, delivery, now);
  if (!promise) return totals;
  const { estimate, tax } = totals;
  return { ...withShipping(totals, feeOf(promise)), estimate, tax, promise };
}

function cartPromiseOf(totals: CartViewTotals, delivery: StoredDelivery, now: Date): CartPromise | undefined {
  const { needsCold, freeDeliveryFrom, freeDeliveryBy } = totals;
  // Unknown in totals of an older version.
  if (needsCold === undefined) return undefined;
  const hasCoupon = freeDeliveryFrom === 0 && freeDeliveryBy === undefined;
  const methods = methodsForValue(delivery.methods, valueForDelivery(totals), hasCoupon);
  const promise = promiseOf({ ...delivery, methods }, needsCold, now);
  if (!promise) return undefined;
  const lower = methods.filter(
    ({ needs, price_incl_tax }) => needs !== 'store' && price_incl_tax < promise.method.price_incl_tax,
  );
  const cheaper = promiseOf({ ...delivery, methods: lower }, needsCold, now);
  return { ...promise, cheaper, postcode: delivery.place.postcode };
}

const feeOf = ({ method }: CartPromise): Cents => decimalToCents(method.price_incl_tax) ?? 0;
