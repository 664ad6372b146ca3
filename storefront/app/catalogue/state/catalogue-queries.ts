import type { Category } from '@fynbos/core/catalogue/entities.ts';
import {
  type AppliedFilter,
  appliedFilters,
  type ListingChoice,
  listFilters,
  listingSorts,
} from '@fynbos/core/catalogue/listing.ts';
import type { BodyOf } from '@fynbos/core/endpoint.ts';
import type { SearchEntity, searchCatalogue } from '@fynbos/core/search/contract.ts';
import { largestPage } from '@fynbos/core/shop.ts';
import { storeView } from '../../platform/api/api-settings.ts';
import { groupToken } from '../../platform/session/group-token.ts';
import type { FoundFrom, Searching } from './cached-search.ts';
import { type EntitySearchResult, searchEntities } from './entity-search.ts';
import { cardFields, filteredFields, variantFields } from './product-card-fields.ts';
import { cardsOf } from './product-cards.ts';

type SearchBody = BodyOf<typeof searchCatalogue>;

/** The origin of a call. The call is aborted with the page's request or with the signal. */
export interface Requester {
  request?: Request;
  signal?: AbortSignal;
}

/**
 * Queries the catalogue for one kind of entity. With `cacheable`, a browser caches the result (SEA-4).
 * Without a network it returns the cached result, or an empty one flagged `offline`.
 */
export async function find<Name extends SearchEntity>(
  entity: Name,
  body: SearchBody,
  { cacheable, ...requester }: Requester & { cacheable?: boolean } = {},
): Promise<EntitySearchResult<Name> & FoundFrom> {
  const fetchResult = () =>
    searchEntities(entity, { body: { ...body, groupToken: groupToken() }, ...requester });
  const searchCache =
    !import.meta.env.SSR && cacheable && (await import('./cached-search.ts').catch(() => {}));
  if (!searchCache) return fetchResult();
  const query = [{ index: storeView().index, entity }, body];
  const searching: Searching<EntitySearchResult<Name>> = { request: fetchResult, empty: nothingFound };
  return searchCache.lastFound(searchCache.cachedSearch(query, searching));
}

const nothingFound: EntitySearchResult<never> = {
  ...{ items: [], attributeMetadata: [], aggregations: {}, suggestions: [], total: 0, perPage: 0, start: 0 },
};

/**
 * Queries products in the form of cards.
 * @param filters the values by which the shopper filtered the list; a card leads to the variant that fits them
 */
export async function findCards(
  body: SearchBody,
  requester?: Requester,
  filters: ListingChoice['filters'] = {},
) {
  const {
    items,
    attributeMetadata: attributes,
    ...result
  } = await find(
    'product',
    { ...body, includeFields: [...cardFields, ...variantFields, ...filteredFields(Object.keys(filters))] },
    { ...requester, cacheable: true },
  );
  return { ...result, attributes, items: cardsOf(items, attributes, filters) };
}

/** One page of a listing: the products of `scope` that match the choice, from `start` on. */
export function listingBody(
  scope: { filters: AppliedFilter[]; text?: string },
  choice: ListingChoice,
  page: { start: number; size: number; facets: boolean },
): SearchBody {
  // The table has this sort.
  const { field, direction } = listingSorts[choice.sort] ?? listingSorts.position!;
  const byRelevance = scope.text !== undefined && choice.sort === 'position';
  return {
    _searchText: scope.text ?? '',
    _appliedFilters: [...scope.filters, ...appliedFilters(choice)],
    _availableFilters: page.facets ? listFilters.map((code) => ({ field: code, scope: 'catalog' })) : [],
    _appliedSort: byRelevance ? [] : [{ field, options: direction }],
    start: page.start,
    size: page.size,
  };
}

/** Matches products in a category and its descendants. */
export function inCategory(category: Pick<Category, 'id' | 'children_data'>): AppliedFilter {
  return { attribute: 'category_ids', value: { in: withDescendants(category) }, scope: 'default' };
}

function withDescendants({ id, children_data }: Pick<Category, 'id' | 'children_data'>): number[] {
  return [id, ...(children_data ?? []).flatMap(withDescendants)];
}

/** The active categories that match the filters, in their order (wire contract 3.6). */
export async function findCategories(
  filters: Record<string, unknown>,
  requester?: Requester,
): Promise<Category[]> {
  const body = {
    filters: { is_active: { eq: true }, ...filters },
    sort: [{ field: 'position', direction: 'asc' }],
    size: largestPage,
  };
  return (await find('category', body, requester)).items;
}
