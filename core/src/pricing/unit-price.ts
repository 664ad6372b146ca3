import { centsToDecimal, parseDecimal, scaleCents } from '../money.ts';

/** What one kilogram, litre or piece costs, so that pack sizes can be compared. */
export interface UnitPrice {
  /** A decimal of the currency, VAT included, to the cent. */
  amount: number;
  unit: 'kg' | 'l' | 'each';
}

/** How many of each written unit make one of the unit that is shown. */
const units: Record<string, { unit: UnitPrice['unit']; parts: number }> = {
  mg: { unit: 'kg', parts: 1_000_000 },
  g: { unit: 'kg', parts: 1000 },
  kg: { unit: 'kg', parts: 1 },
  ml: { unit: 'l', parts: 1000 },
  cl: { unit: 'l', parts: 100 },
  l: { unit: 'l', parts: 1 },
  each: { unit: 'each', parts: 1 },
  pack: { unit: 'each', parts: 1 },
  pk: { unit: 'each', parts: 1 },
  s: { unit: 'each', parts: 1 },
};

const written = /^(?:(\d{1,4})\s*[x×]\s*)?(\d{1,7}(?:[.,]\d{1,3})?)\s*([a-z]+)$/;
const tenThousandths = 10_000;

/**
 * The unit price of a pack, from its size as it is written on it: `500g`, `1.5 L`, `6 x 330ml`, `12s`.
 *
 * @returns undefined when the size cannot be read, or when the pack is one such unit itself
 */
export function unitPrice(inclTax: number, packsize: string): UnitPrice | undefined {
  const [, count = '1', size = '', unit = ''] = written.exec(packsize.trim().toLowerCase()) ?? [];
  const known = Object.hasOwn(units, unit) ? units[unit] : undefined;
  const content = Number(count) * (parseDecimal(size.replace(',', '.'), 4) ?? 0);
  const cents = parseDecimal(inclTax.toFixed(2), 2);
  if (!known || !cents || content <= 0 || content === known.parts * tenThousandths) return undefined;
  const each = scaleCents(cents, known.parts * tenThousandths, content);
  return each > 0 ? { amount: centsToDecimal(each), unit: known.unit } : undefined;
}
