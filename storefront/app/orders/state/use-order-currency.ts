import { formatFor, formatPrice } from '@fynbos/core/pricing/price-format.ts';
import type { Locale } from '@fynbos/core/shop.ts';
import { storeViews } from '@fynbos/core/store-views.ts';
import { storeView } from '../../platform/api/api-settings.ts';
import { useText } from '../../platform/i18n/text-context.tsx';

/**
 * Formats an amount of an order or a payment in the currency of the order, whatever the shown store view
 * sells in. A customer of two views finds the orders of both in one history.
 */
export function useOrderCurrency(currency: string): (amount: number) => string {
  const { locale } = useText();
  return (amount) => writtenIn(currency, amount, locale);
}

export function writtenIn(currency: string, amount: number, locale: Locale): string {
  const view = [storeView(), ...storeViews].find((candidate) => candidate.currency === currency);
  // No view sells in this currency any more: its code replaces the unknown currency symbol.
  return formatPrice(amount, formatFor(view ?? { currencySign: `${currency} ` }, locale)) as string;
}
