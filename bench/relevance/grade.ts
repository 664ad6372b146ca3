import type { Judgement, Rule } from './judgements.ts';

/** The fields of a za_grocery product that judging and searching need. */
export interface Grocery {
  sku: string;
  name: string;
  brand: string | null;
  category_l1: string | null;
  category_l2: string | null;
  pack_count: number | null;
  unit_size: number | null;
  unit: string | null;
  last_seen: string;
}

/** Relevance of a product to a query, 0 to 3: the grade of the first matching rule. */
export function gradeOf({ rules }: Judgement, product: Grocery): number {
  return rules.find((rule) => fits(rule, product))?.grade ?? 0;
}

function fits(rule: Rule, product: Grocery): boolean {
  const name = plain(product.name);
  const type = plain(`${product.category_l1 ?? ''} > ${product.category_l2 ?? ''}`);
  return (
    (rule.name ?? []).every((part) => patternOf(part).test(name)) &&
    (rule.not === undefined || !patternOf(rule.not).test(name)) &&
    (rule.brand === undefined || patternOf(rule.brand).test(plain(product.brand ?? ''))) &&
    (rule.type === undefined || new RegExp(rule.type).test(type)) &&
    (rule.packSize === undefined || packageSizes(product).includes(rule.packSize))
  );
}

/** The pack size as in the data: one size, with the count for multipacks. */
function packageSizes({ pack_count, unit_size, unit }: Grocery): string[] {
  if (unit === 'each') return [`${pack_count} each`];
  if (unit_size === null) return [];
  return (pack_count ?? 1) > 1 ? [`${pack_count}x${unit_size}${unit}`] : [`${unit_size}${unit}`];
}

const patterns = new Map<string, RegExp>();

function patternOf(expression: string): RegExp {
  let pattern = patterns.get(expression);
  if (!pattern) {
    pattern = new RegExp(`(?<![a-z0-9])(?:${expression})(?:s|es)?(?![a-z0-9])`);
    patterns.set(expression, pattern);
  }
  return pattern;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '');
}

/**
 * NDCG@10: the grades of the first ten, discounted by position, relative to the best possible order. 0 to
 * 1.
 */
export function ndcgAt10(ranked: readonly number[], all: readonly number[]): number {
  const best = discounted([...all].sort((a, b) => b - a));
  return best === 0 ? 0 : discounted(ranked) / best;
}

function discounted(grades: readonly number[]): number {
  return grades.slice(0, 10).reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0);
}
