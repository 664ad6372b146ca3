/**
 * Describes the products a rule applies to. All given fields must match. `name`, `brand`, `type` and `not`
 * are regular expressions over the lower-case text without accents and apostrophes, matched at word
 * boundaries with an optional plural. Each entry of `name` must match, in any order. `packSize` is the size
 * as in the data (`2000ml`, `500g`, `18 each`), independent of how the engines read sizes.
 */
export interface Rule {
  grade: 1 | 2 | 3;
  name?: readonly string[];
  not?: string;
  brand?: string;
  type?: string;
  packSize?: string;
}

/** A query and its intent. A product has the grade of the first matching rule, or 0. */
export interface Judgement {
  query: string;
  kind: 'head word' | 'brand' | 'size' | 'misspelling' | 'synonym' | 'several words';
  means: string;
  rules: readonly Rule[];
}

const dairyMilk =
  'chocolate|coconut|almond|soya?|oat|rice|body|lotion|soap|bar|powder|condensed|evaporated|tart|shake|jug|bath|cereal|porridge|biscuit|frother|butter|baby|formula|flavoured|rusk|tea|cream soda|dessert|yoghurt|yogurt|cheese|sour|slab|cocoa|wash|shampoo|strawberry|banana|vanilla|ferrero|aero';

export const judgements: readonly Judgement[] = [
  // Head words: one word for the product itself.
  {
    query: 'milk',
    kind: 'head word',
    means: 'milk to drink, fresh or long life',
    rules: [
      { grade: 3, name: ['milk'], type: 'milk & cream', not: dairyMilk },
      {
        grade: 2,
        name: ['milk'],
        type: 'milk & cream|plant-based',
        not: 'ferrero|aero|slab|evaporated|condensed|powder|shake|creamer|coconut',
      },
      { grade: 1, name: ['(milk powder|(condensed|evaporated|coconut|flavoured) milk|milkshake)'] },
    ],
  },
  {
    query: 'bread',
    kind: 'head word',
    means: 'a loaf',
    rules: [
      { grade: 3, name: ['bread|loaf'], type: 'bread, rolls', not: 'flour|board|crumb|mix|roll|stick' },
      { grade: 2, name: ['bread roll|bread|loaf'], type: 'bakery', not: 'flour|board|crumb' },
      { grade: 1, name: ['bread flour|bread mix|garlic bread|naan|pita'] },
      { grade: 1, type: 'bread, rolls' },
    ],
  },
  {
    query: 'eggs',
    kind: 'head word',
    means: 'hens’ eggs',
    rules: [
      {
        grade: 3,
        name: ['egg'],
        type: 'dairy & eggs > eggs',
        not: 'choc|mallow|candy|noodle|holder|poacher',
      },
      { grade: 1, name: ['egg'], not: 'noodle|nog' },
    ],
  },
  {
    query: 'rice',
    kind: 'head word',
    means: 'rice to cook',
    rules: [
      {
        grade: 3,
        name: ['rice'],
        type: 'rice & grains',
        not: 'cake|cracker|noodle|vinegar|cooker|milk|bran|flour|pop',
      },
      { grade: 2, name: ['microwave rice|savoury rice|fried rice'], not: 'spice' },
      { grade: 1, name: ['rice'], type: 'food cupboard', not: 'spice|krispies|vinegar' },
    ],
  },
  {
    query: 'sugar',
    kind: 'head word',
    means: 'sugar to bake and sweeten with',
    rules: [
      {
        grade: 3,
        name: ['sugar'],
        type: 'flour, sugar',
        not: 'free|no( added)? sugar|less|zero|icing|castor|caster|bean|substitute|low|reduced',
      },
      {
        grade: 2,
        name: ['(icing|castor|caster|brown|white|demerara|cane) sugar|sugar (stick|sachet|cube)'],
        not: 'free|no added|scrub|mix|with',
      },
      { grade: 1, name: ['sweetener|sugar substitute|sugar alternative'] },
    ],
  },
  {
    query: 'butter',
    kind: 'head word',
    means: 'dairy butter',
    rules: [
      {
        grade: 3,
        name: ['butter'],
        type: 'butter & marg',
        not: 'peanut|shea|beauty|cocoa|body|naan|garlic|cake|flavoured|biscuit|dish|chicken',
      },
      { grade: 1, name: ['margarine|fat spread|butter spread|garlic butter|ghee'], type: 'dairy' },
    ],
  },
  {
    query: 'cheese',
    kind: 'head word',
    means: 'cheese as such',
    rules: [
      {
        grade: 3,
        name: ['cheese|cheddar|gouda|feta|mozzarella|brie|camembert'],
        type: 'dairy & eggs > cheese',
        not: 'spread|cake|sauce|macaroni|puff|cracker|dip|pizza|flavoured|curl|pretzel|steaklet|chicken|dressing',
      },
      { grade: 2, name: ['cheese|cheddar|gouda|feta|mozzarella'], type: 'dairy & eggs > cheese' },
      { grade: 1, name: ['cheese sauce|macaroni|cheese dip|cheese snack'] },
    ],
  },
  {
    query: 'coffee',
    kind: 'head word',
    means: 'coffee to make at home',
    rules: [
      {
        grade: 3,
        name: ['coffee'],
        type: 'coffee',
        not: 'creamer|mug|maker|plunger|filter paper|machine|iced|chocolate',
      },
      {
        grade: 2,
        name: ['espresso|cappuccino|latte|nescafe|jacobs|ricoffy|frisco|capsule|douwe'],
        type: 'coffee',
        not: 'creamer|mug',
      },
      { grade: 1, name: ['coffee creamer|iced coffee|coffee (maker|plunger|filter|machine)'] },
      { grade: 1, type: 'coffee' },
    ],
  },
  {
    query: 'toothpaste',
    kind: 'head word',
    means: 'toothpaste',
    rules: [
      { grade: 3, name: ['toothpaste|tooth paste'], not: 'brush' },
      { grade: 2, name: ['toothpaste'] },
      { grade: 1, type: 'oral care' },
    ],
  },
  {
    query: 'bacon',
    kind: 'head word',
    means: 'bacon to fry',
    rules: [
      { grade: 3, name: ['bacon'], type: 'sausages, bacon', not: 'spread|kips|flavour|minced|bits|pet' },
      { grade: 2, name: ['bacon'], type: 'sausages, bacon|meat, poultry', not: 'flavoured' },
      { grade: 1, name: ['bacon'], not: 'dog|cat|flavou?r|flavoured|cracker|chip|pet' },
    ],
  },
  {
    query: 'oat',
    kind: 'head word',
    means: 'oats for porridge',
    rules: [
      {
        grade: 3,
        name: ['oat'],
        type: 'breakfast cereal',
        not: 'granola|muesli|bar|biscuit|instant|oatso|cookie|crunch|bran|tots|nature valley|honey|chocolate',
      },
      { grade: 2, name: ['oat|oatso easy'], type: 'breakfast cereal', not: 'bar' },
      {
        grade: 2,
        name: ['oat'],
        not: 'baby|months|tots|bar|biscuit|cookie|shampoo|lotion|soap|bread|wash|cream|rusk|flavoured',
        type: 'food cupboard|plant-based',
      },
      { grade: 1, name: ['oat'], type: 'food cupboard|bakery|snacks|baby food|plant-based' },
    ],
  },
  {
    query: 'bananas',
    kind: 'head word',
    means: 'the fruit',
    rules: [
      { grade: 3, name: ['banana'], type: 'fresh fruit', not: 'dried|chip|bread|smoothie|flavoured|juice' },
      {
        grade: 1,
        name: ['banana'],
        type: 'fruit|food cupboard|juice|dairy|bakery|baby food|nuts, dried',
        not: 'soap',
      },
    ],
  },
  {
    query: 'naartjie',
    kind: 'head word',
    means: 'the fruit',
    rules: [
      { grade: 3, name: ['naartjie'], type: 'fresh fruit' },
      { grade: 2, name: ['mandarin|clementine|soft citrus'], type: 'fresh fruit' },
      { grade: 1, name: ['naartjie'], type: 'juice|cordials' },
    ],
  },
  {
    query: 'apples',
    kind: 'head word',
    means: 'the fruit',
    rules: [
      { grade: 3, name: ['apple'], type: 'fresh fruit', not: 'sour|nutriball|dried|flavoured|juice' },
      { grade: 3, name: ['apples honey red'] },
      { grade: 1, name: ['apple'], type: 'canned|juice|baby food|nuts, dried', not: 'flavoured|pineapple' },
    ],
  },
  {
    query: 'chicken',
    kind: 'head word',
    means: 'raw chicken to cook, whole or in portions',
    rules: [
      {
        grade: 3,
        name: ['chicken|drumstick|thigh|leg quarter|mixed? portion'],
        type: 'chicken & poultry',
        not: 'liver|gizzard|heart|neck|feet|head|crumbed|nugget|burger|steaklet|slider|dipper|finger|bites|shaved|rasher|butter|king|milano|tandoori|cordon|captains|salad|lasange|casserole|stew|heat & eat|rotisserie|savoury|prego|stirfry|pet|dogfood',
      },
      {
        grade: 2,
        name: ['chicken'],
        type: 'chicken & poultry',
        not: 'shaved|butter chicken|a la king|milano|salad|lasange|casserole|stew|captains|pet|dogfood',
      },
      {
        grade: 1,
        name: ['chicken'],
        type: 'meat, poultry|frozen meals|ready meals|canned',
        not: 'dog|cat|pet|dogfood|flavou?r|flavoured|noodle|soup',
      },
    ],
  },
  {
    query: 'water',
    kind: 'head word',
    means: 'plain water to drink, still or sparkling',
    rules: [
      {
        grade: 3,
        name: ['water'],
        type: '> water',
        not: 'flavou?r|flavoured|tonic|indiantonic|treatment|blueberry-raspberry|lemon-mint|mango-passionfruit|peach-apricot|grey',
      },
      { grade: 2, name: ['water'], type: '> water', not: 'treatment|tonic|indiantonic' },
      { grade: 1, name: ['tonic water|soda water|coconut water'], type: 'beverages' },
    ],
  },
  {
    query: 'tea',
    kind: 'head word',
    means: 'ordinary tea or rooibos to brew',
    rules: [
      {
        grade: 3,
        name: ['tea|teabag'],
        type: 'tea &',
        not: 'green|greentea|flavou?r|flavoured|flavored|infusion|latte|loaf|biscuit|powder|stick|detox|slimming|blood|chai|senna|strawberry|apple|peach|citrus|cleanse',
      },
      {
        grade: 2,
        name: ['tea|teabag|greentea|infuso|rooibos'],
        type: 'tea &',
        not: 'loaf|biscuit|bodywash|gift|340ml|latte',
      },
      { grade: 1, name: ['iced? tea|kombucha|chai latte|tea latte'], type: 'beverages' },
    ],
  },
  {
    query: 'onion',
    kind: 'head word',
    means: 'onions, the vegetable',
    rules: [
      {
        grade: 3,
        name: ['onion'],
        type: 'fresh vegetables',
        not: 'murkhu|mix|soup|seed|ring|crispy|flavoured|chutney|dip|cheese|&',
      },
      { grade: 2, name: ['onion'], type: 'fresh|frozen vegetables', not: 'seed|flavoured' },
      { grade: 1, name: ['onion'], type: 'herbs|canned|soups|sauces', not: 'seed' },
    ],
  },
  {
    query: 'honey',
    kind: 'head word',
    means: 'honey to eat',
    rules: [
      {
        grade: 3,
        name: ['honey'],
        type: 'jams, honey',
        not: 'mustard|syrup|nut|cereal|flavoured|bar|peanut|granola|sauce|roast|puff|oat|biscuit|jar|lozenge',
      },
      { grade: 2, name: ['honey syrup|honey spread|honey flavoured syrup'] },
      { grade: 1, name: ['honey'], type: 'food cupboard', not: 'sauce|dressing' },
    ],
  },
  {
    query: 'nappies',
    kind: 'head word',
    means: 'babies’ nappies',
    rules: [
      {
        grade: 3,
        name: ['nappies|diaper|nappy pants|pampers pants|nappy pant'],
        type: 'nappies',
        not: 'bag|sack|wipe|bin',
      },
      {
        grade: 3,
        brand: 'pampers|huggies|cuddlers',
        name: ['pants|size \\d'],
        type: 'nappies',
        not: 'wipe|bag',
      },
      { grade: 1, type: 'nappies & wipes' },
    ],
  },
  {
    query: 'chips',
    kind: 'head word',
    means: 'potato or corn chips to snack on; frozen chips are chips too',
    rules: [
      { grade: 3, name: ['chip'], type: 'chips & savoury', not: 'choc|chocolate|cookie|popcorn|banana' },
      {
        grade: 3,
        name: ['chip'],
        type: 'frozen veg|snacks',
        not: 'choc|chocolate|cookie|mint|banana|apple|biscuit|caramel|granola',
      },
      {
        grade: 1,
        name: ['crisp|nik ?nak|puff|fries|oven fries|corn snack'],
        type: 'chips & savoury|frozen veg',
      },
      { grade: 1, type: 'chips & savoury' },
    ],
  },
  {
    query: 'biltong',
    kind: 'head word',
    means: 'dried meat',
    rules: [
      {
        grade: 3,
        name: ['biltong'],
        not: 'flavour|flavoured|spread|cheese|cracker|chip|dog|pet|treat|spice|cutter|seasoning|beeno|marltons|stix for|kips|bites for|cream',
        type: 'nuts, dried|deli|meat',
      },
      { grade: 2, name: ['droewors|dry wors|chilli bite'], type: 'nuts|meat|deli' },
      { grade: 1, name: ['biltong'], not: 'dog|pet|beeno|marltons' },
    ],
  },
  {
    query: 'dog food',
    kind: 'head word',
    means: 'food for dogs',
    rules: [
      { grade: 3, name: ['dog food'], not: 'bowl|container|scoop|cat' },
      {
        grade: 3,
        type: 'dog food',
        name: ['dry|puppy|adult|gravy|chunk|can|pouch|wet'],
        not: 'biscuit|treat|shampoo|bed|toy|leash|collar|bowl|chew|stix|snack',
      },
      { grade: 1, type: 'dog food' },
    ],
  },
  // Brands.
  {
    query: 'clover',
    kind: 'brand',
    means: 'anything of the dairy brand',
    rules: [
      { grade: 3, brand: 'clover' },
      { grade: 2, name: ['clover'] },
    ],
  },
  {
    query: 'nivea',
    kind: 'brand',
    means: 'anything of the brand',
    rules: [
      { grade: 3, brand: 'nivea' },
      { grade: 2, name: ['nivea'] },
    ],
  },
  {
    query: 'koo baked beans',
    kind: 'brand',
    means: 'baked beans of this brand',
    rules: [
      { grade: 3, brand: 'koo', name: ['baked beans'] },
      { grade: 2, name: ['baked beans'] },
      { grade: 1, brand: 'koo', name: ['bean'] },
    ],
  },
  {
    query: 'jungle oats',
    kind: 'brand',
    means: 'the oats of this brand',
    rules: [
      {
        grade: 3,
        brand: 'jungle( oats)?',
        name: ['oat'],
        not: 'bar|granola|muesli|oatso|instant|flour|cereal|milk|biscuit',
      },
      { grade: 2, brand: 'jungle( oats)?', name: ['oat|oatso'], not: 'bar' },
      { grade: 1, brand: 'jungle( oats)?' },
      { grade: 1, name: ['oat'], type: 'breakfast cereal' },
    ],
  },
  {
    query: 'all gold tomato sauce',
    kind: 'brand',
    means: 'tomato sauce of this brand',
    rules: [
      { grade: 3, name: ['all gold', 'tomato sauce|ketchup'], not: 'beans|pilchard|spaghetti' },
      {
        grade: 2,
        name: ['tomato sauce|tomato ketchup'],
        type: 'sauces',
        not: 'beans|pilchard|spaghetti|in tomato|hake',
      },
      { grade: 1, brand: 'all gold', name: ['tomato|sauce'] },
    ],
  },
  {
    query: 'five roses tea',
    kind: 'brand',
    means: 'ordinary tea of this brand',
    rules: [
      {
        grade: 3,
        brand: 'five roses',
        not: 'infusion|fruit|flavoured|ice|iced|decaf|matcha|green',
        name: ['tea|teabag'],
      },
      { grade: 2, brand: 'five roses' },
      { grade: 1, type: 'tea &', name: ['black tea|tagless tea|ceylon|breakfast tea'] },
    ],
  },
  {
    query: 'kelloggs corn flakes',
    kind: 'brand',
    means: 'the corn flakes of this brand',
    rules: [
      { grade: 3, brand: 'kelloggs', name: ['corn flake'] },
      { grade: 2, name: ['corn flake|cornflake'], not: 'choc|bar|sweets' },
      { grade: 1, brand: 'kelloggs', type: 'breakfast cereal' },
    ],
  },
  {
    query: 'weetbix',
    kind: 'brand',
    means: 'the cereal Weet-Bix',
    rules: [
      { grade: 3, name: ['weet-bix'], not: 'bar|drink|flavoured|liquid|up & go|on the go|porridge' },
      { grade: 2, name: ['weet-bix'] },
      { grade: 1, name: ['wheat biscuit'], type: 'breakfast' },
    ],
  },
  {
    query: 'ouma rusks',
    kind: 'brand',
    means: 'rusks of this brand',
    rules: [
      { grade: 3, brand: 'ouma', name: ['rusk'] },
      { grade: 2, brand: 'ouma' },
      { grade: 2, name: ['rusk'] },
    ],
  },
  {
    query: 'red bull',
    kind: 'brand',
    means: 'the energy drink',
    rules: [
      { grade: 3, brand: 'red bull' },
      { grade: 1, type: 'energy', name: ['energy drink'] },
    ],
  },
  {
    query: 'nandos',
    kind: 'brand',
    means: 'anything of Nando’s',
    rules: [
      { grade: 3, brand: 'nandos' },
      { grade: 2, name: ['nandos'] },
    ],
  },
  {
    query: 'handy andy',
    kind: 'brand',
    means: 'the cleaner of this brand',
    rules: [
      { grade: 3, brand: 'handy andy' },
      { grade: 1, name: ['multi ?purpose cleaner|cream cleaner'] },
    ],
  },
  {
    query: 'm&ms',
    kind: 'brand',
    means: 'the sweets M&M’s',
    rules: [{ grade: 3, name: ['m&ms'] }],
  },
  {
    query: 'ina paarman stock',
    kind: 'brand',
    means: 'stock powder and liquid stock of this brand',
    rules: [
      { grade: 3, name: ['ina paarmans?', 'stock'] },
      { grade: 2, name: ['ina paarmans?'], type: 'soups' },
      { grade: 1, name: ['ina paarmans?'] },
      { grade: 1, name: ['stock'], type: 'soups' },
    ],
  },
  // Sizes, as shoppers type them.
  {
    query: 'coca cola 2l',
    kind: 'size',
    means: 'a two-litre bottle of Coca-Cola',
    rules: [
      { grade: 3, brand: 'coca-cola', packSize: '2000ml' },
      { grade: 2, brand: 'coca-cola' },
      { grade: 1, name: ['cola'], type: 'soft drinks' },
    ],
  },
  {
    query: 'full cream milk 2 litre',
    kind: 'size',
    means: 'two litres of full-cream milk',
    rules: [
      { grade: 3, name: ['full cream', 'milk'], type: 'milk & cream', not: dairyMilk, packSize: '2000ml' },
      { grade: 2, name: ['full cream', 'milk'], type: 'milk & cream', not: dairyMilk },
      { grade: 1, name: ['milk'], type: 'milk & cream', packSize: '2000ml' },
    ],
  },
  {
    query: 'sunflower oil 2l',
    kind: 'size',
    means: 'two litres of sunflower oil',
    rules: [
      { grade: 3, name: ['sunflower', 'oil'], packSize: '2000ml' },
      { grade: 2, name: ['sunflower', 'oil'], type: 'cooking oil' },
      { grade: 1, type: 'cooking oil', packSize: '2000ml' },
    ],
  },
  {
    query: 'white sugar 2,5kg',
    kind: 'size',
    means: 'a 2.5 kg bag of white sugar',
    rules: [
      { grade: 3, name: ['white', 'sugar'], type: 'flour, sugar', packSize: '2500g' },
      { grade: 2, name: ['white', 'sugar'], type: 'flour, sugar' },
      { grade: 2, name: ['sugar'], type: 'flour, sugar', packSize: '2500g', not: 'free|icing' },
    ],
  },
  {
    query: 'rice 2 kg',
    kind: 'size',
    means: 'a 2 kg bag of rice',
    rules: [
      { grade: 3, name: ['rice'], type: 'rice & grains', packSize: '2000g', not: 'cake|dog|cat' },
      { grade: 2, name: ['rice'], type: 'rice & grains', not: 'cake|cracker|noodle|cooker|bran|flour' },
    ],
  },
  {
    query: 'maize meal 5kg',
    kind: 'size',
    means: 'a 5 kg bag of maize meal',
    rules: [
      { grade: 3, name: ['maize meal'], packSize: '5000g' },
      { grade: 2, name: ['maize meal|braai pap'] },
    ],
  },
  {
    query: 'eggs 18s',
    kind: 'size',
    means: 'a tray of 18 eggs',
    rules: [
      { grade: 3, name: ['egg'], type: 'dairy & eggs > eggs', packSize: '18 each' },
      { grade: 2, name: ['egg'], type: 'dairy & eggs > eggs' },
    ],
  },
  {
    query: 'five roses 100s',
    kind: 'size',
    means: 'a box of 100 tea bags of this brand',
    rules: [
      { grade: 3, brand: 'five roses', packSize: '100 each' },
      { grade: 2, brand: 'five roses' },
    ],
  },
  {
    query: 'peanut butter 400 g',
    kind: 'size',
    means: 'a 400 g jar of peanut butter',
    rules: [
      {
        grade: 3,
        name: ['peanut butter'],
        not: 'bar|rusk|biscuit|bites|nougat|dog|flavoured|mallow|ice cream|puff|cookie|smoothie|cup|chips|pretzel|beeno|marltons',
        packSize: '400g',
      },
      {
        grade: 2,
        name: ['peanut butter'],
        type: 'jams',
        not: 'bar|rusk|biscuit|bites|nougat|dog|flavoured|mallow|ice cream|puff|cookie|smoothie|cup|pretzel',
      },
    ],
  },
  {
    query: 'mayonnaise 750gr',
    kind: 'size',
    means: 'a 750 g jar of mayonnaise',
    rules: [
      { grade: 3, name: ['mayonnaise'], type: 'sauces', packSize: '750g' },
      { grade: 2, name: ['mayonnaise'] },
    ],
  },
  {
    query: 'toilet paper 9 pack',
    kind: 'size',
    means: 'nine rolls of toilet paper',
    rules: [
      { grade: 3, name: ['toilet (paper|tissue|roll)'], packSize: '9 each' },
      { grade: 2, name: ['toilet (paper|tissue|roll)'], not: 'moist|holder|brush' },
    ],
  },
  {
    query: 'still water 500ml',
    kind: 'size',
    means: 'half a litre of still water',
    rules: [
      { grade: 3, name: ['still', 'water'], packSize: '500ml', type: 'water|soft' },
      { grade: 2, name: ['still', 'water'] },
      { grade: 2, name: ['(spring|mineral) water'], packSize: '500ml', not: 'sparkling|flavoured' },
      { grade: 1, name: ['water'], type: 'water' },
    ],
  },
  {
    query: 'monster 500 ml',
    kind: 'size',
    means: 'half a litre of the energy drink',
    rules: [
      { grade: 3, brand: 'monster', packSize: '500ml' },
      { grade: 2, brand: 'monster' },
    ],
  },
  {
    query: 'corona 6x355ml',
    kind: 'size',
    means: 'a six-pack of this beer',
    rules: [
      { grade: 3, brand: 'corona', name: ['corona'], packSize: '6x355ml' },
      { grade: 2, name: ['corona'], type: 'beer' },
    ],
  },
  // Common misspellings.
  {
    query: 'choclate',
    kind: 'misspelling',
    means: 'chocolate to eat',
    rules: [
      { grade: 3, name: ['chocolate'], type: 'sweets > chocolate' },
      { grade: 2, name: ['chocolate'], type: 'snacks', not: 'biscuit|flavoured' },
      { grade: 1, name: ['chocolate'], type: 'snacks|bakery|hot chocolate|ice cream|baking' },
    ],
  },
  {
    query: 'mayonaise',
    kind: 'misspelling',
    means: 'mayonnaise',
    rules: [
      { grade: 3, name: ['mayonnaise'] },
      { grade: 1, name: ['mayo'], type: 'sauces' },
    ],
  },
  {
    query: 'cofee',
    kind: 'misspelling',
    means: 'coffee to make at home',
    rules: [
      {
        grade: 3,
        name: ['coffee'],
        type: 'coffee',
        not: 'creamer|mug|maker|plunger|filter paper|machine|iced|chocolate',
      },
      {
        grade: 2,
        name: ['espresso|cappuccino|latte|nescafe|capsule'],
        type: 'coffee',
        not: 'creamer|mug|chocolate|iced',
      },
      { grade: 1, name: ['coffee'], not: 'candy|scrub' },
    ],
  },
  {
    query: 'brocoli',
    kind: 'misspelling',
    means: 'broccoli',
    rules: [
      { grade: 3, name: ['broccoli'], type: 'fresh vegetables', not: 'seed|cauliflower|cheese|sauce|soup' },
      { grade: 2, name: ['broccoli'], type: 'fresh|frozen veg' },
      { grade: 1, name: ['broccoli'], not: 'seed' },
    ],
  },
  {
    query: 'spagetti',
    kind: 'misspelling',
    means: 'spaghetti',
    rules: [
      { grade: 3, name: ['spaghetti'], type: 'pasta', not: 'bolognaise|sauce|mate' },
      { grade: 2, name: ['spaghetti'], not: 'canister|spoon|server|sauce mix' },
    ],
  },
  {
    query: 'cinamon',
    kind: 'misspelling',
    means: 'cinnamon, the spice',
    rules: [
      { grade: 3, name: ['cinnamon'], type: 'herbs, spices' },
      { grade: 1, name: ['cinnamon'], type: 'food cupboard|snacks|bakery|baby food|tea' },
    ],
  },
  {
    query: 'deoderant',
    kind: 'misspelling',
    means: 'deodorant',
    rules: [
      { grade: 3, name: ['deodorant|deo'], type: 'deodorants' },
      { grade: 2, name: ['anti-?perspirant|roll-on|body spray'], type: 'deodorants' },
    ],
  },
  {
    query: 'nescaffe',
    kind: 'misspelling',
    means: 'Nescafé',
    rules: [
      { grade: 3, brand: 'nescafe' },
      { grade: 2, name: ['nescafe'] },
    ],
  },
  {
    query: 'cadburry dairy milk',
    kind: 'misspelling',
    means: 'the chocolate',
    rules: [
      { grade: 3, brand: 'cadbury', name: ['dairy milk'] },
      { grade: 1, brand: 'cadbury' },
    ],
  },
  {
    query: 'parmalaat',
    kind: 'misspelling',
    means: 'the dairy brand Parmalat',
    rules: [
      { grade: 3, brand: 'parmalat' },
      { grade: 2, name: ['parmalat'] },
    ],
  },
  {
    query: 'doritoes',
    kind: 'misspelling',
    means: 'Doritos chips',
    rules: [
      { grade: 3, name: ['doritos'], type: 'chips' },
      { grade: 2, name: ['doritos'] },
    ],
  },
  {
    query: 'margerine',
    kind: 'misspelling',
    means: 'margarine',
    rules: [
      { grade: 3, name: ['margarine'], not: 'dish|holder|keeper|saver' },
      { grade: 2, name: ['fat spread|medium fat'], type: 'butter & marg' },
    ],
  },
  {
    query: 'shampo',
    kind: 'misspelling',
    means: 'shampoo for hair',
    rules: [
      { grade: 3, name: ['shampoo'], type: 'hair care' },
      { grade: 2, name: ['shampoo'], type: 'baby toiletries' },
      { grade: 1, name: ['shampoo'] },
    ],
  },
  {
    query: 'tomatoe sauce',
    kind: 'misspelling',
    means: 'bottled tomato sauce',
    rules: [
      {
        grade: 3,
        name: ['tomato sauce|tomato ketchup'],
        not: 'beans|pilchard|spaghetti|in tomato|in rich|hake|flavour|flavoured|chip|fish|sardine|mackerel|&',
      },
      { grade: 1, name: ['tomato', 'sauce'], type: 'sauces' },
    ],
  },
  // Synonyms and other names.
  {
    query: 'mielie meal',
    kind: 'synonym',
    means: 'maize meal',
    rules: [
      { grade: 3, name: ['maize meal'] },
      { grade: 2, name: ['pap|grits'], type: 'maize meal', not: 'chicken' },
    ],
  },
  {
    query: 'amasi',
    kind: 'synonym',
    means: 'sour milk, maas',
    rules: [
      { grade: 3, name: ['maas|amasi|sour milk'] },
      { grade: 1, name: ['buttermilk'], type: 'dairy' },
    ],
  },
  {
    query: 'aubergine',
    kind: 'synonym',
    means: 'brinjal',
    rules: [
      { grade: 3, name: ['brinjal|aubergine|eggplant'], not: 'seed|pickle|dip' },
      { grade: 1, name: ['brinjal|aubergine|eggplant'] },
    ],
  },
  {
    query: 'zucchini',
    kind: 'synonym',
    means: 'baby marrows',
    rules: [
      { grade: 3, name: ['baby marrow|courgette|zucchini'], type: 'fresh veg', not: 'fritter|butternut|&' },
      { grade: 2, name: ['baby marrow|courgette|zucchini'] },
    ],
  },
  {
    query: 'cilantro',
    kind: 'synonym',
    means: 'fresh coriander, dhania',
    rules: [
      {
        grade: 3,
        name: ['dhania|coriander|cilantro'],
        type: 'fresh|herbs',
        not: 'seed|ground|whole|powder|masala|cumin|snapstick|beef',
      },
      { grade: 2, name: ['dhania|coriander'], type: 'herbs|fresh' },
      { grade: 1, name: ['dhania|coriander'], type: 'sauces|soups|deli' },
    ],
  },
  {
    query: 'diapers',
    kind: 'synonym',
    means: 'babies’ nappies',
    rules: [
      { grade: 3, name: ['nappies|diaper|nappy pants'], type: 'nappies', not: 'bag|sack|wipe|bin' },
      {
        grade: 3,
        brand: 'pampers|huggies|cuddlers',
        name: ['pants|size \\d'],
        type: 'nappies',
        not: 'wipe|bag',
      },
      { grade: 1, type: 'nappies & wipes' },
    ],
  },
  {
    query: 'napkins',
    kind: 'synonym',
    means: 'paper napkins, serviettes',
    rules: [{ grade: 3, name: ['napkin|serviette'], not: 'sanitary|holder' }],
  },
  {
    query: 'ground beef',
    kind: 'synonym',
    means: 'beef mince',
    rules: [
      { grade: 3, name: ['beef', 'mince|ground'], type: 'beef, lamb', not: 'pizza|pie|flavoured' },
      { grade: 2, name: ['mince'], type: 'meat, poultry', not: 'pie|flavoured|bacon' },
      { grade: 1, name: ['beef'], type: 'beef, lamb' },
    ],
  },
  {
    query: 'yogurt',
    kind: 'synonym',
    means: 'yoghurt',
    rules: [
      { grade: 3, name: ['yoghurt|yogurt'], type: 'yoghurt', not: 'coated|bar' },
      { grade: 1, name: ['yoghurt|yogurt'], not: 'maker|coated' },
    ],
  },
  {
    query: 'crisps',
    kind: 'synonym',
    means: 'potato chips',
    rules: [
      { grade: 3, name: ['potato (chip|crisp)|crisp'], type: 'chips & savoury', not: 'rice|bar|bread' },
      { grade: 2, name: ['chip'], type: 'chips & savoury', not: 'choc|banana' },
      { grade: 1, type: 'chips & savoury' },
    ],
  },
  {
    query: 'shrimp',
    kind: 'synonym',
    means: 'prawns and shrimps',
    rules: [
      { grade: 3, name: ['shrimp|prawn'], type: 'fish & sea', not: 'cat' },
      { grade: 1, name: ['prawn|shrimp'], not: 'cat' },
    ],
  },
  {
    query: 'candy',
    kind: 'synonym',
    means: 'sweets',
    rules: [
      {
        grade: 3,
        name: ['cand(y|ies)|sweet|gum(my|mies)|jelly bab(y|ies)|toffee|lollipop|chew'],
        type: 'sweets & gum',
        not: 'chewing gum|sugar free gum|harvest|wine|rose',
      },
      { grade: 2, type: 'sweets & gum', not: 'harvest|wine|rose' },
      { grade: 1, name: ['cand(y|ies)'], type: 'snacks' },
    ],
  },
  {
    query: 'baking soda',
    kind: 'synonym',
    means: 'bicarbonate of soda',
    rules: [
      { grade: 3, name: ['bicarbonate of soda|baking soda|bicarb'], not: 'toothpaste|deodorant|whitening' },
      { grade: 1, name: ['baking powder'] },
    ],
  },
  {
    query: 'corn flour',
    kind: 'synonym',
    means: 'maize starch to thicken with',
    rules: [
      { grade: 3, name: ['cornflour|corn flour|maizena|corn starch'], not: 'fork|spoon|knife|plate' },
      { grade: 1, name: ['flour'], type: 'flour, sugar' },
    ],
  },
  {
    query: 'washing up liquid',
    kind: 'synonym',
    means: 'dishwashing liquid',
    rules: [
      { grade: 3, name: ['dish ?wash(ing)?', 'liquid'], not: 'tab|tablet|rinse' },
      { grade: 3, name: ['washing up liquid'] },
      { grade: 1, name: ['dish ?wash(ing)?'], not: 'rack|brush' },
    ],
  },
  {
    query: 'tin foil',
    kind: 'synonym',
    means: 'kitchen foil',
    rules: [
      {
        grade: 3,
        name: ['foil'],
        type: 'bags, foil',
        not: 'gift|balloon|car|cool|creative|container|metal|spiderman',
      },
      { grade: 1, name: ['foil (container|tray)|cling wrap|baking paper'] },
    ],
  },
  {
    query: 'toilet rolls',
    kind: 'synonym',
    means: 'toilet paper',
    rules: [
      { grade: 3, name: ['toilet (paper|tissue|roll)'], not: 'moist|holder|brush' },
      { grade: 1, name: ['toilet tissue|kitchen towel|roller towel'] },
    ],
  },
  {
    query: 'garbanzo beans',
    kind: 'synonym',
    means: 'chickpeas',
    rules: [
      { grade: 3, name: ['chick ?pea'], type: 'canned|beans, lentils', not: 'soup|ball|chip|puff' },
      { grade: 1, name: ['bean|lentil'], type: 'beans, lentils|canned', not: 'candy|chip' },
      { grade: 1, name: ['chick ?pea|hummus'] },
    ],
  },
  // Several words.
  {
    query: 'salt and vinegar chips',
    kind: 'several words',
    means: 'chips of this flavour',
    rules: [
      { grade: 3, name: ['salt (&|and) vinegar', 'chip|crisp|pringles'] },
      { grade: 2, name: ['salt (&|and) vinegar'] },
      { grade: 1, name: ['chip'], type: 'chips & savoury' },
    ],
  },
  {
    query: 'peanut butter',
    kind: 'several words',
    means: 'peanut butter to spread',
    rules: [
      {
        grade: 3,
        name: ['peanut butter'],
        not: 'bar|rusk|biscuit|bites|nougat|dog|flavoured|mallow|ice cream|puff|cookie|smoothie|cup|chips|pretzel|beeno|marltons|bag of bones|crackers|protein|choc',
        type: 'jams',
      },
      { grade: 1, name: ['peanut butter'], not: 'dog|beeno|marltons|bag of bones' },
    ],
  },
  {
    query: 'gluten free pasta',
    kind: 'several words',
    means: 'pasta without gluten',
    rules: [
      { grade: 3, name: ['gluten-? ?free'], type: 'pasta' },
      { grade: 1, name: ['gluten-? ?free'], type: 'food cupboard|bakery|snacks' },
      { grade: 1, type: 'pasta', name: ['pasta|spaghetti|penne|macaroni|lasagne|fusilli'] },
    ],
  },
  {
    query: 'two minute noodles',
    kind: 'several words',
    means: 'instant noodles',
    rules: [
      { grade: 3, name: ['(2|two)[ -]minute', 'noodle'] },
      { grade: 3, name: ['instant noodle|noodle'], brand: 'maggi|kelloggs|kellogs|indomie' },
      { grade: 2, name: ['noodle'], type: 'pasta' },
    ],
  },
  {
    query: 'condensed milk',
    kind: 'several words',
    means: 'sweetened condensed milk',
    rules: [
      {
        grade: 3,
        name: ['condensed milk'],
        not: 'flavour|flavoured|biscuit|rusk|yoghurt|fudge|popcorn|cookie|creamer',
      },
      { grade: 1, name: ['evaporated milk|condensed milk|caramel treat|dessert creamer'] },
    ],
  },
  {
    query: 'cream cheese',
    kind: 'several words',
    means: 'cream cheese',
    rules: [
      {
        grade: 3,
        name: ['cream(ed)? cheese'],
        type: 'cheese',
        not: 'cake|pizza|pretzel|steaklet|full cream cheese',
      },
      { grade: 2, name: ['cream cheese'], not: 'cake|chip|flavoured' },
      { grade: 1, name: ['cottage cheese|cheese spread'] },
    ],
  },
  {
    query: 'baby wipes',
    kind: 'several words',
    means: 'wipes for babies',
    rules: [
      { grade: 3, name: ['baby', 'wipes'] },
      { grade: 3, name: ['wipes'], brand: 'huggies|pampers|johnsons|cuddlers|cherubs' },
      { grade: 1, name: ['wet wipes|wipes'], type: 'nappies|baby' },
    ],
  },
  {
    query: 'orange juice',
    kind: 'several words',
    means: 'juice of oranges',
    rules: [
      {
        grade: 3,
        name: ['orange'],
        type: 'juice',
        not: 'mango|carrot|naartjie|pineapple|passion|nectar|dairy|drink|blend|squash|concentrate|peach|guava|granadilla|apple|grape|tropika',
      },
      { grade: 2, name: ['orange', 'juice|nectar|fruit drink|juice blend|fruit juice'], type: 'beverages' },
      { grade: 1, type: 'juice', name: ['juice'] },
      { grade: 1, name: ['orange'], type: 'juice|cordial' },
    ],
  },
  {
    query: 'rooibos tea',
    kind: 'several words',
    means: 'rooibos to brew',
    rules: [
      {
        grade: 3,
        name: ['rooibos'],
        type: 'tea',
        not: 'ice|iced|chai latte|cappuccino|flavoured|flavored|kombucha|sparkling',
      },
      { grade: 2, name: ['rooibos'], type: 'tea' },
      { grade: 1, name: ['rooibos'], type: 'beverages' },
    ],
  },
  {
    query: 'fabric softener',
    kind: 'several words',
    means: 'fabric softener',
    rules: [
      { grade: 3, name: ['(fabric|laundry) (softener|conditioner)|softener'], type: 'laundry' },
      { grade: 3, brand: 'sta-soft' },
      { grade: 1, brand: 'comfort', not: 'sock' },
    ],
  },
  {
    query: 'dark chocolate',
    kind: 'several words',
    means: 'a slab of dark chocolate',
    rules: [
      { grade: 3, name: ['dark', 'chocolate'], type: 'sweets > chocolate', not: 'biscuit|bar mix|milk' },
      { grade: 2, name: ['dark', 'choc(olate)?'], type: 'snacks|chocolate' },
      { grade: 1, name: ['chocolate'], type: 'sweets > chocolate' },
    ],
  },
  {
    query: 'sweet chilli sauce',
    kind: 'several words',
    means: 'the sauce',
    rules: [
      { grade: 3, name: ['sweet', 'chilli', 'sauce'], type: 'sauces', not: 'mayo|chip|tuna' },
      { grade: 2, name: ['chilli', 'sauce'], type: 'sauces' },
      { grade: 1, name: ['sweet chilli'], not: 'chips|flavoured|cracker' },
    ],
  },
  {
    query: 'frozen vegetables',
    kind: 'several words',
    means: 'vegetables from the freezer',
    rules: [
      {
        grade: 3,
        name: [
          'mixed veg(etable)?|stir fry|vegetable|veggie|peas|corn|bean|broccoli|cauliflower|carrot|spinach|butternut',
        ],
        type: 'frozen veg',
        not: 'chip|fries|wedge|hash|berr',
      },
      { grade: 1, type: 'frozen veg' },
    ],
  },
  {
    query: 'chicken stock cubes',
    kind: 'several words',
    means: 'cubes for chicken stock',
    rules: [
      { grade: 3, name: ['chicken', 'stock', 'cube|pot|tablet'], type: 'soups|herbs' },
      { grade: 3, name: ['chicken', 'cube'], type: 'soups', not: 'cat|dog' },
      { grade: 2, name: ['chicken', 'stock|bouillon'], not: 'dog|cat' },
      { grade: 2, name: ['stock', 'cube'] },
      { grade: 1, name: ['stock'], type: 'soups' },
    ],
  },
  {
    query: 'tuna in water',
    kind: 'several words',
    means: 'tinned tuna in water or brine',
    rules: [
      { grade: 3, name: ['tuna', 'in( salt(ed)?| spring)? water|in brine'], not: 'cat' },
      { grade: 2, name: ['tuna'], type: 'canned', not: 'cat|mayo' },
      { grade: 1, name: ['tuna'], type: 'food cupboard|fish', not: 'cat' },
    ],
  },
  {
    query: 'brown bread',
    kind: 'several words',
    means: 'a brown loaf',
    rules: [
      { grade: 3, name: ['brown', 'bread|loaf'], type: 'bread', not: 'flour|roll|wrap' },
      { grade: 2, name: ['(whole ?wheat|seed|rye|best of both|multigrain)', 'bread|loaf'], type: 'bread' },
      { grade: 1, name: ['bread|loaf'], type: 'bread', not: 'flour|crumb|board' },
      { grade: 1, name: ['brown', 'bread', 'flour'] },
    ],
  },
  {
    query: 'cat litter',
    kind: 'several words',
    means: 'litter for a cat',
    rules: [
      { grade: 3, name: ['litter'], not: 'scoop|tray|box|bag' },
      { grade: 2, name: ['litter'], type: 'cat|pets' },
    ],
  },
  {
    query: 'charcoal briquettes',
    kind: 'several words',
    means: 'something to braai on',
    rules: [
      { grade: 3, name: ['briquette'], not: 'dishwasher' },
      { grade: 2, name: ['charcoal'], type: 'garden', not: 'mask|bath|stellar' },
      { grade: 1, name: ['braai wood|firelighter|fire ?wood'] },
    ],
  },
  {
    query: 'aa batteries',
    kind: 'several words',
    means: 'batteries of size AA',
    rules: [
      { grade: 3, name: ['aa', 'batter(y|ies)'] },
      { grade: 3, name: ['aa'], type: 'batteries', not: 'torch|light' },
      { grade: 1, name: ['batter(y|ies)'], type: 'batteries' },
    ],
  },
];
