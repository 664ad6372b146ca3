/** Names of each unit, its base unit, and the conversion factor. */
const units: readonly (readonly [names: string, baseUnit: string, factor: number])[] = [
  ['ml mls millilitre millilitres milliliter milliliters', 'ml', 1],
  ['cl', 'ml', 10],
  ['dl', 'ml', 100],
  ['l lt lts ltr ltrs litre litres liter liters', 'ml', 1000],
  ['mcg ug', 'mcg', 1],
  ['mg mgs milligram milligrams', 'mg', 1],
  ['g gr grs gm gms gram grams gramme grammes', 'g', 1],
  ['kg kgs kilo kilos kilogram kilograms', 'g', 1000],
  ['mm', 'mm', 1],
  ['cm', 'mm', 10],
  ['m metre metres meter meters', 'mm', 1000],
];

/** Words for a number of units; the bare `s` of `100's` must directly follow its number. */
const countUnits = 'pack packs pk pks pkt pc pcs piece pieces ct count unit units ea each'.split(' ');

const unitOf = new Map(
  units.flatMap(([names, baseUnit, factor]) =>
    names.split(' ').map((name) => [name, { baseUnit, factor }] as const),
  ),
);

const number = String.raw`\d{1,3}(?:,\d{3})+|\d+(?:[.,]\d+)?`;
const unit = oneOf([...unitOf.keys()]);
const count = oneOf(countUnits);
const gap = String.raw`(?:\s*|-)`;
const end = String.raw`(?![\p{L}\p{N}])`;

/** Alternatives of a regular expression that matches sizes in a folded text; `readSize` reads the match. */
export const sizePattern = [
  String.raw`(?<times>\d+)\s*x\s*(?<each>${number})${gap}(?<eachUnit>${unit})${end}`,
  String.raw`(?<first>${number})${gap}(?<firstUnit>${unit})\s*x\s*(?<by>\d+)(?:s|${gap}(?:${count}))?${end}`,
  `(?<single>${number})${gap}(?<singleUnit>${unit})${end}`,
  String.raw`(?<pieces>\d+)(?:s|${gap}(?:${count}))${end}`,
].join('|');

export interface Size {
  /** Normalized size: `2000ml`, `500g`, `6x330ml`, `100ct`. */
  text: string;
  /** Other sizes of the product: a six-pack of 330 ml is found as `330ml` and as `6ct`. */
  implied: readonly string[];
}

/** Reads the groups of a match of `sizePattern`; undefined when it is not a size. */
export function readSize(groups: Record<string, string | undefined>): Size | undefined {
  const { pieces: unitCount, single, singleUnit, times, each, eachUnit, by, first, firstUnit } = groups;
  if (unitCount) return { text: `${Number(unitCount)}ct`, implied: [] };
  if (single && singleUnit) return { text: amount(single, singleUnit), implied: [] };
  if (times && each && eachUnit) return multipack(times, amount(each, eachUnit));
  if (by && first && firstUnit) return multipack(by, amount(first, firstUnit));
  return undefined;
}

function multipack(times: string, each: string): Size {
  const many = Number(times);
  return many === 1 ? { text: each, implied: [] } : { text: `${many}x${each}`, implied: [each, `${many}ct`] };
}

function amount(digits: string, name: string): string {
  // The pattern matches no other names of units.
  const { baseUnit, factor } = unitOf.get(name)!;
  return `${Number((readNumber(digits) * factor).toFixed(3))}${baseUnit}`;
}

/**
 * A comma before exactly three digits separates thousands; any other is a decimal comma, as on South
 * African labels.
 */
function readNumber(digits: string): number {
  const thousands = /^[1-9]\d{0,2}(,\d{3})+$/.test(digits);
  return Number(thousands ? digits.replaceAll(',', '') : digits.replace(',', '.'));
}

function oneOf(names: readonly string[]): string {
  return [...names].sort((a, b) => b.length - a.length).join('|');
}
