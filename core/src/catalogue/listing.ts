import type { Sort } from './filter.ts';
import { priceRangeOf } from './price-ranges.ts';

/** The attributes that filter a list, in display order (spec commerce 9). */
export const defaultFilters = [
  'price',
  'product_brand',
  'product_type',
  'product_subtype',
  'colour',
  'material',
  'product_range',
] as const;

/** More filters for groceries, where products have the attribute: diets, and allergens to exclude. */
const foodFilters = ['diet', 'allergens'] as const;

/** All list filters, the seven of spec commerce 9 first. */
export const listFilters = [...defaultFilters, ...foodFilters] as const;

/** The price the shopper sees: price filters, facets and sorts use it (spec D3). */
export const priceField = 'final_price_incl_tax';

/** Field names that mean the shopper's price in filters and sorts. */
export const priceAliases: ReadonlySet<string> = new Set(['price', 'final_price', priceField]);

/** The price per kilogram, litre or item, and the percentage that a special price saves (spec D60). */
export const unitPriceField = 'unit_price_incl_tax';
export const savingField = 'saving_percent';

/** The sort orders of a list by their key in the URL; the first is the default (spec commerce 9, D60, D66). */
export const listingSorts: Record<string, Sort> = {
  position: { field: 'position', direction: 'asc' },
  final_price: { field: priceField, direction: 'asc' },
  'final_price:desc': { field: priceField, direction: 'desc' },
  [unitPriceField]: { field: unitPriceField, direction: 'asc' },
  sales_rank: { field: 'sales_rank', direction: 'asc' },
  [`${savingField}:desc`]: { field: savingField, direction: 'desc' },
  'created_at:desc': { field: 'created_at', direction: 'desc' },
};

/**
 * The shopper's filters and sort on a listing page; the URL is the only place where they are stored (CAT-2,
 * CAT-4).
 */
export interface ListingChoice {
  /** Chosen values by attribute; `price` holds range keys. */
  filters: Record<string, string[]>;
  sort: string;
  /** Number of products shown, a multiple of the page size. */
  shown: number;
}

/** Reads a query string; unknown filters and sorts and invalid counts are ignored. */
export function readListingChoice(query: URLSearchParams, page: number, max: number): ListingChoice {
  const filters: Record<string, string[]> = {};
  for (const code of listFilters) {
    const chosen = query.getAll(code).filter((value) => value !== '');
    if (chosen.length > 0) filters[code] = [...new Set(chosen)];
  }
  const sort = query.get('sort') ?? '';
  const shown = Number(query.get('shown') ?? page);
  return {
    filters,
    sort: Object.hasOwn(listingSorts, sort) ? sort : 'position',
    shown: Number.isInteger(shown) && shown > 0 ? Math.min(Math.ceil(shown / page) * page, max) : page,
  };
}

/** Writes a choice to a query string. Defaults are left out, so that one state has one URL. */
export function writeListingChoice(choice: ListingChoice, page: number): URLSearchParams {
  const query = new URLSearchParams();
  for (const code of listFilters) {
    for (const value of choice.filters[code] ?? []) query.append(code, value);
  }
  if (choice.sort !== 'position') query.set('sort', choice.sort);
  if (choice.shown > page) query.set('shown', String(choice.shown));
  return query;
}

/**
 * Adds or removes one value; price holds one range at a time (wire contract 3.7). Goes back to the first
 * page.
 */
export function toggleFilter(
  choice: ListingChoice,
  code: string,
  value: string,
  page: number,
): ListingChoice {
  const chosen = choice.filters[code] ?? [];
  const remaining = code === 'price' ? [] : chosen.filter((selected) => selected !== value);
  const next = chosen.includes(value) ? remaining : [...remaining, value];
  const { [code]: _, ...rest } = choice.filters;
  return { ...choice, shown: page, filters: next.length > 0 ? { ...rest, [code]: next } : rest };
}

/** A filter in the form the search accepts (wire contract 1.5). */
export interface AppliedFilter {
  attribute: string;
  value: unknown;
  scope?: string;
}

const enabled: AppliedFilter = { attribute: 'status', value: { in: [0, 1] }, scope: 'default' };

const inStock: AppliedFilter = { attribute: 'stock.is_in_stock', value: { eq: true }, scope: 'default' };

interface ListRules {
  /** Whether sold-out products are listed (switch «out of stock listed»). */
  listOutOfStock: boolean;
}

/** Base filters of every product list (wire contract 3.6): visible in lists and not disabled. */
export function listed(rules: ListRules): AppliedFilter[] {
  return listable([2, 3, 4], rules);
}

/** Base filters of search results: products visible only in the catalogue are excluded (wire contract 3.6). */
export function searchable(rules: ListRules): AppliedFilter[] {
  return listable([3, 4], rules);
}

function listable(visibility: number[], { listOutOfStock }: ListRules): AppliedFilter[] {
  const visible = { attribute: 'visibility', value: { in: visibility }, scope: 'default' };
  return listOutOfStock ? [visible, enabled] : [visible, enabled, inStock];
}

/** Maximum number of diets read from a URL. */
const maxDiets = 20;

/** Converts a choice to the filters the search accepts (wire contract 1.5). */
export function appliedFilters(choice: ListingChoice): AppliedFilter[] {
  return Object.entries(choice.filters).flatMap(([attribute, values]) => {
    // A shopper who selects vegan and gluten-free wants both: each diet narrows the list.
    if (attribute === 'diet') return values.slice(0, maxDiets).map((diet) => all('diet', { in: [diet] }));
    const value = attribute === 'price' ? conditionOfRange(values[0] ?? '') : conditionOf(attribute, values);
    return value ? [{ ...all(attribute, value), scope: 'catalog' }] : [];
  });
}

function all(attribute: string, value: unknown): AppliedFilter {
  return { attribute, value, scope: 'default' };
}

/** Allergens are excluded. */
function conditionOf(attribute: string, values: string[]): { in: string[] } | { nin: string[] } {
  return attribute === 'allergens' ? { nin: values } : { in: values };
}

function conditionOfRange(key: string): { gte?: number; lt?: number } | undefined {
  const range = priceRangeOf(key);
  if (!range) return undefined;
  return range.to === null ? { gte: range.from } : { gte: range.from, lt: range.to };
}
