import { type Cents, centsToDecimal, centsToText } from '@fynbos/core/money.ts';
import { formatFor, formatPrice } from '@fynbos/core/pricing/price-format.ts';
import { shop } from '@fynbos/core/shop.ts';
import { viewOfCurrency } from '@fynbos/core/store-views.ts';

/**
 * Formats amounts of a currency as the shop does: `R192.30`; a currency the shop does not sell in as `USD
 * 10.69`.
 */
export function money(currency: string): (cents: Cents) => string {
  const view = viewOfCurrency(currency);
  if (!view) return (cents) => `${currency} ${centsToText(cents)}`;
  return (cents) => String(formatPrice(centsToDecimal(cents), formatFor(view, shop.defaultLocale)));
}
