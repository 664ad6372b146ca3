import type { Subject } from '../picture-subject.ts';
import type { Item, Scene } from '../scene.ts';

/** The pictures at the head of each category group of the demo shop; `draw-demo-media.ts` draws them. */

/** Creates a product to draw; its type comes first in the kinds. */
export const demoSubject = (
  name: string,
  brand: string,
  format: string,
  packsize: string,
  kinds: readonly string[],
  colour = '',
): Subject => ({ name, brand, format, packsize, colour, kinds: [kinds[0] ?? '', ...kinds] });

const food = ['Pantry'];

export const groups: Record<string, { tint: string; subjects: Subject[]; strewn: string[] }> = {
  'fresh-fruit-vegetables': {
    tint: '#e3ecd3',
    subjects: [
      demoSubject('Washed Potatoes', 'Kaapse Tuin', 'Pocket', '2 kg', ['Vegetables']),
      demoSubject('Strawberries', 'Kaapse Tuin', 'Punnet', '400 g', ['Fruit']),
      demoSubject('Swiss Chard', 'Kaapse Tuin', 'Bunch', '300 g', ['Vegetables']),
      demoSubject('Rosa Tomatoes', 'Kaapse Tuin', 'Punnet', '400 g', ['Vegetables']),
      demoSubject('Lemons', 'Kaapse Tuin', 'Pocket', '1 kg', ['Fruit']),
    ],
    strewn: ['pineapple', 'apple', 'carrot', 'avocado', 'pear', 'broccoli'],
  },
  'dairy-eggs-chilled': {
    tint: '#dde8f2',
    subjects: [
      demoSubject('Double Cream Yoghurt', 'Springvale Dairy', 'Tub', '1 kg', ['Dairy']),
      demoSubject('Fresh Full Cream Milk', 'Springvale Dairy', 'Bottle', '2 L', ['Dairy']),
      demoSubject('Free-Range Eggs', 'Overvaal Farms', 'Tray', '6 pack', ['Eggs']),
      demoSubject('Maas', 'Springvale Dairy', 'Carton', '1 L', ['Dairy']),
      demoSubject('Gouda', 'Springvale Dairy', 'Block', '400 g', ['Dairy']),
    ],
    strewn: ['egg', 'cheese', 'cow', 'butter', 'egg', 'cheese'],
  },
  bakery: {
    tint: '#f3e3c8',
    subjects: [
      demoSubject('Buttermilk Rusks', 'Tannie Bets', 'Box', '500 g', ['Rusks']),
      demoSubject('White Bread', 'Bakkershuis', 'Loaf', '700 g', ['Bread']),
      demoSubject('Brown Bread', 'Bakkershuis', 'Loaf', '700 g', ['Bread']),
      demoSubject('Wraps', 'Bakkershuis', 'Pack', '6 pack', ['Wraps']),
      demoSubject('Ginger Biscuits', 'Tannie Bets', 'Box', '200 g', ['Biscuits']),
    ],
    strewn: ['croissant', 'rusk', 'bread', 'biscuit', 'grain', 'cake'],
  },
  'meat-fish': {
    tint: '#f1dccb',
    subjects: [
      demoSubject('Beef Biltong', 'Langeberg Slaghuis', 'Bag', '250 g', ['Biltong']),
      demoSubject('Boerewors', 'Langeberg Slaghuis', 'Tray', '1 kg', ['Meat']),
      demoSubject('Braai Sauce', "Thandeka's Kitchen", 'Bottle', '500 ml', ['Sauces']),
      demoSubject('Chicken Thighs', 'Langeberg Slaghuis', 'Tray', '900 g', ['Poultry']),
      demoSubject('Pilchards in Tomato', 'Weskus Vangs', 'Tin', '400 g', ['Tinned fish']),
    ],
    strewn: ['fish', 'sausage', 'chilli', 'prawn', 'meat', 'herb'],
  },
  frozen: {
    tint: '#dbe9f3',
    subjects: [
      demoSubject('Sweetcorn', 'Ysbeer', 'Bag', '1 kg', ['Frozen vegetables']),
      demoSubject('Garden Peas', 'Ysbeer', 'Bag', '1 kg', ['Frozen']),
      demoSubject('Vanilla Ice Cream', 'Ysbeer', 'Tub', '2 L', ['Ice cream']),
      demoSubject('Mixed Berries', 'Ysbeer', 'Bag', '500 g', ['Frozen']),
      demoSubject('Fish Fingers', 'Weskus Vangs', 'Box', '400 g', ['Frozen fish']),
    ],
    strewn: ['snow', 'pea', 'icecream', 'berry', 'snow', 'prawn'],
  },
  pantry: {
    tint: '#f4e6c3',
    subjects: [
      demoSubject('Smooth Peanut Butter', 'Tannie Bets', 'Jar', '800 g', food),
      demoSubject('Sunflower Oil', 'Mamello', 'Bottle', '2 L', food),
      demoSubject('Super Maize Meal', 'Mamello', 'Bag', '2.5 kg', food),
      demoSubject('Chopped Tomatoes', 'Mamello', 'Tin', '410 g', food),
      demoSubject('Spaghetti', 'Mamello', 'Bag', '500 g', food),
    ],
    strewn: ['maize', 'bean', 'chilli', 'rice', 'garlic', 'olive'],
  },
  breakfast: {
    tint: '#fae4c4',
    subjects: [
      demoSubject('Honey', 'Tannie Bets', 'Jar', '500 g', food),
      demoSubject('Corn Flakes', 'Goeiemore', 'Box', '500 g', food),
      demoSubject('Rolled Oats', 'Goeiemore', 'Bag', '1 kg', food),
      demoSubject('Berry Granola', 'Goeiemore', 'Box', '400 g', food),
      demoSubject('Rooibos', 'Rooikrans', 'Box', '80 bags', food),
    ],
    strewn: ['banana', 'egg', 'cup', 'strawberry', 'grain', 'orange'],
  },
  'snacks-sweets': {
    tint: '#f7dcdc',
    subjects: [
      demoSubject('Salted Almonds', 'Karoo Kraal', 'Bag', '200 g', ['Snacks']),
      demoSubject('Chilli Crisps', 'Knapsak', 'Bag', '120 g', ['Chips']),
      demoSubject('Caramel Popcorn', 'Knapsak', 'Bag', '100 g', ['Snacks']),
      demoSubject('Fruit Gums', 'Soetdoring', 'Bag', '125 g', ['Sweets']),
      demoSubject('Dark Chocolate', 'Soetdoring', 'Bar', '80 g', ['Chocolate']),
    ],
    strewn: ['sweet', 'popcorn', 'crisp', 'chocolate', 'nut', 'biscuit'],
  },
  drinks: {
    tint: '#dcebef',
    subjects: [
      demoSubject('Pinotage', 'Kloof Street Cellar', 'Bottle', '750 ml', ['Red wine', 'Wine']),
      demoSubject('Cloudy Apple Juice', 'Kaapse Tuin', 'Carton', '1 L', ['Juice']),
      demoSubject('Naartjie Soda', 'Fizzi', 'Bottle', '2 L', ['Soda']),
      demoSubject('Ginger Beer', 'Fizzi', 'Can', '330 ml', ['Soda']),
      demoSubject('Rooibos', 'Rooikrans', 'Box', '40 bags', ['Tea']),
    ],
    strewn: ['orange', 'cup', 'apple', 'coffee', 'lemon', 'grape'],
  },
  'special-diets': {
    tint: '#e2efdc',
    subjects: [
      demoSubject('Almond Flour', 'Banting Bru', 'Bag', '500 g', food),
      demoSubject('Gluten-Free Pasta', 'Sonder', 'Box', '500 g', food),
      demoSubject('Oat Drink', 'Groenblad', 'Carton', '1 L', food),
      demoSubject('Coconut Yoghurt', 'Groenblad', 'Tub', '500 g', food),
      demoSubject('Xylitol', 'Banting Bru', 'Bag', '500 g', food),
    ],
    strewn: ['leaf', 'avocado', 'nut', 'grain', 'bean', 'coconut'],
  },
  'health-products': {
    tint: '#dcece6',
    subjects: [
      demoSubject('Whey Chocolate', 'Vuma Sport', 'Powder', '900 g', ['Sports nutrition']),
      demoSubject('Vitamin C 1000 mg', 'Botani', 'Tablets', '90 tablets', ['Supplements']),
      demoSubject('Buchu Drops', 'Botani', 'Bottle', '50 ml', ['Supplements']),
      demoSubject('Daily Probiotic', 'Sana', 'Capsules', '60 capsules', ['Supplements']),
      demoSubject('Omega 3', 'Kusasa', 'Capsules', '90 capsules', ['Supplements']),
    ],
    strewn: ['pill', 'leaf', 'orange', 'ginger', 'aloe', 'heart'],
  },
  'skin-care': {
    tint: '#f6e5da',
    subjects: [
      demoSubject('Marula Body Butter', 'Marula & Co', 'Jar', '250 ml', ['Skin care']),
      demoSubject('Aloe Lotion', 'Marula & Co', 'Pump bottle', '400 ml', ['Skin care']),
      demoSubject('Sun Lotion SPF 50', 'Helios', 'Tube', '200 ml', ['Sun care']),
      demoSubject('Face Serum', 'Marula & Co', 'Bottle', '50 ml', ['Skin care']),
      demoSubject('Hand Cream', 'Marula & Co', 'Tube', '75 ml', ['Skin care']),
    ],
    strewn: ['sun', 'aloe', 'nut', 'flower', 'coconut', 'hand'],
  },
  'hair-bath': {
    tint: '#ebe1f2',
    subjects: [
      demoSubject('Mint Toothpaste', 'Silwer', 'Tube', '100 ml', ['Oral care']),
      demoSubject('Rooibos Shampoo', 'Imbali', 'Bottle', '350 ml', ['Hair care']),
      demoSubject('Conditioner', 'Imbali', 'Bottle', '350 ml', ['Hair care']),
      demoSubject('Hand Wash', 'Imbali', 'Pump bottle', '400 ml', ['Bath']),
      demoSubject('Aloe Soap', 'Imbali', 'Bar', '120 g', ['Bath']),
    ],
    strewn: ['bubbles', 'comb', 'soap', 'flower', 'tooth', 'wave'],
  },
  'baby-toddler': {
    tint: '#fbe6ea',
    subjects: [
      demoSubject('Baby Cereal', 'Dassie', 'Box', '250 g', ['Baby food']),
      demoSubject('Nappies Size 3', 'Piepie', 'Pack', '72 pack', ['Nappies']),
      demoSubject('Baby Wash', 'Piepie', 'Bottle', '400 ml', ['Baby care']),
      demoSubject('Apple Purée', 'Dassie', 'Sachet', '120 g', ['Baby food']),
      demoSubject('Baby Wipes', 'Piepie', 'Pack', '64 pack', ['Nappies']),
    ],
    strewn: ['baby', 'banana', 'nappy', 'bottle', 'pear', 'wool'],
  },
  household: {
    tint: '#dff0ea',
    subjects: [
      demoSubject('Washing Powder', 'Skoon', 'Bag', '2 kg', ['Laundry']),
      demoSubject('Surface Cleaner Lemon', 'Blinkhuis', 'Spray', '500 ml', ['Cleaning']),
      demoSubject('Toilet Paper', 'Papierboom', 'Roll', '9 rolls', ['Household paper']),
      demoSubject('Dishwashing Liquid', 'Skoon', 'Bottle', '750 ml', ['Dishwashing']),
      demoSubject('Candles', 'Kersvlam', 'Candle', '6 pack', ['Household candles']),
    ],
    strewn: ['sponge', 'spark', 'plate', 'bubbles', 'bulb', 'battery'],
  },
  'kitchen-home': {
    tint: '#e6e4dd',
    subjects: [
      demoSubject('Kettle', 'Veldberg', 'Appliance', 'Each', ['Kettles', 'Small appliances'], 'Cream'),
      demoSubject('Kitchen Blender', 'Veldberg', 'Appliance', 'Each', ['Blenders', 'Appliances'], 'Red'),
      demoSubject('Potjie', 'Potjie & Pan', 'Loose', 'No. 3', ['Cookware']),
      demoSubject('Enamel Mug', 'Umfula', 'Loose', 'Each', ['Kitchenware'], 'Blue'),
      demoSubject('Lunch Box', 'Bewaar', 'Loose', '1 L', ['Kitchen storage'], 'Green'),
    ],
    strewn: ['knife', 'mug', 'herb', 'pot', 'lemon', 'knife'],
  },
  pets: {
    tint: '#f1e2cf',
    subjects: [
      demoSubject('Wild Bird Seed', 'Tuinvoël', 'Bag', '2 kg', ['Wild birds']),
      demoSubject('Dog Food Chicken', 'Woef', 'Bag', '8 kg', ['Dog food']),
      demoSubject('Dog Stew', 'Woef', 'Tin', '775 g', ['Dog food']),
      demoSubject('Cat Food Tuna', 'Miaau', 'Bag', '1.5 kg', ['Cat food']),
      demoSubject('Cat Pouch', 'Miaau', 'Sachet', '85 g', ['Cat food']),
    ],
    strewn: ['dog', 'bone', 'cat', 'paw', 'bird', 'fish'],
  },
  garden: {
    tint: '#e1ebd0',
    subjects: [
      demoSubject('Tomato Seeds', 'Kweek', 'Sachet', '2 g', ['Garden seeds']),
      demoSubject('Potting Soil', 'Kweek', 'Bag', '20 kg', ['Garden soil']),
      demoSubject('King Protea', 'Kweek', 'Loose', 'Each', ['Garden plants']),
      demoSubject('Compost', 'Kweek', 'Bag', '30 kg', ['Garden compost']),
      demoSubject('Sweet Basil', 'Kweek', 'Loose', 'Each', ['Garden plants']),
    ],
    strewn: ['wateringCan', 'flower', 'trowel', 'seed', 'tomato', 'leaf'],
  },
};

