import type { Attribute, Category, Product } from '@fynbos/core/catalogue/entities.ts';
import {
  type AppliedFilter,
  appliedFilters,
  type ListingChoice,
  listFilters,
  listingSorts,
} from '@fynbos/core/catalogue/listing.ts';
import type { BodyOf, ResultOf } from '@fynbos/core/endpoint.ts';
import { type SearchEntity, searchCatalogue } from '@fynbos/core/search/contract.ts';
import { largestPage } from '@fynbos/core/shop.ts';
import { groupToken } from '../accounts/session/group-token.ts';
import { call } from '../api.ts';
import { storeView } from '../api-settings.ts';
import type { FoundFrom } from '../offline/cached-search.ts';
import { cardFields, variantFields } from './card-fields.ts';
import { cardsOf } from './cards.ts';

type SearchBody = BodyOf<typeof searchCatalogue>;

interface Entities {
  product: Product;
  category: Category;
  attribute: Attribute;
}

/** On whose behalf is asked: the end of the page's request, or of the wish for the answer, ends the call. */
export interface Asker {
  request?: Request;
  signal?: AbortSignal;
}

/**
 * Asks the catalogue for one kind of thing. A browser keeps what it was answered (SEA-4) where `keeps` says so: without
 * a network that is what there is, or an empty result flagged `offline`.
 */
export async function find<E extends SearchEntity & keyof Entities>(
  entity: E,
  body: SearchBody,
  { keeps, ...asker }: Asker & { keeps?: boolean } = {},
) {
  const params = { index: storeView().index, entity };
  const ask = async () =>
    (await call(searchCatalogue, { params, body: { ...body, groupToken: groupToken() }, ...asker })).result;
  const kept = !import.meta.env.SSR && keeps && (await import('../offline/cached-search.ts').catch(() => {}));
  const result: Found = kept
    ? await kept.lastFound(kept.cachedSearch([params, body], { ask, empty: nothingFound }))
    : await ask();
  return { ...result, items: result.items as unknown as Entities[E][] };
}

type Found = ResultOf<typeof searchCatalogue> & FoundFrom;

const nothingFound: Found = {
  ...{ items: [], attributeMetadata: [], aggregations: {}, suggestions: [], total: 0, perPage: 0, start: 0 },
};

/** Asks for products as cards show them. */
export async function findCards(body: SearchBody, asker?: Asker) {
  const { items, ...found } = await find(
    'product',
    { ...body, includeFields: [...cardFields, ...variantFields] },
    { ...asker, keeps: true },
  );
  const attributes = found.attributeMetadata as unknown as Attribute[];
  return { ...found, attributes, items: cardsOf(items, attributes) };
}

/** One page of a listing: the products of `scope` that fit the choice, from `start` on. */
export function listingBody(
  scope: { filters: AppliedFilter[]; text?: string },
  choice: ListingChoice,
  page: { start: number; size: number; facets: boolean },
): SearchBody {
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

/** Products in a category and in everything below it. */
export function inCategory(category: Pick<Category, 'id' | 'children_data'>): AppliedFilter {
  return { attribute: 'category_ids', value: { in: withDescendants(category) }, scope: 'default' };
}

function withDescendants({ id, children_data }: Pick<Category, 'id' | 'children_data'>): number[] {
  return [id, ...(children_data ?? []).flatMap(withDescendants)];
}

/** Categories a shopper may enter, in their order (wire contract 3.6). */
export async function findCategories(filters: Record<string, unknown>, asker?: Asker): Promise<Category[]> {
  const body = {
    filters: { is_active: { eq: true }, ...filters },
    sort: [{ field: 'position', direction: 'asc' }],
    size: largestPage,
  };
  return (await find('category', body, asker)).items;
}
