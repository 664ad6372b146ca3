import { describe, expect, it } from 'vitest';
import { singular } from './plural.ts';

describe('plurals', () => {
  it.each([
    ['oat', 'oats'],
    ['egg', 'eggs'],
    ['berry', 'berries'],
    ['cookie', 'cookies'],
    ['pie', 'pies'],
    ['peach', 'peaches'],
    ['dish', 'dishes'],
    ['box', 'boxes'],
    ['glass', 'glasses'],
    ['cheese', 'cheeses'],
    ['sauce', 'sauces'],
    ['tomato', 'tomatoes'],
    ['mango', 'mangoes'],
    ['mango', 'mangos'],
    ['olive', 'olives'],
    ['loaf', 'loaves'],
    ['quiche', 'quiches'],
    ['nappy', 'nappies'],
    ['naartjie', 'naartjies'],
  ])('%s and %s are one word', (one, many) => {
    expect(singular(many)).toBe(singular(one));
  });

  it.each([
    ['gas', 'ga'],
    ['hummus', 'hummu'],
    ['couscous', 'couscou'],
    ['swiss', 'swis'],
    ['100s', '100'],
    ['constructor', 'construct'],
  ])('%s is no plural of %s', (word, other) => {
    expect(singular(word)).not.toBe(singular(other));
  });
});
