import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, editsAllowed, mostSpellings, spellings } from './fuzzy.ts';
import { Vocabulary } from './vocabulary.ts';

/** Optimal string alignment as it is defined, without a thought of speed. */
function defined(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const last = a.at(-1) === b.at(-1) ? 0 : 1;
  const ways = [
    defined(a.slice(0, -1), b) + 1,
    defined(a, b.slice(0, -1)) + 1,
    defined(a.slice(0, -1), b.slice(0, -1)) + last,
  ];
  const swapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1);
  if (swapped) ways.push(defined(a.slice(0, -2), b.slice(0, -2)) + 1);
  return Math.min(...ways);
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });

function vocabularyOf(words: Record<string, number>): Vocabulary {
  const vocabulary = new Vocabulary();
  for (const [text, products] of Object.entries(words)) {
    vocabulary.products.at[vocabulary.number(text, 'word')] = products;
  }
  return vocabulary;
}

function spelled(words: Record<string, number>, typed: string): string[] {
  const vocabulary = vocabularyOf(words);
  return spellings(vocabulary, typed).map(({ term }) => vocabulary.texts[term]!);
}

describe('edit distance', () => {
  it('is what the definition says, up to the limit', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, most) => {
        expect(editDistance(a, b, most)).toBe(Math.min(defined(a, b), most + 1));
      }),
    );
  });

  it('counts two neighbours that change places as one edit', () => {
    expect(editDistance('mikl', 'milk', 2)).toBe(1);
  });
});

describe('spellings', () => {
  it('are those within two edits that begin with the same two letters, nearest and most usual first', () => {
    const words = { chocolate: 400, chocolates: 9, chocolat: 1, coconut: 80, mockolate: 5 };
    expect(spelled(words, 'choclate')).toEqual(['chocolate', 'chocolates', 'chocolat']);
    expect(spelled({ milk: 5 }, 'mlik')).toEqual([]);
  });

  it('are everything that the definition allows and nothing else', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word.filter((text) => text !== '')), word, (known, typed) => {
        const most = editsAllowed(typed);
        const expected = known.filter((text) => {
          const edits = defined(text, typed);
          return edits > 0 && edits <= most && text.slice(0, 2) === typed.slice(0, 2);
        });
        const found = spelled(Object.fromEntries(known.map((text) => [text, 1])), typed);
        expect(found.sort()).toEqual(expected.sort().slice(0, mostSpellings));
      }),
    );
  });

  it('are not guessed for numbers, nor for words of two letters', () => {
    expect(spelled({ b12: 3, b13: 3 }, 'b14')).toEqual([]);
    expect(spelled({ oil: 3 }, 'oi')).toEqual([]);
  });

  it('leave out words that no product has any more', () => {
    expect(spelled({ milk: 0 }, 'milc')).toEqual([]);
  });

  it('are at most fifty', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const many = letters.flatMap((a) => letters.slice(0, 4).map((b) => [`br${a}${b}`, 1] as const));
    expect(spelled(Object.fromEntries(many), 'brxx').length).toBe(mostSpellings);
  });
});
