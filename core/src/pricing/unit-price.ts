import { centsToDecimal, decimalToCents, parseDecimal, scaleCents } from '../money.ts';

/** What one kilogram, litre or piece costs, so that pack sizes can be compared. */
export interface UnitPrice {
  /** A decimal of the currency, VAT included, to the cent. */
  amount: number;
  unit: 'kg' | 'l' | 'each';
}

/** What a pack holds, in whole 1/10,000 of the unit it is written in. */
export interface PackContent {
  unit: UnitPrice['unit'];
  content: number;
  /** How many of what is counted make one of the unit that is shown. */
  parts: number;
}

const weights = { mg: 1_000_000, g: 1000, kg: 1 };
const volumes = { ml: 1000, cl: 100, l: 1, litre: 1, litres: 1 };
const pieces = ['each', 'ea', 's', 'pack', 'pk', 'bags', 'capsules', 'tablets', 'sachets', 'pieces', 'rolls'];

/** How many of each written unit make one of the unit that is shown. */
const units = new Map<string, { unit: UnitPrice['unit']; parts: number }>([
  ...Object.entries(weights).map(([name, parts]) => [name, { unit: 'kg' as const, parts }] as const),
  ...Object.entries(volumes).map(([name, parts]) => [name, { unit: 'l' as const, parts }] as const),
  ...pieces.map((name) => [name, { unit: 'each' as const, parts: 1 }] as const),
]);

const written = /^(?:(\d{1,4})\s*[x×]\s*)?(\d{1,7}(?:[.,]\d{1,3})?)\s*([a-z]+)$/;
const tenThousandths = 10_000;

/** Reads the size on a pack: `500g`, `1.5 L`, `6 x 330ml`, `12s`; undefined when it says something else. */
export function packContent(packsize: string): PackContent | undefined {
  const [, count = '1', size = '', unit = ''] = written.exec(packsize.trim().toLowerCase()) ?? [];
  const known = units.get(unit);
  const content = Number(count) * (parseDecimal(size.replace(',', '.'), 4) ?? 0);
  return known && content > 0 ? { ...known, content } : undefined;
}

/**
 * The unit price of a pack, from its size as it is written on it.
 *
 * @returns undefined when the size cannot be read, or when the pack is one such unit itself
 */
export function unitPrice(inclTax: number, packsize: string): UnitPrice | undefined {
  const pack = packContent(packsize);
  const cents = decimalToCents(inclTax);
  if (!pack || !cents || pack.content === pack.parts * tenThousandths) return undefined;
  const each = scaleCents(cents, pack.parts * tenThousandths, pack.content);
  return each > 0 ? { amount: centsToDecimal(each), unit: pack.unit } : undefined;
}

const lasting = /\b(appliances?|kitchenware|cookware|crockery|homeware|electronics)\b/i;

/** Whether the size of this type of product is a capacity (a 1.5 L blender): nobody compares those by the litre. */
export function isCapacity(productType: string): boolean {
  return lasting.test(productType);
}

/** Puts sizes in order, the smallest first; sizes of different kinds, and what is no size, stay as they were. */
export function bySize(one: string, other: string): number {
  const [a, b] = [packContent(one), packContent(other)];
  if (!a || !b || a.unit !== b.unit) return 0;
  return a.content * b.parts - b.content * a.parts;
}
