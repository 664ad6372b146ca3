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

/**
 * Writes an amount (a decimal of the currency) as `R1,234.50`; a negative one leads with a minus and
 * what is no number comes back unchanged (commerce 1, accounts 9).
 */
export function formatPrice<T>(amount: T, format: PriceFormat = randFormat): string | T {
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return amount;
  const [whole = '0', fraction] = Math.abs(amount).toFixed(format.fractionDigits).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, format.group);
  const written = fraction ? grouped + format.decimal + fraction : grouped;
  const price = format.pattern.replace('{sign}', format.sign).replace('{amount}', written);
  return amount < 0 && Number(written.replace(/\D/g, '')) > 0 ? `-${price}` : price;
}
