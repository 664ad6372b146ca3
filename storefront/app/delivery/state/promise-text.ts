import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import '../../platform/i18n/parts/delivery-messages.ts';
import type { StoredDelivery } from './delivery-place.ts';
import { type DeliveryPromise, promiseOf } from './delivery-promise.ts';
import { formatDays } from './format-days.ts';

/** A promise in words. */
interface PromiseText {
  /** The carrier, or the store at which the goods are collected. */
  carrier: string;
  days: string | undefined;
  fee: string;
  /** From which amount it is free, if it is not always. */
  freeFrom: string | undefined;
}

/** Returns a function that words the promise of a place; undefined when no method reaches it. */
export function usePromiseText() {
  const format = usePromiseFormat();
  return (delivery: StoredDelivery, cold: boolean): PromiseText | undefined => {
    const promise = promiseOf(delivery, cold, new Date());
    return promise && format(promise);
  };
}

/** Returns a function that words a promise. */
export function usePromiseFormat() {
  const { t, price, date, label } = useText();
  return ({ method, days }: DeliveryPromise): PromiseText => {
    const { store, price_incl_tax: fee, free_from: free = 0 } = method;
    return {
      carrier: store ? t('delivery.collect', { store: store.name }) : label(method.carrier_title),
      days: days && formatDays(days.first, days.last, date),
      fee: fee === 0 ? t('cart.free') : price(fee),
      freeFrom: fee > 0 && free > 0 ? t('delivery.freeFrom', { amount: price(free) }) : undefined,
    };
  };
}
