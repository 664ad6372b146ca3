import type { ProductIndex } from '../index/product-index.ts';
import { follows, type Note, outsideName, shareLabel } from '../index/term-positions.ts';
import type { Meaning, SearchReferenceData, Trust } from './word-statistics.ts';

// Assertions: `from` and `to` bound positions in `slots` and `notes`.

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
  const { postings, vocabulary } = text;
  return {
    slots: postings.slots,
    notes: postings.notes,
    from: postings.from(term),
    to: postings.to(term),
    products: vocabulary.productCount(term),
    ...trust,
  };
}

function expressionSource(index: ProductIndex, parts: readonly number[][], trust: Trust): Source {
  const [first = [], ...rest] = parts;
  let notesBySlot = notesOf(index, first);
  for (const terms of rest) notesBySlot = followed(notesBySlot, notesOf(index, terms));
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
      const slot = slots[i]!;
      if (index.alive.at[slot] === 1 && !notesBySlot.has(slot)) notesBySlot.set(slot, notes[i]!);
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
