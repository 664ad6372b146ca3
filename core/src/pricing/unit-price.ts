import { parseDecimal } from '../money.ts';
import { type Measure, type MeasuredBy, unitPrice } from './line-amount.ts';

/** The content of a pack, in whole 1/10,000 of the unit in which it is written. */
export interface PackSize {
  unit: 'kg' | 'l' | 'each';
  content: number;
  /** How many counted parts make one unit. */
  parts: number;
}

const weights = { mg: 1_000_000, g: 1000, kg: 1 };
const volumes = { ml: 1000, cl: 100, l: 1, litre: 1, litres: 1 };
/** Words for counted items, including those of the store views' languages. */
const countedUnits =
  /^(each|ea|s|pack|pk|bags|capsules?|tablet\w+|sachets|pieces|rolls|stück|beutel|kapseln|pezzi|bustine|compresse)$/;

/** How many of each written unit make one displayed unit. */
const units = new Map<string, Omit<PackSize, 'content'>>([
  ...Object.entries(weights).map(([name, parts]) => [name, { unit: 'kg' as const, parts }] as const),
  ...Object.entries(volumes).map(([name, parts]) => [name, { unit: 'l' as const, parts }] as const),
]);

const written = /^(?:(\d{1,4})\s*[x×]\s*)?(\d{1,7}(?:[.,]\d{1,3})?)\s*([a-zü]+)$/;
const tenThousandths = 10_000;

/** Parses a pack size: `500g`, `1.5 L`, `6 x 330ml`, `12s`; undefined for other text. */
export function parsePackSize(packsize: string): PackSize | undefined {
  const [, count = '1', size = '', unit = ''] = written.exec(packsize.trim().toLowerCase()) ?? [];
  const known = countedUnits.test(unit) ? { unit: 'each' as const, parts: 1 } : units.get(unit);
  const content = Number(count) * (parseDecimal(size.replace(',', '.'), 4) ?? 0);
  return known && content > 0 ? { ...known, content } : undefined;
}

/** Packs up to this part of a kilogram or litre, 250 g or ml, are compared by 100 g or ml. */
const smallPackDivisor = 4;
const hundreds = { kg: '100g', l: '100ml', each: 'each' } as const satisfies Record<string, MeasuredBy>;

/** Returns how the unit price is computed from the written pack size; undefined when it cannot be parsed. */
export function measureOf(packsize: string): Measure | undefined {
  const size = parsePackSize(packsize);
  if (!size) return undefined;
  const oneUnit = size.parts * tenThousandths;
  const isSmall = size.unit !== 'each' && size.content * smallPackDivisor <= oneUnit;
  const over = isSmall ? size.content * 10 : size.content;
  const common = commonDivisor(oneUnit, over);
  return [isSmall ? hundreds[size.unit] : size.unit, oneUnit / common, over / common];
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

/** A price with tax (a decimal of the currency) and the measure of its pack. */
export interface MeasuredPrice {
  inclTax: number;
  measure: Measure | undefined;
}

/** Returns the pack with the lowest unit price; undefined when the measures are not comparable. */
export function cheapestByMeasure<P extends MeasuredPrice>(candidates: readonly P[]): P | undefined {
  const kinds = new Set(candidates.map(({ measure }) => measure && kindOf[measure[0]]));
  if (kinds.size !== 1 || kinds.has(undefined)) return undefined;
  let best: { candidate: P; price: number } | undefined;
  for (const candidate of candidates) {
    const price = wholeUnitPrice(candidate) ?? Number.POSITIVE_INFINITY;
    if (!best || price < best.price) best = { candidate, price };
  }
  return best?.candidate;
}

const kindOf: Record<MeasuredBy, PackSize['unit']> = {
  kg: 'kg',
  '100g': 'kg',
  l: 'l',
  '100ml': 'l',
  each: 'each',
};

/** Returns the price per kilogram, litre or item, in the currency, for sorting only; undefined when it is unknown. */
export function wholeUnitPrice({ inclTax, measure }: MeasuredPrice): number | undefined {
  if (!measure) return undefined;
  const [unit, times, over] = measure;
  const measurePerUnit: Measure = [
    kindOf[unit],
    unit === '100g' || unit === '100ml' ? times * 10 : times,
    over,
  ];
  return unitPrice(inclTax, measurePerUnit)?.amount;
}

/** Compares sizes, smallest first. Sizes of different kinds and other texts compare as equal. */
export function bySize(left: string, right: string): number {
  const [a, b] = [parsePackSize(left), parsePackSize(right)];
  if (!a || !b || a.unit !== b.unit) return 0;
  return a.content * b.parts - b.content * a.parts;
}
