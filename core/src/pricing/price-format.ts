import type { Locale } from '../shop.ts';

/** How a store view formats money (SHOP-1). Defined here, so that it does not depend on the browser. */
export interface PriceFormat {
  sign: string;
  group: string;
  decimal: string;
  fractionDigits: number;
  /** Positions of the symbol and the amount. */
  pattern: string;
}

export const randFormat: PriceFormat = {
  sign: 'R',
  group: ',',
  decimal: '.',
  fractionDigits: 2,
  pattern: '{sign}{amount}',
};

/** Thousands and decimal separators of languages that differ from the default. */
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
  'af-ZA': ['\u00a0', ','],
  'xh-ZA': ['\u00a0', '.'],
};

/**
 * Returns the money format for a reader: symbol and position come from the store view, separators from the
 * language (SHOP-2), unless the store view sets its own.
 */
export function formatFor(
  view: { currencySign: string; priceFormat?: Partial<PriceFormat> },
  locale: Locale,
): PriceFormat {
  const [group, decimal] = separators[locale] ?? [randFormat.group, randFormat.decimal];
  return { ...randFormat, group, decimal, sign: view.currencySign, ...view.priceFormat };
}

/**
 * Formats an amount (a decimal of the currency) as `R1,234.50`. A negative amount starts with a minus; a
 * value that is not a number is returned unchanged (spec commerce 1, spec accounts 9).
 */
export function formatPrice<T>(amount: T, format: PriceFormat = randFormat): string | T {
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return amount;
  const [integer = '0', fraction] = Math.abs(amount).toFixed(format.fractionDigits).split('.');
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, format.group);
  const written = fraction ? grouped + format.decimal + fraction : grouped;
  const price = format.pattern.replace('{sign}', () => format.sign).replace('{amount}', () => written);
  return amount < 0 && Number(written.replace(/\D/g, '')) > 0 ? `-${price}` : price;
}
