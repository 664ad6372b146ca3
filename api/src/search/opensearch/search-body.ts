import type { Question } from '@fynbos/core/search/engine.ts';
import type { Word } from '@fynbos/core/search/plan.ts';
import type { Sort } from '@fynbos/core/search/request.ts';
import { allOf, type Clause } from './conditions.ts';
import { countsFor, placed } from './counts.ts';
import { valuesField } from './field-names.ts';
import type { Form } from './forms.ts';
import { deepest } from './mapping.ts';
import { ranked, type Typical } from './text-query.ts';

/** A question in the engine's language. */
export function searchBody(
  question: Question,
  words: readonly Word<Form>[],
  typical: Typical,
  hasChildren: (field: string) => boolean,
): Clause {
  const { text, filters, sort, start, size } = question;
  const { always, afterwards } = placed(filters);
  const isText = text.trim() !== '';
  const must = isText ? [ranked(words, text, typical)] : [];
  const from = Math.min(start, deepest);
  return {
    query: { bool: { must, filter: always } },
    ...(afterwards.length > 0 && { post_filter: allOf(afterwards) }),
    aggs: countsFor(question, hasChildren),
    sort: orderOf(sort, isText),
    from,
    size: Math.min(size, deepest - from),
    track_total_hits: true,
    _source: false,
  };
}

/** A product with several values goes by the smallest when rising, by the largest when falling; one with none comes last. */
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
