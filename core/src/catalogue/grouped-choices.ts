import type { PricedPart } from '../pricing/parts.ts';
import type { ShopPrice } from '../pricing/price.ts';
import { type QuantityProblem, quantityProblem } from '../stock/quantity.ts';
import type { WrittenChoices } from './choice-query.ts';

/** How many of each part of a grouped product, as it was typed, by sku. */
export type GroupedChoices = Readonly<Record<string, string>>;

/** A part of a grouped product; the price is undefined when it could not be loaded. */
export interface GroupedPart {
  sku: string;
  price: ShopPrice | undefined;
  /** How many can be had; undefined is no limit. */
  available?: number | undefined;
}

/** One of each (commerce 4). */
export function defaultGroupedChoices(parts: readonly GroupedPart[]): GroupedChoices {
  return Object.fromEntries(parts.map(({ sku }) => [sku, '1']));
}

export type GroupedProblem = Exclude<QuantityProblem, 'not_positive'> | 'negative' | 'not_loaded';

/** The name of a part's problem, and of taking nothing at all. */
export function groupedKey({ sku }: Pick<GroupedPart, 'sku'>): string {
  return `grouped_part_${sku}`;
}
export const nothingTaken = 'grouped_nothing';

/** What keeps the parts out of the cart, by part. 0 takes a part out; of all of them it takes the sense out. */
export function groupedProblems(
  parts: readonly GroupedPart[],
  choices: GroupedChoices,
): Record<string, GroupedProblem | 'required'> {
  const found = parts.flatMap((part) => {
    const problem = groupedProblem(part, typedOf(part, choices));
    return problem ? [[groupedKey(part), problem] as const] : [];
  });
  const taken = parts.some((part) => Number(typedOf(part, choices)) !== 0);
  return Object.fromEntries(taken ? found : [...found, [nothingTaken, 'required'] as const]);
}

function groupedProblem({ price, available }: GroupedPart, typed: string): GroupedProblem | undefined {
  const problem = quantityProblem(typed, available);
  if (problem === 'not_positive') return Number(typed) < 0 ? 'negative' : undefined;
  return problem ?? (price ? undefined : 'not_loaded');
}

/** The parts as they are taken, for `groupedPrice`; a quantity that cannot be read counts as none. */
export function groupedContents<Part extends GroupedPart>(
  parts: readonly Part[],
  choices: GroupedChoices,
): (Part & PricedPart)[] {
  return parts
    .map((part) => ({ ...part, qty: wholeOf(typedOf(part, choices)) }))
    .filter(({ qty }) => qty > 0);
}

function typedOf({ sku }: GroupedPart, choices: GroupedChoices): string {
  return choices[sku] ?? '1';
}

function wholeOf(typed: string): number {
  return /^\d+$/.test(typed.trim()) ? Number(typed) : 0;
}

/** What an address says of each part, in the place of 1. */
export function readGroupedChoices(parts: readonly GroupedPart[], query: URLSearchParams): GroupedChoices {
  return Object.fromEntries(
    parts.map((part) => [part.sku, query.get(parameterOf(part))?.trim().slice(0, 9) ?? '1']),
  );
}

/** What differs from 1, for the address. */
export function writeGroupedChoices(parts: readonly GroupedPart[], choices: GroupedChoices): WrittenChoices {
  return parts
    .filter((part) => typedOf(part, choices) !== '1')
    .map((part) => [parameterOf(part), typedOf(part, choices)] as const);
}

/** `g-OATS`: the parameter a part has in an address and in a form. */
export function parameterOf({ sku }: Pick<GroupedPart, 'sku'>): string {
  return `g-${sku}`;
}
