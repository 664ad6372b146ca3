import { describe, expect, it } from 'vitest';
import { withoutPlural } from './plural.ts';

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
  ])('singular treats %s and %s as one word', (singularForm, many) => {
    expect(withoutPlural(many)).toBe(withoutPlural(singularForm));
  });

  it.each([
    ['gas', 'ga'],
    ['hummus', 'hummu'],
    ['couscous', 'couscou'],
    ['swiss', 'swis'],
    ['100s', '100'],
    ['constructor', 'construct'],
  ])('singular does not treat %s as a plural of %s', (word, stem) => {
    expect(withoutPlural(word)).not.toBe(withoutPlural(stem));
  });
});
