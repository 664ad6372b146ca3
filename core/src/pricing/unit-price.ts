import { parseDecimal } from '../money.ts';
import { type Measure, type MeasuredBy, unitPrice } from './amount.ts';

/** What a pack holds, in whole 1/10,000 of the unit it is written in. */
export interface PackContent {
  unit: 'kg' | 'l' | 'each';
  content: number;
  /** How many of what is counted make one of the unit. */
  parts: number;
}

const weights = { mg: 1_000_000, g: 1000, kg: 1 };
const volumes = { ml: 1000, cl: 100, l: 1, litre: 1, litres: 1 };
/** What is counted, store views' words among them. */
const pieces =
  /^(each|ea|s|pack|pk|bags|capsules?|tablet\w+|sachets|pieces|rolls|stück|beutel|kapseln|pezzi|bustine|compresse)$/;

/** How many of each written unit make one of the unit that is shown. */
const units = new Map<string, Omit<PackContent, 'content'>>([
  ...Object.entries(weights).map(([name, parts]) => [name, { unit: 'kg' as const, parts }] as const),
  ...Object.entries(volumes).map(([name, parts]) => [name, { unit: 'l' as const, parts }] as const),
]);

const written = /^(?:(\d{1,4})\s*[x×]\s*)?(\d{1,7}(?:[.,]\d{1,3})?)\s*([a-zü]+)$/;
const tenThousandths = 10_000;

/** Reads the size on a pack: `500g`, `1.5 L`, `6 x 330ml`, `12s`; undefined when it says something else. */
export function packContent(packsize: string): PackContent | undefined {
  const [, count = '1', size = '', unit = ''] = written.exec(packsize.trim().toLowerCase()) ?? [];
  const known = pieces.test(unit) ? { unit: 'each' as const, parts: 1 } : units.get(unit);
  const content = Number(count) * (parseDecimal(size.replace(',', '.'), 4) ?? 0);
  return known && content > 0 ? { ...known, content } : undefined;
}

/** Up to this part of a kilogram or litre, 250 g or ml, a pack is compared by 100 g or ml. */
const smallPack = 4;
const hundreds = { kg: '100g', l: '100ml', each: 'each' } as const satisfies Record<string, MeasuredBy>;

/** How the unit price of a pack is found, from its size as it is written on it; undefined when that cannot be read. */
export function measureOf(packsize: string): Measure | undefined {
  const pack = packContent(packsize);
  if (!pack) return undefined;
  const whole = pack.parts * tenThousandths;
  const isSmall = pack.unit !== 'each' && pack.content * smallPack <= whole;
  const over = isSmall ? pack.content * 10 : pack.content;
  const common = commonDivisor(whole, over);
  return [isSmall ? hundreds[pack.unit] : pack.unit, whole / common, over / common];
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}

/** A pack and what it costs, a decimal of the currency with tax. */
export interface Pack {
  inclTax: number;
  measure: Measure | undefined;
}

/** The pack that is cheapest by what is in it; undefined when they are not measured by the same. */
export function cheapestByMeasure<P extends Pack>(packs: readonly P[]): P | undefined {
  const kinds = new Set(packs.map(({ measure }) => measure && kindOf[measure[0]]));
  if (kinds.size !== 1 || kinds.has(undefined)) return undefined;
  let best: { pack: P; whole: number } | undefined;
  for (const pack of packs) {
    const whole = perWhole(pack);
    if (!best || whole < best.whole) best = { pack, whole };
  }
  return best?.pack;
}

const kindOf: Record<MeasuredBy, PackContent['unit']> = {
  kg: 'kg',
  '100g': 'kg',
  l: 'l',
  '100ml': 'l',
  each: 'each',
};

/** What a kilogram, litre or piece would cost, in cents, only to put packs in order. */
function perWhole({ inclTax, measure }: Pack): number {
  const [by, times, over] = measure!;
  const whole: Measure = [kindOf[by], by === '100g' || by === '100ml' ? times * 10 : times, over];
  return unitPrice(inclTax, whole)?.amount ?? Number.POSITIVE_INFINITY;
}

/** Puts sizes in order, the smallest first; sizes of different kinds, and what is no size, stay as they were. */
export function bySize(one: string, other: string): number {
  const [a, b] = [packContent(one), packContent(other)];
  if (!a || !b || a.unit !== b.unit) return 0;
  return a.content * b.parts - b.content * a.parts;
}
