import type { EngineQuery } from '@fynbos/core/search/search-engine.ts';
import type { Sort } from '@fynbos/core/search/search-request.ts';
import { valuesField } from '../index/field-names.ts';
import { maxResultWindow } from '../index/index-mapping.ts';
import { countsFor, placed } from './facet-counts.ts';
import { allOf, type Clause } from './query-clauses.ts';
import { rankQuery, type TextQuery, type Typical } from './text-query.ts';

/** Converts a query to an OpenSearch request body. */
export function searchBody(
  query: EngineQuery,
  textQuery: TextQuery,
  typical: Typical,
  hasChildren: (field: string) => boolean,
): Clause {
  const { text, filters, sort, start, size } = query;
  const { always, afterwards } = placed(filters);
  const isText = text.trim() !== '';
  const must = isText ? [rankQuery(textQuery, text, typical)] : [];
  const from = Math.min(start, maxResultWindow);
  return {
    query: { bool: { must, filter: always } },
    ...(afterwards.length > 0 && { post_filter: allOf(afterwards) }),
    aggs: countsFor(query, hasChildren),
    sort: orderOf(sort, isText),
    from,
    size: Math.min(size, maxResultWindow - from),
    track_total_hits: true,
    _source: false,
  };
}

/**
 * A product with several values is sorted by the smallest when ascending, by the largest when descending;
 * without a value it comes last.
 */
function orderOf(sort: readonly Sort[], isText: boolean): Clause[] {
  const fields = sort.map(({ field, direction }) => ({
    [valuesField(field)]: {
      order: direction,
      mode: direction === 'asc' ? 'min' : 'max',
      missing: '_last',
      unmapped_type: 'keyword',
    },
  }));
  const best = isText && sort.length === 0 ? [{ _score: { order: 'desc' } }] : [];
  return [...fields, ...best, { place: { order: 'asc' } }, { id: { order: 'asc' } }];
}
