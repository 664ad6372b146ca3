/** Prices from `from`, below `to`, in whole units of the currency; without `to` there is no upper limit. */
export interface PriceRange {
  from: number;
  to: number | null;
}

/** A price range, and the number of products in it. */
export interface CountedRange extends PriceRange {
  count: number;
}

/** The five price ranges of a list (spec commerce 9). */
export const priceRanges: readonly PriceRange[] = rangesBetween([0, 250, 1000, 2500, 10_000]);

/** Finer ranges, which add up to the five: a list of groceries has hardly a price above the first of them. */
export const priceSteps: readonly PriceRange[] = rangesBetween([
  ...[0, 10, 20, 50, 100, 150, 250, 500, 1000, 2500, 5000, 10_000],
]);

function rangesBetween(edges: readonly number[]): PriceRange[] {
  return edges.map((from, at) => ({ from, to: edges[at + 1] ?? null }));
}

/** Key of a price range on the wire and in the URL: `250.0-1000.0` (wire contract 15). */
export function priceRangeKey({ from, to }: PriceRange): string {
  return `${from}.0-${to === null ? '*' : `${to}.0`}`;
}

/** The price range of a key; undefined for any other text. */
export function priceRangeOf(key: string): PriceRange | undefined {
  const [, from, to] = /^(\d{1,9})\.0-(?:(\d{1,9})\.0|\*)$/.exec(key) ?? [];
  if (from === undefined || (to !== undefined && Number(to) <= Number(from))) return undefined;
  return { from: Number(from), to: to === undefined ? null : Number(to) };
}

/**
 * Label of a price range: `< R250` without a lower limit, `> R10000` without an upper one, otherwise
 * `R250 - 1000` (spec commerce 9).
 */
export function priceRangeLabel({ from, to }: PriceRange, currencySymbol: string): string {
  if (to === null) return `> ${currencySymbol}${from}`;
  return from === 0 ? `< ${currencySymbol}${to}` : `${currencySymbol}${from} - ${to}`;
}

const upperLimit = ({ to }: PriceRange): number => to ?? Number.POSITIVE_INFINITY;

/** The number of products in a range, from the counts of the ranges that it consists of. */
export function countWithin(range: PriceRange, counted: readonly CountedRange[]): number {
  return counted
    .filter((step) => step.from >= range.from && upperLimit(step) <= upperLimit(range))
    .reduce((sum, { count }) => sum + count, 0);
}

/**
 * Joins adjacent ranges until each has products and there are at most as many as there are price ranges of a
 * list, so that they divide the products at hand. The first has no lower limit, the last no upper one.
 */
export function dividingRanges(steps: readonly CountedRange[]): CountedRange[] {
  const filled = steps.filter(({ count }) => count > 0);
  const ranges = filled.map((range, at) => ({
    from: filled[at - 1]?.to ?? 0,
    to: at === filled.length - 1 ? (steps.at(-1)?.to ?? null) : range.to,
    count: range.count,
  }));
  while (ranges.length > priceRanges.length) {
    const sums = ranges.slice(1).map(({ count }, at) => count + (ranges[at]?.count ?? 0));
    const at = sums.indexOf(Math.min(...sums));
    const [left, right] = ranges.slice(at, at + 2);
    if (left && right)
      ranges.splice(at, 2, { from: left.from, to: right.to, count: left.count + right.count });
  }
  return ranges;
}
