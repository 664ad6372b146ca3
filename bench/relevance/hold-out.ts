import type { Judgement } from './judgements.ts';

/**
 * Queries judged after the ranking was finished and never used for tuning. They show how the engine handles
 * unseen queries.
 */
export const holdOut: readonly Judgement[] = [
  {
    query: 'avocado',
    kind: 'head word',
    means: 'the fruit',
    rules: [
      { grade: 3, name: ['avocado|avo'], type: 'fresh fruit' },
      { grade: 1, name: ['avocado|avo'], type: 'dip|deli|oil|frozen' },
    ],
  },
  {
    query: 'flour',
    kind: 'head word',
    means: 'wheat flour to bake with',
    rules: [
      { grade: 3, name: ['flour'], type: 'flour, sugar', not: 'corn|cornflour|rice|coconut|almond|gluten' },
      { grade: 2, name: ['flour'], type: 'flour, sugar' },
    ],
  },
  {
    query: 'shaving foam',
    kind: 'several words',
    means: 'foam to shave with',
    rules: [
      { grade: 3, name: ['shav(e|ing)', 'foam'] },
      { grade: 2, name: ['shav(e|ing)', 'gel|cream'] },
      { grade: 1, type: 'shaving' },
    ],
  },
  {
    query: 'tonic water',
    kind: 'several words',
    means: 'tonic to mix with gin',
    rules: [
      { grade: 3, name: ['tonic'], type: 'soft drinks|water', not: 'hair|face' },
      { grade: 1, name: ['soda water|ginger ale|bitter lemon|dry lemon'] },
    ],
  },
  {
    query: 'samp and beans',
    kind: 'several words',
    means: 'samp mixed with beans',
    rules: [
      { grade: 3, name: ['samp', 'bean'] },
      { grade: 2, name: ['samp'] },
      { grade: 1, name: ['bean'], type: 'beans, lentils|canned' },
    ],
  },
  {
    query: 'grated cheddar',
    kind: 'several words',
    means: 'cheddar that is grated',
    rules: [
      { grade: 3, name: ['grated', 'cheddar'] },
      { grade: 2, name: ['cheddar'], type: 'eggs > cheese', not: 'spread' },
      { grade: 2, name: ['grated'], type: 'eggs > cheese' },
    ],
  },
  {
    query: 'pilchards',
    kind: 'head word',
    means: 'tinned pilchards',
    rules: [{ grade: 3, name: ['pilchard'], type: 'canned|sauces', not: 'cat|dog' }],
  },
  {
    query: 'lucky star',
    kind: 'brand',
    means: 'the brand of tinned fish',
    rules: [{ grade: 3, brand: 'lucky star' }],
  },
  {
    query: 'sta soft',
    kind: 'brand',
    means: 'the softener',
    rules: [
      { grade: 3, brand: 'sta-soft' },
      { grade: 1, name: ['fabric softener'] },
    ],
  },
  {
    query: 'oral b toothbrush',
    kind: 'brand',
    means: 'a toothbrush of this brand',
    rules: [
      { grade: 3, brand: 'oral-b', name: ['tooth ?brush'] },
      { grade: 2, name: ['tooth ?brush'] },
      { grade: 1, brand: 'oral-b' },
    ],
  },
  {
    query: 'tastic rice 1kg',
    kind: 'size',
    means: 'a kilogram of this rice',
    rules: [
      { grade: 3, brand: 'tastic', name: ['rice'], packSize: '1000g' },
      { grade: 2, brand: 'tastic', name: ['rice'] },
      { grade: 1, name: ['rice'], type: 'rice & grains', packSize: '1000g' },
    ],
  },
  {
    query: 'orange squash 2 lt',
    kind: 'size',
    means: 'two litres of orange squash',
    rules: [
      { grade: 3, name: ['orange', 'squash'], packSize: '2000ml' },
      { grade: 2, name: ['orange'], type: 'cordials', packSize: '2000ml' },
      { grade: 1, name: ['squash'], type: 'cordials' },
      { grade: 1, name: ['orange'], type: 'cordials' },
    ],
  },
  {
    query: 'bleach 750 ml',
    kind: 'size',
    means: 'a small bottle of bleach',
    rules: [
      { grade: 3, name: ['bleach'], type: 'cleaning', packSize: '750ml' },
      { grade: 2, name: ['bleach'], type: 'cleaning' },
    ],
  },
  {
    query: 'castle lager 6 x 330ml',
    kind: 'size',
    means: 'a six-pack of this beer',
    rules: [
      { grade: 3, name: ['castle', 'lager'], packSize: '6x330ml' },
      { grade: 2, name: ['castle', 'lager|lite'] },
      { grade: 1, name: ['castle'], type: 'beer' },
    ],
  },
  {
    query: 'tolet paper',
    kind: 'misspelling',
    means: 'toilet paper',
    rules: [{ grade: 3, name: ['toilet (paper|tissue|roll)'], not: 'moist|holder|brush' }],
  },
  {
    query: 'lazagne',
    kind: 'misspelling',
    means: 'lasagne',
    rules: [
      { grade: 3, name: ['lasagne?'], type: 'pasta|frozen meals|ready' },
      { grade: 1, name: ['lasagne?'] },
    ],
  },
  {
    query: 'vasaline',
    kind: 'misspelling',
    means: 'the brand',
    rules: [{ grade: 3, brand: 'vaseline' }],
  },
  {
    query: 'condisioner',
    kind: 'misspelling',
    means: 'conditioner for hair',
    rules: [
      { grade: 3, name: ['conditioner'], type: 'hair' },
      { grade: 1, name: ['conditioner'] },
    ],
  },
  {
    query: 'sweetcorn',
    kind: 'synonym',
    means: 'sweet corn, tinned, frozen or fresh',
    rules: [
      { grade: 3, name: ['sweet ?corn'], type: 'canned|frozen veg|fresh veg' },
      { grade: 1, name: ['sweet ?corn'], not: 'purity|cat|dog' },
    ],
  },
  {
    query: 'fizzy drink',
    kind: 'synonym',
    means: 'a soft drink',
    rules: [
      { grade: 3, name: ['soft drink|carbonated'], type: 'soft drinks' },
      { grade: 3, brand: 'coca-cola|sprite|fanta|stoney|pepsi' },
      { grade: 2, type: 'soft drinks' },
    ],
  },
  {
    query: 'bin bags',
    kind: 'synonym',
    means: 'refuse bags',
    rules: [
      { grade: 3, name: ['refuse|garbage|bin|dustbin|black bag|bin liner'], type: 'bags, foil' },
      { grade: 1, name: ['bag'], type: 'bags, foil' },
    ],
  },
  {
    query: 'barbecue sauce',
    kind: 'synonym',
    means: 'the sauce',
    rules: [
      { grade: 3, name: ['(bbq|barbecue|barbeque|braai)', 'sauce|marinade'], type: 'sauces' },
      { grade: 1, name: ['(bbq|barbecue|barbeque)'], type: 'sauces' },
    ],
  },
];
