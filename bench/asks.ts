import { defaultFilters, listingSorts } from '@fynbos/core/catalogue/listing.ts';
import { defaultStoreView, pageSize } from '@fynbos/core/shop.ts';
import { cardFields } from '../storefront/app/catalogue/card-fields.ts';
import type { Ask } from './load.ts';

const searchPath = `/api/catalog/${defaultStoreView.index}/product/_search`;

/** A list as the storefront asks for it: 50 products, the fields of a card, all facets. */
export function listAsk(of: {
  categories: readonly number[];
  sort: string;
  page: number;
  least?: number;
}): Ask {
  const sort = listingSorts[of.sort]!;
  return {
    method: 'POST',
    path: searchPath,
    body: JSON.stringify({
      _appliedFilters: [...listed(2), applied('category_ids', { in: of.categories }), ...atLeast(of.least)],
      _availableFilters: facets,
      _appliedSort: [{ field: sort.field, options: sort.direction }],
      includeFields: cardFields,
      start: of.page * pageSize,
      size: pageSize,
    }),
  };
}

/** A search page: the same with words in place of a category, in order of relevance. */
export function searchAsk(text: string, least?: number): Ask {
  return {
    method: 'POST',
    path: searchPath,
    body: JSON.stringify({
      _searchText: text,
      _appliedFilters: [...listed(3), ...atLeast(least)],
      _availableFilters: facets,
      _appliedSort: [],
      includeFields: cardFields,
      size: pageSize,
    }),
  };
}

/** One product with everything the shop knows of it. */
export function detailAsk(sku: string): Ask {
  return {
    method: 'POST',
    path: searchPath,
    body: JSON.stringify({ filters: { sku: { eq: sku } }, size: 1 }),
  };
}

export function stockAsk(sku: string): Ask {
  return { method: 'GET', path: `/api/stock/check?sku=${encodeURIComponent(sku)}` };
}

const facets = defaultFilters.map((field) => ({ field, scope: 'catalog' }));

function applied(attribute: string, value: unknown) {
  return { attribute, value, scope: 'default' };
}

const listed = (least: 2 | 3) => [
  applied('visibility', { in: least === 2 ? [2, 3, 4] : [3, 4] }),
  applied('status', { in: [0, 1] }),
];

/** A lowest price in hundredths of a cent makes a question that was never asked, and the same answer. */
const atLeast = (price: number | undefined) =>
  price === undefined ? [] : [applied('price', { gte: price / 10_000 })];
