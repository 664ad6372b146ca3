import type { Locale } from '../shop.ts';

/** How a store view writes money (SHOP-1): the sign, then the amount. Decided here, not by the browser. */
export interface PriceFormat {
  sign: string;
  group: string;
  decimal: string;
  fractionDigits: number;
  /** Where sign and amount go. */
  pattern: string;
}

export const randFormat: PriceFormat = {
  sign: 'R',
  group: ',',
  decimal: '.',
  fractionDigits: 2,
  pattern: '{sign}{amount}',
};

/** What stands between thousands and before the cents, where a language has its own ways. */
const separators: Partial<Record<Locale, [group: string, decimal: string]>> = {
  'de-DE': ['.', ','],
  'fr-FR': ['\u202f', ','],
  'es-ES': ['.', ','],
  'nl-NL': ['.', ','],
  'ru-RU': ['\u00a0', ','],
  'it-IT': ['.', ','],
  'pt-BR': ['.', ','],
  'pl-PL': ['\u00a0', ','],
  'cs-CZ': ['\u00a0', ','],
};

/**
 * How money is written for a reader: the sign and its place are the store view's, the separators the
 * language's (SHOP-2), unless the store view has separators of its own.
 */
export function formatFor(
  view: { currencySign: string; priceFormat?: Partial<PriceFormat> },
  locale: Locale,
): PriceFormat {
  const [group, decimal] = separators[locale] ?? [randFormat.group, randFormat.decimal];
  return { ...randFormat, group, decimal, sign: view.currencySign, ...view.priceFormat };
}

/**
 * Writes an amount (a decimal of the currency) as `R1,234.50`; a negative one leads with a minus and
 * what is no number comes back unchanged (commerce 1, accounts 9).
 */
export function formatPrice<T>(amount: T, format: PriceFormat = randFormat): string | T {
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return amount;
  const [whole = '0', fraction] = Math.abs(amount).toFixed(format.fractionDigits).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, format.group);
  const written = fraction ? grouped + format.decimal + fraction : grouped;
  const price = format.pattern.replace('{sign}', () => format.sign).replace('{amount}', () => written);
  return amount < 0 && Number(written.replace(/\D/g, '')) > 0 ? `-${price}` : price;
}
