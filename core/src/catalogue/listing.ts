import type { Sort } from './filter.ts';

/** The attributes a list can be narrowed by, in the order they are shown (commerce 9). */
export const defaultFilters = [
  'price',
  'product_brand',
  'product_type',
  'product_subtype',
  'colour',
  'material',
  'product_range',
] as const;

/** What a grocer's lists can be narrowed by besides, where products say it: diets, and allergens to leave out. */
export const foodFilters = ['diet', 'allergens'] as const;

/** Everything a list can be narrowed by, the seven of commerce 9 first. */
export const listFilters = [...defaultFilters, ...foodFilters] as const;

/** The price a shopper sees: what price filters, facets and sorts go by (decision 3). */
export const priceField = 'final_price_incl_tax';

/** Fields that mean the shopper's price when they are filtered or sorted by. */
export const priceAliases: ReadonlySet<string> = new Set(['price', 'final_price', priceField]);

export interface PriceRange {
  from: number;
  to: number | null;
}

/** The five price ranges of a list, in whole units of the currency (commerce 9). */
export const priceRanges: readonly PriceRange[] = [
  { from: 0, to: 250 },
  { from: 250, to: 1000 },
  { from: 1000, to: 2500 },
  { from: 2500, to: 10_000 },
  { from: 10_000, to: null },
];

/** The key of a price range on the wire and in the address bar: `250.0-1000.0` (wire contract 15). */
export function priceRangeKey({ from, to }: PriceRange): string {
  return `${from}.0-${to === null ? '*' : `${to}.0`}`;
}

/** The first and the last range read `< R250` and `> R10000`, the others `R250 - 1000` (commerce 9). */
export function priceRangeLabel({ from, to }: PriceRange, sign: string): string {
  if (to === null) return `> ${sign}${from}`;
  return from === 0 ? `< ${sign}${to}` : `${sign}${from} - ${to}`;
}

/** The sorts a list offers, by their key in the address bar; the first is the default (commerce 9). */
export const listingSorts: Record<string, Sort> = {
  position: { field: 'position', direction: 'asc' },
  final_price: { field: priceField, direction: 'asc' },
  'final_price:desc': { field: priceField, direction: 'desc' },
};

/** What the shopper chose on a listing page; the address bar is its only store (CAT-2, CAT-4). */
export interface ListingChoice {
  /** Chosen values by attribute; `price` holds range keys. */
  filters: Record<string, string[]>;
  sort: string;
  /** How many products are shown, a multiple of the page size. */
  shown: number;
}

/** Reads a query string; unknown filters and sorts and nonsense sizes are ignored. */
export function readListingChoice(query: URLSearchParams, page: number, most: number): ListingChoice {
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
    shown: Number.isInteger(shown) && shown > 0 ? Math.min(Math.ceil(shown / page) * page, most) : page,
  };
}

/** Writes a choice back; what is at its default is left out, so that one state has one address. */
export function writeListingChoice(choice: ListingChoice, page: number): URLSearchParams {
  const query = new URLSearchParams();
  for (const code of listFilters) {
    for (const value of choice.filters[code] ?? []) query.append(code, value);
  }
  if (choice.sort !== 'position') query.set('sort', choice.sort);
  if (choice.shown > page) query.set('shown', String(choice.shown));
  return query;
}

/** Adds or takes away one value; price holds one range at a time (wire contract 3.7). Starts again at page one. */
export function toggleFilter(
  choice: ListingChoice,
  code: string,
  value: string,
  page: number,
): ListingChoice {
  const chosen = choice.filters[code] ?? [];
  const others = code === 'price' ? [] : chosen.filter((one) => one !== value);
  const next = chosen.includes(value) ? others : [...others, value];
  const { [code]: _, ...rest } = choice.filters;
  return { ...choice, shown: page, filters: next.length > 0 ? { ...rest, [code]: next } : rest };
}

/** A condition in the form the search takes (wire contract 1.5). */
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

/** What every list of products asks for (wire contract 3.6): visible in lists, and not disabled. */
export function listed(rules: ListRules): AppliedFilter[] {
  return listable([2, 3, 4], rules);
}

/** The same for search results: what is only in the catalogue stays out (wire contract 3.6). */
export function searchable(rules: ListRules): AppliedFilter[] {
  return listable([3, 4], rules);
}

function listable(visibility: number[], { listOutOfStock }: ListRules): AppliedFilter[] {
  const visible = { attribute: 'visibility', value: { in: visibility }, scope: 'default' };
  return listOutOfStock ? [visible, enabled] : [visible, enabled, inStock];
}

/** A long address may not name more diets than there are. */
const mostDiets = 20;

/** The applied filters of a choice, in the form the search takes (wire contract 1.5). */
export function appliedFilters(choice: ListingChoice): AppliedFilter[] {
  return Object.entries(choice.filters).flatMap(([attribute, values]) => {
    // Whoever eats vegan and without gluten wants both: each diet narrows the list further.
    if (attribute === 'diet') return values.slice(0, mostDiets).map((diet) => all('diet', { in: [diet] }));
    const value = attribute === 'price' ? rangeOf(values[0] ?? '') : conditionOf(attribute, values);
    return value ? [{ ...all(attribute, value), scope: 'catalog' }] : [];
  });
}

function all(attribute: string, value: unknown): AppliedFilter {
  return { attribute, value, scope: 'default' };
}

/** Allergens are chosen to be left out. */
function conditionOf(attribute: string, values: string[]): { in: string[] } | { nin: string[] } {
  return attribute === 'allergens' ? { nin: values } : { in: values };
}

function rangeOf(key: string): { gte?: number; lt?: number } | undefined {
  const range = priceRanges.find((one) => priceRangeKey(one) === key);
  if (!range) return undefined;
  return range.to === null ? { gte: range.from } : { gte: range.from, lt: range.to };
}
