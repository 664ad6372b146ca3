import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, editsAllowed, maxSpellings, spellings } from './fuzzy.ts';
import { Vocabulary } from './vocabulary.ts';

/** Optimal string alignment by definition, without optimization. */
function defined(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const last = a.at(-1) === b.at(-1) ? 0 : 1;
  const candidates = [
    defined(a.slice(0, -1), b) + 1,
    defined(a, b.slice(0, -1)) + 1,
    defined(a.slice(0, -1), b.slice(0, -1)) + last,
  ];
  const swapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1);
  if (swapped) candidates.push(defined(a.slice(0, -2), b.slice(0, -2)) + 1);
  return Math.min(...candidates);
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });

function vocabularyOf(productCounts: Record<string, number>): Vocabulary {
  const vocabulary = new Vocabulary();
  for (const [text, products] of Object.entries(productCounts)) {
    vocabulary.addToCounts(vocabulary.number(text, 'word'), products, 0);
  }
  return vocabulary;
}

function spelled(productCounts: Record<string, number>, typed: string): string[] {
  const vocabulary = vocabularyOf(productCounts);
  return spellings(vocabulary, typed).map(({ term }) => vocabulary.text(term));
}

describe('edit distance', () => {
  it('equals the definition, up to the limit', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, maxEdits) => {
        expect(editDistance(a, b, maxEdits)).toBe(Math.min(defined(a, b), maxEdits + 1));
      }),
    );
  });

  it('counts a swap of two neighbours as one edit', () => {
    expect(editDistance('mikl', 'milk', 2)).toBe(1);
  });
});

describe('spellings', () => {
  it('are within two edits and share the first two letters, nearest and most frequent first', () => {
    const productCounts = { chocolate: 400, chocolates: 9, chocolat: 1, coconut: 80, mockolate: 5 };
    expect(spelled(productCounts, 'choclate')).toEqual(['chocolate', 'chocolates', 'chocolat']);
    expect(spelled({ milk: 5 }, 'mlik')).toEqual([]);
  });

  it('are exactly those that the definition allows', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word.filter((text) => text !== '')), word, (known, typed) => {
        const maxEdits = editsAllowed(typed);
        const expected = known.filter((text) => {
          const edits = defined(text, typed);
          return edits > 0 && edits <= maxEdits && text.slice(0, 2) === typed.slice(0, 2);
        });
        const result = spelled(Object.fromEntries(known.map((text) => [text, 1])), typed);
        expect(result.sort()).toEqual(expected.sort().slice(0, maxSpellings));
      }),
    );
  });

  it('are never guessed for numbers or words of two letters', () => {
    expect(spelled({ b12: 3, b13: 3 }, 'b14')).toEqual([]);
    expect(spelled({ oil: 3 }, 'oi')).toEqual([]);
  });

  it('leave out words that no product has', () => {
    expect(spelled({ milk: 0 }, 'milc')).toEqual([]);
  });

  it('are at most fifty', () => {
    const alphabet = [...'abcdefghijklmnopqrstuvwxyz'];
    const many = alphabet.flatMap((a) => alphabet.slice(0, 4).map((b) => [`br${a}${b}`, 1] as const));
    expect(spelled(Object.fromEntries(many), 'brxx').length).toBe(maxSpellings);
  });
});
