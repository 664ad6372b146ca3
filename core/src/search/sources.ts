import type { Ground, Meaning, Trust } from './ground.ts';
import { follows, type Note, outsideName, shareLabel } from './places.ts';
import type { ProductIndex } from './product-index.ts';

/** Documents in which a word of the query is found, in one of the forms it may have. */
export interface Source extends Meaning {
  slots: Uint32Array;
  notes: Uint16Array;
  from: number;
  to: number;
}

/** The index as a query is planned over it. */
export function groundOf(index: ProductIndex): Ground<Source> {
  return {
    vocabulary: index.text.vocabulary,
    size: index.size,
    term: (term, trust) => sourceOf(index, term, trust),
    expression: (parts, trust) => expressionSource(index, parts, trust),
  };
}

/** Where one term stands. */
export function sourceOf({ text }: ProductIndex, term: number, trust: Trust): Source {
  const from = text.postings.start.at[term]!;
  return {
    slots: text.postings.slots,
    notes: text.postings.notes,
    from,
    to: from + text.postings.count.at[term]!,
    products: text.vocabulary.products.at[term]!,
    ...trust,
  };
}

function expressionSource(index: ProductIndex, parts: readonly number[][], trust: Trust): Source {
  let found = notesOf(index, parts[0]!);
  for (const terms of parts.slice(1)) found = followed(found, notesOf(index, terms));
  return {
    slots: Uint32Array.from(found.keys()),
    notes: Uint16Array.from(found.values()),
    from: 0,
    to: found.size,
    products: found.size,
    ...trust,
  };
}

function notesOf(index: ProductIndex, terms: readonly number[]): Map<number, Note> {
  const found = new Map<number, Note>();
  for (const term of terms) {
    const { slots, notes, from, to } = sourceOf(index, term, { factor: 1, certainty: 1 });
    for (let i = from; i < to; i++) {
      if (index.alive.at[slots[i]!] === 1 && !found.has(slots[i]!)) found.set(slots[i]!, notes[i]!);
    }
  }
  return found;
}

function followed(before: Map<number, Note>, after: Map<number, Note>): Map<number, Note> {
  const found = new Map<number, Note>();
  for (const [slot, second] of after) {
    const first = before.get(slot);
    if (first === undefined) continue;
    if (follows(first, second)) found.set(slot, second);
    else if (shareLabel(first, second)) found.set(slot, outsideName(second));
  }
  return found;
}
