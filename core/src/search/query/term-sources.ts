import type { ProductIndex } from '../index/product-index.ts';
import { follows, type Note, outsideName, shareLabel } from '../index/term-positions.ts';
import type { Meaning, SearchReferenceData, Trust } from './word-statistics.ts';

/** Documents that contain a word of the query in one of its forms. */
export interface Source extends Meaning {
  slots: Uint32Array;
  notes: Uint16Array;
  from: number;
  to: number;
}

/** Returns the index as reference data for query planning. */
export function referenceDataOf(index: ProductIndex): SearchReferenceData<Source> {
  return {
    vocabulary: index.text.vocabulary,
    size: index.size,
    term: (term, trust) => sourceOf(index, term, trust),
    expression: (parts, trust) => expressionSource(index, parts, trust),
  };
}

/** Looks up the documents of one term. */
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
  let notesBySlot = notesOf(index, parts[0]!);
  for (const terms of parts.slice(1)) notesBySlot = followed(notesBySlot, notesOf(index, terms));
  return {
    slots: Uint32Array.from(notesBySlot.keys()),
    notes: Uint16Array.from(notesBySlot.values()),
    from: 0,
    to: notesBySlot.size,
    products: notesBySlot.size,
    ...trust,
  };
}

function notesOf(index: ProductIndex, terms: readonly number[]): Map<number, Note> {
  const notesBySlot = new Map<number, Note>();
  for (const term of terms) {
    const { slots, notes, from, to } = sourceOf(index, term, { factor: 1, certainty: 1 });
    for (let i = from; i < to; i++) {
      if (index.alive.at[slots[i]!] === 1 && !notesBySlot.has(slots[i]!))
        notesBySlot.set(slots[i]!, notes[i]!);
    }
  }
  return notesBySlot;
}

function followed(before: Map<number, Note>, after: Map<number, Note>): Map<number, Note> {
  const notesBySlot = new Map<number, Note>();
  for (const [slot, second] of after) {
    const first = before.get(slot);
    if (first === undefined) continue;
    if (follows(first, second)) notesBySlot.set(slot, second);
    else if (shareLabel(first, second)) notesBySlot.set(slot, outsideName(second));
  }
  return notesBySlot;
}
