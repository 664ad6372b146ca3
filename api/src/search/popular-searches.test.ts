import { describe, expect, test } from 'vitest';
import { countSearches } from './popular-searches.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** A counter, and a function that lets days pass. */
function counter() {
  let time = Date.UTC(2026, 0, 1);
  const searches = countSearches(() => new Date(time));
  return {
    searches,
    search: (text: string, clients: number) => {
      for (let client = 0; client < clients; client++) searches.count(text, `192.0.2.${client}`);
    },
    pass: (days: number) => {
      time += days * dayMs;
    },
  };
}

describe('popular searches (spec D63)', () => {
  test('a text is popular once three clients searched for it, the most searched first', () => {
    const { searches, search } = counter();
    search('tea', 3);
    search('milk', 5);
    search('oats', 2);
    for (let times = 0; times < 9; times++) searches.count('honey', '192.0.2.1');
    expect(searches.list(8)).toEqual(['milk', 'tea']);
    expect(searches.list(1)).toEqual(['milk']);
  });

  test('a search counts for this week and the next, and a client once in both', () => {
    const { searches, search, pass } = counter();
    search('tea', 3);
    search('milk', 2);
    pass(7);
    search('milk', 2);
    expect(searches.list(8)).toEqual(['tea']);
    pass(7);
    expect(searches.list(8)).toEqual([]);
    search('oats', 3);
    pass(21);
    expect(searches.list(8)).toEqual([]);
  });

  test('the number of texts is limited: those not searched for the longest time are dropped', () => {
    const { searches, search } = counter();
    search('first', 3);
    search('second', 3);
    for (let text = 0; text < 999; text++) searches.count(`text ${text}`, '192.0.2.1');
    expect(searches.list(8)).toEqual(['second']);
  });
});