/** Places five products around the centre, so that every crop shows some, with loose contents in front. */
function head({ tint, subjects, strewn }: (typeof groups)[string]): Scene {
  const [far, left, middle, right, farRight] = subjects as [Subject, Subject, Subject, Subject, Subject];
  const back: Item[] = [
    { subject: far, x: 168, y: 414, scale: 0.6 },
    { subject: farRight, x: 1032, y: 414, scale: 0.6 },
    { subject: left, x: 384, y: 420, scale: 0.68 },
    { subject: right, x: 816, y: 420, scale: 0.68 },
    { subject: middle, x: 600, y: 428, scale: 0.8 },
  ];
  const places = [70, 306, 488, 712, 894, 1130];
  const front = strewn.map((subject, at) => ({
    subject,
    x: places[at]!,
    y: 452 + (at % 2) * 8,
    scale: 0.86,
  }));
  return {
    width: 1200,
    height: 480,
    background: tint,
    floor: `#${lower(tint)}`,
    horizon: 376,
    backdrop: `<circle cx="600" cy="300" r="330" fill="#fff" fill-opacity=".34"/>`,
    items: [...back, ...front],
  };
}

/** Returns a darker shade of the tint for the floor. */
const lower = (tint: string) =>
  [1, 3, 5]
    .map((at) =>
      Math.round(Number.parseInt(tint.slice(at, at + 2), 16) * 0.93)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('');

/** Every head by its file name in the media folder. */
export const heads: Record<string, Scene> = Object.fromEntries(
  Object.entries(groups).map(([slug, group]) => [`heads/${slug}.svg`, head(group)]),
);
