import { follows, type Note, outsideName, shareLabel } from './places.ts';
import type { ProductIndex } from './product-index.ts';

/** Documents in which a word of the query is found, in one of the forms it may have. */
export interface Source {
  slots: Uint32Array;
  notes: Uint16Array;
  from: number;
  to: number;
  /** How many living products these are. */
  products: number;
  /** What a match in this form is worth beside one as written, 0 to 1. */
  factor: number;
  /** How sure it is that this form is meant, 0 to 1; what is surer comes first whatever it is worth. */
  certainty: number;
}

export type Trust = Pick<Source, 'factor' | 'certainty'>;

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

/**
 * Where an expression stands: its words side by side in the name, or together in the brand or the
 * type. `parts` holds for each word the terms it may be.
 */
export function expressionSource(index: ProductIndex, parts: readonly number[][], trust: Trust): Source {
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
