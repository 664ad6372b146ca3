const irregular = new Map(
  Object.entries({
    children: 'child',
    women: 'woman',
    men: 'man',
    teeth: 'tooth',
    feet: 'foot',
    geese: 'goose',
    loaves: 'loaf',
    leaves: 'leaf',
    knives: 'knife',
    halves: 'half',
    calves: 'calf',
  }),
);

/**
 * Returns the form that a word and its plural share: `oat` and `oats`, `cookie` and `cookies`, `peach` and
 * `peaches`. It is a key for comparison, not a word to show: both `berry` and `berries` give `berry`, but
 * `cookie` gives `cooky`.
 */
export function withoutPlural(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return known;
  return word.length < 4 || /\d/.test(word) ? word : regular(word);
}

function regular(word: string): string {
  if (/(ch|sh|x|ss)es?$/.test(word)) return word.replace(/es?$/, '');
  if (word.length > 4 && /ies?$/.test(word)) return word.replace(/ies?$/, 'y');
  if (word.length > 5 && word.endsWith('oes')) return word.slice(0, -2);
  return /[^su]s$/.test(word) && !word.endsWith('is') ? word.slice(0, -1) : word;
}
