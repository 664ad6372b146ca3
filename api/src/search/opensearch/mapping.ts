import { mostPattern } from './value-key.ts';

/**
 * Counts the ways in which products were kept in the engine. Another way is another index: while a shop is brought to
 * a newer version, old processes go on with the old one.
 */
export const shape = 1;

/** As far as lists are paged through; what comes after is not shown. */
export const deepest = 100_000;

const keyword = { type: 'keyword' };
/** For filters alone. */
const sign = { type: 'keyword', doc_values: false };
/** For sorting, adding up and counting alone. */
const figure = (type: string) => ({ type, index: false });

/** How a product is kept: words as core reads them, so nothing is left to analyse here. */
const properties = {
  // Where it stands without a search, and what decides between equals after that.
  place: { type: 'integer' },
  id: figure('long'),
  // Two halves of a fingerprint; added up over all products they tell whether the index is as it should be.
  print_a: figure('long'),
  print_b: figure('long'),
  in_stock: { type: 'boolean' },
  kind: keyword,
  // One part by how many words its name has.
  brevity: figure('float'),
  codes: sign,
  words: sign,
  labels: sign,
  brand: sign,
  type: sign,
  name: { type: 'text', analyzer: 'whitespace', norms: false },
  worth: { type: 'rank_features' },
  qualified: { type: 'rank_features' },
  value: { type: 'object', dynamic: true },
  number: { type: 'object', dynamic: true },
  family: { type: 'object', dynamic: true },
};

const keys = { type: 'keyword', ignore_above: 8000 };

/** The index template: what operators may override for their cluster with one of a higher priority. */
export function templateFor(pattern: string): object {
  return {
    index_patterns: [pattern],
    priority: 200,
    template: {
      settings: {
        number_of_shards: 1,
        auto_expand_replicas: '0-1',
        // A change is made visible by whoever made it, when it is whole.
        refresh_interval: -1,
        max_result_window: deepest,
        max_regex_length: mostPattern * 2,
        'mapping.total_fields.limit': 10_000,
      },
      mappings: {
        dynamic: false,
        _meta: { shape },
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
