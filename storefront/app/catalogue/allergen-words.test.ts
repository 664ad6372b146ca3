import { describe, expect, test } from 'vitest';
import { emphasised } from './allergen-words.ts';

const marked = (text: string, allergens: string[]) =>
  emphasised(text, allergens).filter((_, place) => place % 2 === 1);

describe('the ingredients name allergens emphasised (R146)', () => {
  test('by what they come in, and only those that the food is said to contain', () => {
    const text = 'Wheat flour, butter (milk), eggs, almonds, sugar';
    expect(marked(text, ['Wheat', 'Gluten', 'Milk', 'Egg', 'Tree nuts'])).toEqual([
      'Wheat',
      'butter',
      'milk',
      'eggs',
      'almonds',
    ]);
    expect(marked(text, ['Egg'])).toEqual(['eggs']);
    expect(marked(text, [])).toEqual([]);
  });

  test('in whole words: coconut is no nut, buckwheat no wheat', () => {
    expect(marked('Coconut, buckwheat, nutmeg, wheat', ['Tree nuts', 'Wheat'])).toEqual(['wheat']);
  });

  test('and not what only sounds like it: coconut milk, cocoa butter, cream of tartar', () => {
    const text = 'Coconut milk, cocoa butter, cream of tartar, milk chocolate (cream)';
    expect(marked(text, ['Milk'])).toEqual(['milk', 'cream']);
  });

  test('an allergen of a shop of its own by its name, whatever letters it has', () => {
    expect(marked('Celery (5 %), salt', ['Celery'])).toEqual(['Celery']);
    expect(marked('Salt', ['(a+)+$'])).toEqual([]);
  });

  test('and lose no letter', () => {
    const text = 'MILK, Milk powder; milk.';
    expect(emphasised(text, ['Milk', 'Soya']).join('')).toBe(text);
  });
});
