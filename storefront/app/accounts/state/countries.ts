import { formatLocale } from '@fynbos/core/language-format.ts';
import type { Locale } from '@fynbos/core/shop.ts';

/**
 * Countries of addresses: South Africa first, then its neighbours, then other countries our customers send
 * to.
 */
export const countries = [
  ...['ZA', 'BW', 'LS', 'MZ', 'NA', 'SZ', 'ZW'],
  ...['AU', 'BR', 'CZ', 'DE', 'ES', 'FR', 'GB', 'IE', 'IT', 'JP', 'KE', 'NL', 'NZ', 'PL', 'PT', 'US'],
] as const;

/** The name of a country in a language. */
export function countryName(code: string, locale: Locale): string {
  return new Intl.DisplayNames(formatLocale(locale), { type: 'region' }).of(code) ?? code;
}
