import type { Item, Scene } from '@fynbos/core/pictures/scene.ts';
import type { Subject } from '@fynbos/core/pictures/subject.ts';

/** The pictures at the head of each group of the demo shop: what stands in them, drawn by `draw.ts`. */

/** A product as it is drawn; the kinds begin with its type. */
export const pack = (
  name: string,
  brand: string,
  format: string,
  packsize: string,
  kinds: readonly string[],
  colour = '',
): Subject => ({ name, brand, format, packsize, colour, kinds: [kinds[0] ?? '', ...kinds] });

const food = ['Pantry'];

export const groups: Record<string, { tint: string; packs: Subject[]; strewn: string[] }> = {
  'fresh-fruit-vegetables': {
    tint: '#e3ecd3',
    packs: [
      pack('Washed Potatoes', 'Kaapse Tuin', 'Pocket', '2 kg', ['Vegetables']),
      pack('Strawberries', 'Kaapse Tuin', 'Punnet', '400 g', ['Fruit']),
      pack('Swiss Chard', 'Kaapse Tuin', 'Bunch', '300 g', ['Vegetables']),
      pack('Rosa Tomatoes', 'Kaapse Tuin', 'Punnet', '400 g', ['Vegetables']),
      pack('Lemons', 'Kaapse Tuin', 'Pocket', '1 kg', ['Fruit']),
    ],
    strewn: ['pineapple', 'apple', 'carrot', 'avocado', 'pear', 'broccoli'],
  },
  'dairy-eggs-chilled': {
    tint: '#dde8f2',
    packs: [
      pack('Double Cream Yoghurt', 'Springvale Dairy', 'Tub', '1 kg', ['Dairy']),
      pack('Fresh Full Cream Milk', 'Springvale Dairy', 'Bottle', '2 L', ['Dairy']),
      pack('Free-Range Eggs', 'Overvaal Farms', 'Tray', '6 pack', ['Eggs']),
      pack('Maas', 'Springvale Dairy', 'Carton', '1 L', ['Dairy']),
      pack('Gouda', 'Springvale Dairy', 'Block', '400 g', ['Dairy']),
    ],
    strewn: ['egg', 'cheese', 'cow', 'butter', 'egg', 'cheese'],
  },
  bakery: {
    tint: '#f3e3c8',
    packs: [
      pack('Buttermilk Rusks', 'Tannie Bets', 'Box', '500 g', ['Rusks']),
      pack('White Bread', 'Bakkershuis', 'Loaf', '700 g', ['Bread']),
      pack('Brown Bread', 'Bakkershuis', 'Loaf', '700 g', ['Bread']),
      pack('Wraps', 'Bakkershuis', 'Pack', '6 pack', ['Wraps']),
      pack('Ginger Biscuits', 'Tannie Bets', 'Box', '200 g', ['Biscuits']),
    ],
    strewn: ['croissant', 'rusk', 'bread', 'biscuit', 'grain', 'cake'],
  },
  'meat-fish': {
    tint: '#f1dccb',
    packs: [
      pack('Beef Biltong', 'Langeberg Slaghuis', 'Bag', '250 g', ['Biltong']),
      pack('Boerewors', 'Langeberg Slaghuis', 'Tray', '1 kg', ['Meat']),
      pack('Braai Sauce', "Thandeka's Kitchen", 'Bottle', '500 ml', ['Sauces']),
      pack('Chicken Thighs', 'Langeberg Slaghuis', 'Tray', '900 g', ['Poultry']),
      pack('Pilchards in Tomato', 'Weskus Vangs', 'Tin', '400 g', ['Tinned fish']),
    ],
    strewn: ['fish', 'sausage', 'chilli', 'prawn', 'meat', 'herb'],
  },
  frozen: {
    tint: '#dbe9f3',
    packs: [
      pack('Sweetcorn', 'Ysbeer', 'Bag', '1 kg', ['Frozen vegetables']),
      pack('Garden Peas', 'Ysbeer', 'Bag', '1 kg', ['Frozen']),
      pack('Vanilla Ice Cream', 'Ysbeer', 'Tub', '2 L', ['Ice cream']),
      pack('Mixed Berries', 'Ysbeer', 'Bag', '500 g', ['Frozen']),
      pack('Fish Fingers', 'Weskus Vangs', 'Box', '400 g', ['Frozen fish']),
    ],
    strewn: ['snow', 'pea', 'icecream', 'berry', 'snow', 'prawn'],
  },
  pantry: {
    tint: '#f4e6c3',
    packs: [
      pack('Smooth Peanut Butter', 'Tannie Bets', 'Jar', '800 g', food),
      pack('Sunflower Oil', 'Mamello', 'Bottle', '2 L', food),
      pack('Super Maize Meal', 'Mamello', 'Bag', '2.5 kg', food),
      pack('Chopped Tomatoes', 'Mamello', 'Tin', '410 g', food),
      pack('Spaghetti', 'Mamello', 'Bag', '500 g', food),
    ],
    strewn: ['maize', 'bean', 'chilli', 'rice', 'garlic', 'olive'],
  },
  breakfast: {
    tint: '#fae4c4',
    packs: [
      pack('Honey', 'Tannie Bets', 'Jar', '500 g', food),
      pack('Corn Flakes', 'Goeiemore', 'Box', '500 g', food),
      pack('Rolled Oats', 'Goeiemore', 'Bag', '1 kg', food),
      pack('Berry Granola', 'Goeiemore', 'Box', '400 g', food),
      pack('Rooibos', 'Rooikrans', 'Box', '80 bags', food),
    ],
    strewn: ['banana', 'egg', 'cup', 'strawberry', 'grain', 'orange'],
  },
  'snacks-sweets': {
    tint: '#f7dcdc',
    packs: [
      pack('Salted Almonds', 'Karoo Kraal', 'Bag', '200 g', ['Snacks']),
      pack('Chilli Crisps', 'Knapsak', 'Bag', '120 g', ['Chips']),
      pack('Caramel Popcorn', 'Knapsak', 'Bag', '100 g', ['Snacks']),
      pack('Fruit Gums', 'Soetdoring', 'Bag', '125 g', ['Sweets']),
      pack('Dark Chocolate', 'Soetdoring', 'Bar', '80 g', ['Chocolate']),
    ],
    strewn: ['sweet', 'popcorn', 'crisp', 'chocolate', 'nut', 'biscuit'],
  },
  drinks: {
    tint: '#dcebef',
    packs: [
      pack('Pinotage', 'Kloof Street Cellar', 'Bottle', '750 ml', ['Red wine', 'Wine']),
      pack('Cloudy Apple Juice', 'Kaapse Tuin', 'Carton', '1 L', ['Juice']),
      pack('Naartjie Soda', 'Fizzi', 'Bottle', '2 L', ['Soda']),
      pack('Ginger Beer', 'Fizzi', 'Can', '330 ml', ['Soda']),
      pack('Rooibos', 'Rooikrans', 'Box', '40 bags', ['Tea']),
    ],
    strewn: ['orange', 'cup', 'apple', 'coffee', 'lemon', 'grape'],
  },
  'special-diets': {
    tint: '#e2efdc',
    packs: [
      pack('Almond Flour', 'Banting Bru', 'Bag', '500 g', food),
      pack('Gluten-Free Pasta', 'Sonder', 'Box', '500 g', food),
      pack('Oat Drink', 'Groenblad', 'Carton', '1 L', food),
      pack('Coconut Yoghurt', 'Groenblad', 'Tub', '500 g', food),
      pack('Xylitol', 'Banting Bru', 'Bag', '500 g', food),
    ],
    strewn: ['leaf', 'avocado', 'nut', 'grain', 'bean', 'coconut'],
  },
  'health-products': {
    tint: '#dcece6',
    packs: [
      pack('Whey Chocolate', 'Vuma Sport', 'Powder', '900 g', ['Sports nutrition']),
      pack('Vitamin C 1000 mg', 'Botani', 'Tablets', '90 tablets', ['Supplements']),
      pack('Buchu Drops', 'Botani', 'Bottle', '50 ml', ['Supplements']),
      pack('Daily Probiotic', 'Sana', 'Capsules', '60 capsules', ['Supplements']),
      pack('Omega 3', 'Kusasa', 'Capsules', '90 capsules', ['Supplements']),
    ],
    strewn: ['pill', 'leaf', 'orange', 'ginger', 'aloe', 'heart'],
  },
  'skin-care': {
    tint: '#f6e5da',
    packs: [
      pack('Marula Body Butter', 'Marula & Co', 'Jar', '250 ml', ['Skin care']),
      pack('Aloe Lotion', 'Marula & Co', 'Pump bottle', '400 ml', ['Skin care']),
      pack('Sun Lotion SPF 50', 'Helios', 'Tube', '200 ml', ['Sun care']),
      pack('Face Serum', 'Marula & Co', 'Bottle', '50 ml', ['Skin care']),
      pack('Hand Cream', 'Marula & Co', 'Tube', '75 ml', ['Skin care']),
    ],
    strewn: ['sun', 'aloe', 'nut', 'flower', 'coconut', 'hand'],
  },
  'hair-bath': {
    tint: '#ebe1f2',
    packs: [
      pack('Mint Toothpaste', 'Silwer', 'Tube', '100 ml', ['Oral care']),
      pack('Rooibos Shampoo', 'Imbali', 'Bottle', '350 ml', ['Hair care']),
      pack('Conditioner', 'Imbali', 'Bottle', '350 ml', ['Hair care']),
      pack('Hand Wash', 'Imbali', 'Pump bottle', '400 ml', ['Bath']),
      pack('Aloe Soap', 'Imbali', 'Bar', '120 g', ['Bath']),
    ],
    strewn: ['bubbles', 'comb', 'soap', 'flower', 'tooth', 'wave'],
  },
  'baby-toddler': {
    tint: '#fbe6ea',
    packs: [
      pack('Baby Cereal', 'Dassie', 'Box', '250 g', ['Baby food']),
      pack('Nappies Size 3', 'Piepie', 'Pack', '72 pack', ['Nappies']),
      pack('Baby Wash', 'Piepie', 'Bottle', '400 ml', ['Baby care']),
      pack('Apple Purée', 'Dassie', 'Sachet', '120 g', ['Baby food']),
      pack('Baby Wipes', 'Piepie', 'Pack', '64 pack', ['Nappies']),
    ],
    strewn: ['baby', 'banana', 'nappy', 'bottle', 'pear', 'wool'],
  },
  household: {
    tint: '#dff0ea',
    packs: [
      pack('Washing Powder', 'Skoon', 'Bag', '2 kg', ['Laundry']),
      pack('Surface Cleaner Lemon', 'Blinkhuis', 'Spray', '500 ml', ['Cleaning']),
      pack('Toilet Paper', 'Papierboom', 'Roll', '9 rolls', ['Household paper']),
      pack('Dishwashing Liquid', 'Skoon', 'Bottle', '750 ml', ['Dishwashing']),
      pack('Candles', 'Kersvlam', 'Candle', '6 pack', ['Household candles']),
    ],
    strewn: ['sponge', 'spark', 'plate', 'bubbles', 'bulb', 'battery'],
  },
  'kitchen-home': {
    tint: '#e6e4dd',
    packs: [
      pack('Kettle', 'Veldberg', 'Appliance', 'Each', ['Kettles', 'Small appliances'], 'Cream'),
      pack('Kitchen Blender', 'Veldberg', 'Appliance', 'Each', ['Blenders', 'Appliances'], 'Red'),
      pack('Potjie', 'Potjie & Pan', 'Loose', 'No. 3', ['Cookware']),
      pack('Enamel Mug', 'Umfula', 'Loose', 'Each', ['Kitchenware'], 'Blue'),
      pack('Lunch Box', 'Bewaar', 'Loose', '1 L', ['Kitchen storage'], 'Green'),
    ],
    strewn: ['knife', 'mug', 'herb', 'pot', 'lemon', 'knife'],
  },
  pets: {
    tint: '#f1e2cf',
    packs: [
      pack('Wild Bird Seed', 'Tuinvoël', 'Bag', '2 kg', ['Wild birds']),
      pack('Dog Food Chicken', 'Woef', 'Bag', '8 kg', ['Dog food']),
      pack('Dog Stew', 'Woef', 'Tin', '775 g', ['Dog food']),
      pack('Cat Food Tuna', 'Miaau', 'Bag', '1.5 kg', ['Cat food']),
      pack('Cat Pouch', 'Miaau', 'Sachet', '85 g', ['Cat food']),
    ],
    strewn: ['dog', 'bone', 'cat', 'paw', 'bird', 'fish'],
  },
  garden: {
    tint: '#e1ebd0',
    packs: [
      pack('Tomato Seeds', 'Kweek', 'Sachet', '2 g', ['Garden seeds']),
      pack('Potting Soil', 'Kweek', 'Bag', '20 kg', ['Garden soil']),
      pack('King Protea', 'Kweek', 'Loose', 'Each', ['Garden plants']),
      pack('Compost', 'Kweek', 'Bag', '30 kg', ['Garden compost']),
      pack('Sweet Basil', 'Kweek', 'Loose', 'Each', ['Garden plants']),
    ],
    strewn: ['wateringCan', 'flower', 'trowel', 'seed', 'tomato', 'leaf'],
  },
};

