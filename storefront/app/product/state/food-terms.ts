/** The dietary values and allergens that the shop knows: they have a word in every language, and an icon. */
const foodTerms = [
  'vegan',
  'vegetarian',
  'glutenFree',
  'dairyFree',
  'lactoseFree',
  'sugarFree',
  'lowCarb',
  'organic',
  'milk',
  'egg',
  'gluten',
  'wheat',
  'soya',
  'peanuts',
  'treeNuts',
  'fish',
  'shellfish',
  'mustard',
  'sesame',
  'sulphites',
] as const;

export type FoodTerm = (typeof foodTerms)[number];

/**
 * The term that a label of the catalogue means: by its English name, or by the word in the shopper's language. Labels are
 * translated for a store view, not for a language.
 */
export function termOf(label: string, wordOf: (term: FoodTerm) => string): FoodTerm | undefined {
  const english = label
    .toLowerCase()
    .replace(/[^a-z]+([a-z])/g, (_, initial: string) => initial.toUpperCase());
  return foodTerms.find((term) => term === english || wordOf(term).toLowerCase() === label.toLowerCase());
}
