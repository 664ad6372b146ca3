import { type Cents, decimalToCents } from '@fynbos/core/money.ts';
import { type StoredDelivery, useDeliveryPlace } from '../../delivery/state/delivery-place.ts';
import { methodsForValue, promiseOf } from '../../delivery/state/delivery-promise.ts';
import type { CartPromise, CartViewTotals, VoucherBalance } from '../sync/cart-view.ts';

/** The totals with the delivery that the shop promises at the shopper's place, until a method is chosen. */
export function usePromisedTotals(totals: CartViewTotals): CartViewTotals {
  return withPromise(totals, useDeliveryPlace(), new Date());
}

/** The same for a known place. */
export function withPromise(
  totals: CartViewTotals,
  delivery: StoredDelivery | undefined,
  now: Date,
): CartViewTotals {
  const promise =
    totals.shipping === undefined && !totals.virtual && delivery && promised(totals, delivery, now);
  if (!promise) return totals;
  const { estimate, tax } = totals;
  return { ...withShipping(totals, feeOf(promise)), estimate, tax, promise };
}

function promised(totals: CartViewTotals, delivery: StoredDelivery, now: Date): CartPromise | undefined {
  const { needsCold = false, freeDeliveryFrom } = totals;
  const methods = methodsForValue(delivery.methods, valueOfGoods(totals), freeDeliveryFrom === 0);
  const promise = promiseOf({ ...delivery, methods }, needsCold, now);
  if (!promise) return undefined;
  const lower = methods.filter(
    ({ needs, price_incl_tax }) => needs !== 'store' && price_incl_tax < promise.method.price_incl_tax,
  );
  const cheaper = promiseOf({ ...delivery, methods: lower }, needsCold, now);
  return { ...promise, cheaper, postcode: delivery.place.postcode };
}

const feeOf = ({ method }: CartPromise): Cents => decimalToCents(method.price_incl_tax) ?? 0;

/** The subtotal after discounts, without delivery, in cents. */
export const valueOfGoods = ({ subtotal, discount }: CartViewTotals): Cents => subtotal - discount;

/** The totals with the price of a shipping method that the shop has not computed yet: an estimate. */
export function withShipping(totals: CartViewTotals, shipping: Cents): CartViewTotals {
  const due = valueOfGoods(totals) + shipping;
  const voucherBalance = totals.voucherBalance && paidBy(totals.voucherBalance, due);
  return {
    ...totals,
    ...{ estimate: true, shipping, tax: undefined, taxes: [], voucherBalance },
    grandTotal: due - (voucherBalance ? voucherBalance.before - voucherBalance.after : 0),
  };
}

/** Another price of delivery changes what a voucher pays, unless it is for certain goods. */
function paidBy(voucher: VoucherBalance, due: Cents): VoucherBalance {
  return voucher.items ? voucher : { ...voucher, after: voucher.before - Math.min(voucher.before, due) };
}
