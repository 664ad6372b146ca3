import { maxPatternLength } from './value-key.ts';

/**
 * Version of the document format. Each version has its own indices, so that old processes can use theirs
 * during an upgrade.
 */
export const mappingVersion = 1;

/** Maximum number of results that can be paged through. */
export const maxResultWindow = 100_000;

const keyword = { type: 'keyword' };
/** For filters only. */
const filterOnly = { type: 'keyword', doc_values: false };
/** For sorting, sums and counts only. */
const docValuesOnly = (type: string) => ({ type, index: false });

/** Fields of a stored product. Core has analysed the words, so nothing is analysed here. */
const properties = {
  // Position without a search, and the tie-breaker after it.
  place: { type: 'integer' },
  id: docValuesOnly('long'),
  // The two halves of a fingerprint; their sums show whether the index is complete.
  print_a: docValuesOnly('long'),
  print_b: docValuesOnly('long'),
  in_stock: { type: 'boolean' },
  kind: keyword,
  // Reciprocal of the number of words in the name.
  brevity: docValuesOnly('float'),
  codes: filterOnly,
  words: filterOnly,
  labels: filterOnly,
  brand: filterOnly,
  type: filterOnly,
  name: { type: 'text', analyzer: 'whitespace', norms: false },
  worth: { type: 'rank_features' },
  qualified: { type: 'rank_features' },
  value: { type: 'object', dynamic: true },
  number: { type: 'object', dynamic: true },
  family: { type: 'object', dynamic: true },
};

const keys = { type: 'keyword', ignore_above: 8000 };

/** The index template. Operators can override it for their cluster with one of higher priority. */
export function indexTemplate(pattern: string): object {
  return {
    index_patterns: [pattern],
    priority: 200,
    template: {
      settings: {
        number_of_shards: 1,
        auto_expand_replicas: '0-1',
        // Writers refresh the index themselves after a complete change.
        refresh_interval: -1,
        max_result_window: maxResultWindow,
        max_regex_length: maxPatternLength * 2,
        'mapping.total_fields.limit': 10_000,
      },
      mappings: {
        dynamic: false,
        _meta: { shape: mappingVersion },
        dynamic_templates: [
          { values: { path_match: 'value.*', mapping: keys } },
          { numbers: { path_match: 'number.*', mapping: { type: 'double' } } },
          { families: { path_match: 'family.*', mapping: keys } },
        ],
        properties,
      },
    },
  };
}