/** Five packs about the middle, so that every cut shows some, and what is in them before them. */
function head({ tint, packs, strewn }: (typeof groups)[string]): Scene {
  const [far, left, middle, right, farRight] = packs as [Subject, Subject, Subject, Subject, Subject];
  const back: Item[] = [
    { thing: far, x: 168, y: 414, scale: 0.6 },
    { thing: farRight, x: 1032, y: 414, scale: 0.6 },
    { thing: left, x: 384, y: 420, scale: 0.68 },
    { thing: right, x: 816, y: 420, scale: 0.68 },
    { thing: middle, x: 600, y: 428, scale: 0.8 },
  ];
  const places = [70, 306, 488, 712, 894, 1130];
  const front = strewn.map((thing, at) => ({ thing, x: places[at]!, y: 452 + (at % 2) * 8, scale: 0.86 }));
  return {
    width: 1200,
    height: 480,
    ground: tint,
    floor: `#${lower(tint)}`,
    horizon: 376,
    backdrop: `<circle cx="600" cy="300" r="330" fill="#fff" fill-opacity=".34"/>`,
    items: [...back, ...front],
  };
}

/** A tint a shade deeper, for what things stand on. */
const lower = (tint: string) =>
  [1, 3, 5]
    .map((at) =>
      Math.round(Number.parseInt(tint.slice(at, at + 2), 16) * 0.93)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('');

/** Every head by the name of its file in the media folder. */
export const heads: Record<string, Scene> = Object.fromEntries(
  Object.entries(groups).map(([slug, group]) => [`heads/${slug}.svg`, head(group)]),
);
