import type { PricedPart } from '../../pricing/bundle-prices.ts';
import type { ShopPrice } from '../../pricing/price.ts';
import { type QuantityProblem, quantityProblem } from '../../stock/quantity.ts';
import type { WrittenChoices } from './choice-query.ts';

/** Quantity of each part of a grouped product as typed, by sku. */
export type GroupedChoices = Readonly<Record<string, string>>;

/** A part of a grouped product; the price is undefined when it could not be loaded. */
export interface GroupedPart {
  sku: string;
  price: ShopPrice | undefined;
  /** Maximum quantity; undefined is no limit. */
  available?: number | undefined;
  /** Minimum quantity; undefined is one. */
  minimum?: number | undefined;
}

/** One of each part, or its minimum (spec commerce 4). */
export function defaultGroupedChoices(parts: readonly GroupedPart[]): GroupedChoices {
  return Object.fromEntries(parts.map((part) => [part.sku, typedOf(part, {})]));
}

export type GroupedProblem = Exclude<QuantityProblem, 'not_positive'> | 'negative' | 'not_loaded';

/** Returns the key of a part's problem; `nothingSelected` is the key when all quantities are 0. */
export function groupedKey({ sku }: Pick<GroupedPart, 'sku'>): string {
  return `grouped_part_${sku}`;
}
export const nothingSelected = 'grouped_nothing';

/**
 * Returns the problems that keep the parts out of the cart, by part. A quantity of 0 excludes a part; at
 * least one part must remain.
 */
export function groupedProblems(
  parts: readonly GroupedPart[],
  choices: GroupedChoices,
): Record<string, GroupedProblem | 'required'> {
  const problems = parts.flatMap((part) => {
    const problem = groupedProblem(part, typedOf(part, choices));
    return problem ? [[groupedKey(part), problem] as const] : [];
  });
  const isAnySelected = parts.some((part) => Number(typedOf(part, choices)) !== 0);
  return Object.fromEntries(isAnySelected ? problems : [...problems, [nothingSelected, 'required'] as const]);
}

function groupedProblem(
  { price, available, minimum }: GroupedPart,
  typed: string,
): GroupedProblem | undefined {
  const problem = quantityProblem(typed, available, minimum);
  if (problem === 'not_positive') return Number(typed) < 0 ? 'negative' : undefined;
  return problem ?? (price ? undefined : 'not_loaded');
}

/** Returns the selected parts for `groupedPrice`; an unreadable quantity counts as 0. */
export function groupedContents<Part extends GroupedPart>(
  parts: readonly Part[],
  choices: GroupedChoices,
): (Part & PricedPart)[] {
  return parts
    .map((part) => ({ ...part, qty: wholeOf(typedOf(part, choices)) }))
    .filter(({ qty }) => qty > 0);
}

function typedOf({ sku, minimum = 1 }: GroupedPart, choices: GroupedChoices): string {
  return choices[sku] ?? String(minimum);
}

function wholeOf(typed: string): number {
  return /^\d+$/.test(typed.trim()) ? Number(typed) : 0;
}

/** Reads the quantities from a query string; the default is the minimum. */
export function readGroupedChoices(parts: readonly GroupedPart[], query: URLSearchParams): GroupedChoices {
  return Object.fromEntries(
    parts.map((part) => [
      part.sku,
      query.get(groupedParameterOf(part))?.trim().slice(0, 9) ?? typedOf(part, {}),
    ]),
  );
}

/** Returns the parameters for quantities other than the default. */
export function writeGroupedChoices(parts: readonly GroupedPart[], choices: GroupedChoices): WrittenChoices {
  return parts
    .filter((part) => typedOf(part, choices) !== typedOf(part, {}))
    .map((part) => [groupedParameterOf(part), typedOf(part, choices)] as const);
}

/** `g-OATS`: the parameter of a part in a URL and in a form. */
export function groupedParameterOf({ sku }: Pick<GroupedPart, 'sku'>): string {
  return `g-${sku}`;
}
