import type { PageSizes, SearchRequest } from '@fynbos/core/search/request.ts';
import type { UrlHit } from '../catalogue/url-map.ts';
import { readArguments, type SearchArguments } from './search-arguments.ts';

/** What a question is answered from: the services behind the HTTP calls, for the one who asks. */
export interface Asked {
  find(
    entity: string,
    read: (sizes?: PageSizes) => SearchRequest,
    groupToken?: string | null,
  ): Promise<Answer>;
  findByUrl(
    url: string,
    fields: { include: string[]; exclude: string[] },
    groupToken?: string | null,
  ): UrlHit | null;
}

/** A search's answer, as the HTTP calls send it (decision 2). */
export interface Answer {
  items: Record<string, unknown>[];
  total: number;
  perPage: number;
  start: number;
  aggregations: object;
  attributeMetadata: object[];
  suggestions: string[];
}

type Arguments = SearchArguments & { groupToken?: string | null };

/** @param sorts what lists offer to be sorted by, the first by default */
export function answerProducts(sorts: readonly string[]) {
  return async (given: Arguments, asked: Asked) => {
    const answer = await asked.find('product', reader(given), given.groupToken);
    return {
      items: answer.items,
      total_count: answer.total,
      page_info: pageInfo(answer),
      aggregations: answer.aggregations,
      attribute_metadata: answer.attributeMetadata,
      suggestions: answer.suggestions,
      sort_fields: { default: sorts[0], options: sorts.map((value) => ({ value, label: value })) },
    };
  };
}

export function answerFound(entity: string) {
  return async (given: Arguments, asked: Asked) => {
    const answer = await asked.find(entity, reader(given));
    return {
      items: answer.items,
      hits: () => ({ total: answer.total, hits: answer.items.map((item) => ({ _score: 0, _source: item })) }),
      suggest: {},
      total_count: answer.total,
      page_info: pageInfo(answer),
    };
  };
}

/** Pages and blocks of content have fields that are the same in every shop. */
export function answerCms(entity: 'cms_page' | 'cms_block') {
  return async (given: Arguments, asked: Asked) => {
    const { items, total } = await asked.find(entity, reader(given));
    return { items: items.map((item) => ({ ...item, page_id: item.id })), total_count: total };
  };
}

export function answerAddress(given: Arguments & { url: string }, asked: Asked) {
  const { include, exclude } = readArguments(given);
  const hit = asked.findByUrl(given.url, { include, exclude }, given.groupToken);
  return hit && { type: hit._type, id: hit._id, source: hit._source };
}

const reader = (given: Arguments) => (sizes?: PageSizes) => readArguments(given, sizes);

const pageInfo = ({ perPage, start, total }: Answer) => ({
  page_size: perPage,
  current_page: Math.floor(start / perPage) + 1,
  total_pages: Math.ceil(total / perPage),
});
