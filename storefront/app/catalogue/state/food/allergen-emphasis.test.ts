import { describe, expect, test } from 'vitest';
import { emphasised } from './food-facts.ts';

const emphasisedNames = (text: string, allergens: string[]) =>
  emphasised(text, allergens).filter((_, place) => place % 2 === 1);

describe('emphasised ingredients (R146)', () => {
  test('emphasised marks the ingredients that carry a declared allergen, and no others', () => {
    const text = 'Wheat flour, butter (milk), eggs, almonds, sugar';
    expect(emphasisedNames(text, ['Wheat', 'Gluten', 'Milk', 'Egg', 'Tree nuts'])).toEqual([
      'Wheat',
      'butter',
      'milk',
      'eggs',
      'almonds',
    ]);
    expect(emphasisedNames(text, ['Egg'])).toEqual(['eggs']);
    expect(emphasisedNames(text, [])).toEqual([]);
  });

  test('emphasised matches whole words: coconut is no nut, buckwheat no wheat', () => {
    expect(emphasisedNames('Coconut, buckwheat, nutmeg, wheat', ['Tree nuts', 'Wheat'])).toEqual(['wheat']);
  });

  test('emphasised ignores lookalikes: coconut milk, cocoa butter, cream of tartar', () => {
    const text = 'Coconut milk, cocoa butter, cream of tartar, milk chocolate (cream)';
    expect(emphasisedNames(text, ['Milk'])).toEqual(['milk', 'cream']);
  });

  test('emphasised matches an unlisted allergen by its own name, with any characters', () => {
    expect(emphasisedNames('Celery (5 %), salt', ['Celery'])).toEqual(['Celery']);
    expect(emphasisedNames('Salt', ['(a+)+$'])).toEqual([]);
  });

  test('emphasised preserves the text', () => {
    const text = 'MILK, Milk powder; milk.';
    expect(emphasised(text, ['Milk', 'Soya']).join('')).toBe(text);
  });
});
