import { plan, type Word } from '@fynbos/core/search/query/query-plan.ts';
import { enoughFullMatches, minMatchingTerms } from '@fynbos/core/search/query/score.ts';
import type { EngineQuery, EngineResult } from '@fynbos/core/search/search-engine.ts';
import type { Token } from '@fynbos/core/search/text/analysis.ts';
import type { Synonyms } from '@fynbos/core/search/text/synonyms.ts';
import { childrenOf } from '../index/field-names.ts';
import type { Lexicon } from '../index/lexicon.ts';
import type { Wire } from '../index/opensearch-client.ts';
import { type Counted, countsIn } from './facet-counts.ts';
import type { Clause } from './query-clauses.ts';
import { searchBody } from './search-body.ts';
import { scoreQuery, type TextQuery, type Typical, weighQuery } from './text-query.ts';
import { type Form, referenceDataOf } from './word-forms.ts';

/** Search response with aggregations. */
interface Found<Counts> {
  hits: { total: { value: number }; hits: { _id: string }[] };
  aggregations: Counts;
}

interface Each {
  each: { buckets: { doc_count: number }[] };
}

interface Kinds {
  kinds: { buckets: { key: string; mass: { value: number } }[] };
}

/** Milliseconds left for all requests of one query. */
export type Left = () => number;

/** Maximum number of cached intermediate results, per kind. */
const maxCached = 2000;

/** Maximum number of types considered per query; further types have hardly any weight. */
const maxKinds = 40;

/**
 * Runs queries for one state of the index. Caches intermediate results, such as how many products match an
 * expression and which types a query is about.
 */
export function createQueryRunner({
  wire,
  alias,
  synonyms,
  lexicon,
}: {
  wire: Wire;
  alias: string;
  synonyms: Synonyms;
  lexicon: Lexicon;
}) {
  const counts = new Map<string, number>();
  const typicalOf = new Map<string, Typical>();
  const path = `/${alias}/_search?allow_partial_search_results=false`;
  const search = <Counts>(body: object, left: Left) =>
    wire.request<Found<Counts>>('POST', path, body, left());

  async function count(clauses: readonly Clause[], among: Clause, left: Left): Promise<number[]> {
    const aggs = { each: { filters: { filters: clauses } } };
    const body = { size: 0, track_total_hits: false, query: among, aggs };
    const { aggregations } = await search<Each>(body, left);
    return aggregations.each.buckets.map(({ doc_count }) => doc_count);
  }

  /** Decides the meaning of each word. Counts expressions that are not cached first. */
  async function meant(tokens: readonly Token[], left: Left): Promise<Word<Form>[]> {
    for (;;) {
      const unknown = new Map<string, Clause>();
      const together = (clause: Clause) => {
        const key = JSON.stringify(clause);
        const known = counts.get(key);
        if (known === undefined) unknown.set(key, clause);
        return known ?? 0;
      };
      const words = plan(referenceDataOf(lexicon, together), synonyms, tokens);
      if (unknown.size === 0) return words;
      const counted = await count([...unknown.values()], { match_all: {} }, left);
      if (counts.size > maxCached) counts.clear();
      for (const [at, key] of [...unknown.keys()].entries()) counts.set(key, counted[at] ?? 0);
    }
  }

  /** Leaves out products that match few words when enough match all of them, as core does. */
  async function textQueryOf(words: readonly Word<Form>[], left: Left): Promise<TextQuery> {
    const needed = minMatchingTerms(words.length);
    if (needed >= words.length) return { words, needed };
    const all = scoreQuery({ words, needed: words.length });
    const key = words.map(({ token }) => token.text).join(' ');
    const [full = 0] = counts.has(key) ? [counts.get(key)] : await count([all], { match_all: {} }, left);
    if (counts.size > maxCached) counts.clear();
    counts.set(key, full);
    return { words, needed: full >= enoughFullMatches ? words.length : needed };
  }

  async function typical(textQuery: TextQuery, left: Left): Promise<Typical> {
    const key = textQuery.words.map(({ token }) => token.text).join(' ');
    const known = typicalOf.get(key);
    if (known) return known;
    const mass = {
      sum: {
        script: { lang: 'painless', source: 'return Math.pow(_score.doubleValue(), 4)' },
      },
    };
    const kinds = { terms: { field: 'kind', size: maxKinds, order: { mass: 'desc' } }, aggs: { mass } };
    const body = { size: 0, track_total_hits: false, query: weighQuery(textQuery), aggs: { kinds } };
    const { aggregations } = await search<Kinds>(body, left);
    const weights = shares(aggregations.kinds.buckets);
    if (typicalOf.size > maxCached) typicalOf.clear();
    typicalOf.set(key, weights);
    return weights;
  }

  return {
    meant,
    /** For each word, the number of products with the other words that also have it in name, brand or type. */
    async together(
      words: readonly string[],
      context: readonly string[],
      left: Left,
    ): Promise<Map<string, number>> {
      const saying = (word: string) => ({ terms: { labels: inflectionsOf(word) } });
      const known = context.filter((word) => inflectionsOf(word).length > 0);
      if (known.length === 0) return new Map();
      const counted = await count(words.map(saying), { bool: { filter: known.map(saying) } }, left);
      return new Map(words.map((word, at) => [word, counted[at] ?? 0]));
    },
    async search(
      query: EngineQuery,
      words: readonly Word<Form>[],
      left: Left,
    ): Promise<Omit<EngineResult, 'suggestions'>> {
      // The query's types influence only the order.
      const isRanked = words.length > 0 && query.sort.length === 0;
      const textQuery = await textQueryOf(words, left);
      const about: Typical = isRanked ? await typical(textQuery, left) : new Map();
      const hasChildren = (field: string) => lexicon.hasField(childrenOf(field));
      const body = searchBody(query, textQuery, about, hasChildren);
      const { hits, aggregations } = await search<Record<string, Counted> | undefined>(body, left);
      const ids = hits.hits.map(({ _id }) => Number(_id));
      return { ids, total: hits.total.value, ...countsIn(query, aggregations) };
    },
  };

  function inflectionsOf(word: string): string[] {
    const { vocabulary } = lexicon;
    return vocabulary.inflections(word).map((term) => vocabulary.text(term));
  }
}

function shares(kinds: Kinds['kinds']['buckets']): Typical {
  const maxMass = Math.max(...kinds.map(({ mass }) => mass.value), Number.MIN_VALUE);
  return new Map(kinds.map(({ key, mass }) => [key, mass.value / maxMass]));
}
