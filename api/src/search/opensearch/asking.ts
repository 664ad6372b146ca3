import type { Token } from '@fynbos/core/search/analysis.ts';
import type { Answer, Question } from '@fynbos/core/search/engine.ts';
import { plan, type Word } from '@fynbos/core/search/plan.ts';
import type { Synonyms } from '@fynbos/core/search/synonyms.ts';
import type { Clause } from './conditions.ts';
import { type Counted, countsIn } from './counts.ts';
import { childrenOf } from './field-names.ts';
import { type Form, groundOf } from './forms.ts';
import type { Lexicon } from './lexicon.ts';
import { searchBody } from './search-body.ts';
import { type Typical, weighed } from './text-query.ts';
import type { Wire } from './wire.ts';

/** What comes back, with what was counted on the way. */
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

/** How many milliseconds are left for all requests of one question together. */
export type Left = () => number;

/** As many answers to questions asked on the way as are kept, each kind. */
const mostKept = 2000;

/** As many types as a query may be about; what it is hardly about changes nothing. */
const mostKinds = 40;

/**
 * Asks the engine, as long as nothing changes: what it said on the way to an answer (how many products have an
 * expression, which types a query is about) holds until then and is asked once.
 */
export function asking({
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
  const search = <Counts>(body: object, left: Left) => wire.ask<Found<Counts>>('POST', path, body, left());

  async function count(clauses: readonly Clause[], among: Clause, left: Left): Promise<number[]> {
    const aggs = { each: { filters: { filters: clauses } } };
    const body = { size: 0, track_total_hits: false, query: among, aggs };
    const { aggregations } = await search<Each>(body, left);
    return aggregations.each.buckets.map(({ doc_count }) => doc_count);
  }

  /** Decides what each word means. Expressions that nobody asked about yet are counted first. */
  async function meant(found: readonly Token[], left: Left): Promise<Word<Form>[]> {
    for (;;) {
      const unknown = new Map<string, Clause>();
      const together = (clause: Clause) => {
        const key = JSON.stringify(clause);
        const known = counts.get(key);
        if (known === undefined) unknown.set(key, clause);
        return known ?? 0;
      };
      const words = plan(groundOf(lexicon, together), synonyms, found);
      if (unknown.size === 0) return words;
      const counted = await count([...unknown.values()], { match_all: {} }, left);
      if (counts.size > mostKept) counts.clear();
      for (const [at, key] of [...unknown.keys()].entries()) counts.set(key, counted[at]!);
    }
  }

  async function typical(words: readonly Word<Form>[], left: Left): Promise<Typical> {
    const key = words.map(({ token }) => token.text).join(' ');
    const known = typicalOf.get(key);
    if (known) return known;
    const mass = {
      sum: {
        script: { lang: 'painless', source: 'double score = _score.doubleValue(); return score * score' },
      },
    };
    const kinds = { terms: { field: 'kind', size: mostKinds, order: { mass: 'desc' } }, aggs: { mass } };
    const body = { size: 0, track_total_hits: false, query: weighed(words), aggs: { kinds } };
    const { aggregations } = await search<Kinds>(body, left);
    const found = shares(aggregations.kinds.buckets);
    if (typicalOf.size > mostKept) typicalOf.clear();
    typicalOf.set(key, found);
    return found;
  }

  return {
    meant,
    /** In how many products that have the other words each of these stands; in names, brands and types. */
    async together(
      words: readonly string[],
      others: readonly string[],
      left: Left,
    ): Promise<Map<string, number>> {
      const saying = (word: string) => ({ terms: { labels: inflectionsOf(word) } });
      const known = others.filter((word) => inflectionsOf(word).length > 0);
      if (known.length === 0) return new Map();
      const counted = await count(words.map(saying), { bool: { filter: known.map(saying) } }, left);
      return new Map(words.map((word, at) => [word, counted[at]!]));
    },
    async answer(
      question: Question,
      words: readonly Word<Form>[],
      left: Left,
    ): Promise<Omit<Answer, 'suggestions'>> {
      // What a query is about decides the order alone.
      const isRanked = words.length > 0 && question.sort.length === 0;
      const about: Typical = isRanked ? await typical(words, left) : new Map();
      const hasChildren = (field: string) => lexicon.hasField(childrenOf(field));
      const body = searchBody(question, words, about, hasChildren);
      const { hits, aggregations } = await search<Record<string, Counted> | undefined>(body, left);
      const ids = hits.hits.map(({ _id }) => Number(_id));
      return { ids, total: hits.total.value, ...countsIn(question, aggregations) };
    },
  };

  function inflectionsOf(word: string): string[] {
    const { vocabulary } = lexicon;
    return vocabulary.inflections(word).map((term) => vocabulary.texts[term]!);
  }
}

function shares(kinds: Kinds['kinds']['buckets']): Typical {
  const most = Math.max(...kinds.map(({ mass }) => mass.value), Number.MIN_VALUE);
  return new Map(kinds.map(({ key, mass }) => [key, mass.value / most]));
}
