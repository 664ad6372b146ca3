import type { PageSizes, SearchRequest } from '@fynbos/core/search/search-request.ts';
import type { UrlHit } from '../catalogue/url-map.ts';
import { readArguments, type SearchArguments } from './search-arguments.ts';

/** Services behind the HTTP calls, bound to the caller. */
export interface ResolverContext {
  find(
    entity: string,
    read: (sizes?: PageSizes) => SearchRequest,
    groupToken?: string | null,
  ): Promise<EntitySearchResult>;
  findByUrl(
    url: string,
    fields: { include: string[]; exclude: string[] },
    groupToken?: string | null,
  ): UrlHit | null;
}

/** Search result in the format of the HTTP calls (spec D2). */
export interface EntitySearchResult {
  items: Record<string, unknown>[];
  total: number;
  perPage: number;
  start: number;
  aggregations: object;
  attributeMetadata: object[];
  suggestions: string[];
}

type Arguments = SearchArguments & { groupToken?: string | null };

/** @param sorts sort orders of product lists, the default first */
export function resolveProducts(sorts: readonly string[]) {
  return async (args: Arguments, context: ResolverContext) => {
    const result = await context.find('product', reader(args), args.groupToken);
    return {
      items: result.items,
      total_count: result.total,
      page_info: pageInfo(result),
      aggregations: result.aggregations,
      attribute_metadata: result.attributeMetadata,
      suggestions: result.suggestions,
      sort_fields: { default: sorts[0], options: sorts.map((value) => ({ value, label: value })) },
    };
  };
}

export function resolveEntities(entity: string) {
  return async (args: Arguments, context: ResolverContext) => {
    const result = await context.find(entity, reader(args));
    return {
      items: result.items,
      hits: () => ({ total: result.total, hits: result.items.map((item) => ({ _score: 0, _source: item })) }),
      suggest: {},
      total_count: result.total,
      page_info: pageInfo(result),
    };
  };
}

/** Content pages and blocks, whose fields are the same in every shop. */
export function resolveCms(entity: 'cms_page' | 'cms_block') {
  return async (args: Arguments, context: ResolverContext) => {
    const { items, total } = await context.find(entity, reader(args));
    return { items: items.map((item) => ({ ...item, page_id: item.id })), total_count: total };
  };
}

export function resolveUrl(args: Arguments & { url: string }, context: ResolverContext) {
  const { include, exclude } = readArguments(args);
  const hit = context.findByUrl(args.url, { include, exclude }, args.groupToken);
  return hit && { type: hit._type, id: hit._id, source: hit._source };
}

const reader = (args: Arguments) => (sizes?: PageSizes) => readArguments(args, sizes);

const pageInfo = ({ perPage, start, total }: EntitySearchResult) => ({
  page_size: perPage,
  current_page: Math.floor(start / perPage) + 1,
  total_pages: Math.ceil(total / perPage),
});
