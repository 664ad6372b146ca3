import { formatFor, formatPrice } from '@fynbos/core/pricing/format.ts';
import type { Locale } from '@fynbos/core/shop.ts';
import { storeViews } from '@fynbos/core/store-views.ts';
import { storeView } from '../api-settings.ts';
import { useText } from '../i18n/text-context.tsx';

/**
 * Writes an amount of an order or a payment: in the money it was placed in, whatever the store view that shows it
 * sells in. Who shops in two of them finds the orders of both in one history.
 */
export function useMoneyOf(currency: string): (amount: number) => string {
  const { locale } = useText();
  return (amount) => writtenIn(currency, amount, locale);
}

export function writtenIn(currency: string, amount: number, locale: Locale): string {
  const view = [storeView(), ...storeViews].find((one) => one.currency === currency);
  // No view sells in it any more: its code stands for the sign that nobody knows.
  return formatPrice(amount, formatFor(view ?? { currencySign: `${currency} ` }, locale)) as string;
}
