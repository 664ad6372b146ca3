import { darker } from '../drawing/colour.ts';
import { copies, heap, placed } from './arrangement.ts';
import { across, bed, bunch, type Dish, few, many, pair, pyramid, scatter, single } from './dishes.ts';
import * as shape from './produce-shapes.ts';
import { board, bowl, cloth, darkBoard, marble, type Surface, slate } from './surface.ts';

/** Fruit and vegetables as they are served, by words of their names. The first match applies. */

export type Serving = readonly [RegExp, Dish];

const { whole, necked, cut } = shape;
const blue = bowl('#5f86a6');
const white = bowl('#ece6da');
const clay = bowl('#b5643c');
const green = bowl('#6f8f6a');
const halfAt = (half: string, x = 462, y = 408, scale = 1.2) => placed(half, x, y, 10, scale);

const citrus = (colour: string, flesh: string, on: Surface): Dish =>
  pyramid(whole({ colour, top: 'navel' }), { on, front: halfAt(cut(colour, flesh, 'segments')) });
const stoneFruit = (colour: string, blush: string, flesh: string, on: Surface): Dish =>
  pyramid(whole({ colour, blush, top: 'stalk' }), { on, front: halfAt(cut(colour, flesh, 'stone')) });
const apples = (colour: string, blush: string): Dish =>
  pyramid(whole({ colour, blush, top: 'leaf' }), { front: halfAt(cut(colour, '#f7efcf', 'core')) });
const tubers = (colour: string, on: Surface, scale = 0): Dish => {
  const tuber = whole({ colour, width: 50, height: 36 });
  return scale ? many(tuber, scale, on) : pyramid(tuber, { on, flat: true });
};
const onions = (colour: string, rings: string, small = false): Dish => {
  const onion = whole({ colour, top: 'point', height: 42 });
  return small
    ? many(onion, 0.72, clay)
    : pyramid(onion, { on: darkBoard, front: halfAt(cut(colour, rings, 'rings')) });
};
const peppers =
  (...colours: readonly string[]): Dish =>
  () =>
    board(
      colours
        .map((colour, at) =>
          placed(
            shape.sweetPepper(colour),
            300 + (at - (colours.length - 1) / 2) * 150,
            colours.length > 1 && at === 1 ? 340 : 356,
            at * 6 - 6,
            colours.length > 1 ? 1.75 : 2.6,
          ),
        )
        .join(''),
    );
/** Several cut vegetables in one bowl. */
const mixed =
  (on: Surface, under: string, ...items: readonly [string, string, string]): Dish =>
  () => {
    const places = heap({ rows: [4, 5, 6, 5], scale: 0.82, base: 398, turn: 90, gap: [0.8, 0.52] });
    const ids = ['m', 'n', 'o'] as const;
    return on(
      (under && bed(under)) +
        ids
          .map((id, at) =>
            copies(
              items[at]!,
              places.filter((_, place) => place % 3 === at),
              id,
            ),
          )
          .join(''),
    );
  };
const leaves = (on: Surface, colour: string, second = colour): Dish =>
  mixed(on, darker(colour, 0.25), shape.leafShape(colour), shape.leafShape(second), shape.leafShape(colour));
const herbs = (colour: string, narrow = 1): Dish => bunch(shape.sprig(colour, narrow), 5, 2.3, { on: slate });
const long = (item: string, count: number, on: Surface = board): Dish =>
  across(item, count, 3.5, { on }, 250 / (count + 1));

export const producePatterns: readonly Serving[] = [
  [
    /soup mix|roast vegetable|ready-to-roast|vegetable set/,
    mixed(clay, '#a8522c', shape.cube('#e08a35'), whole({ colour: '#9a2b4c' }), shape.cube('#e9d9a8')),
  ],
  [
    /stir.?fry|slaw/,
    mixed(blue, '#9dbb6a', shape.stick('#ee8434'), shape.leafShape('#a9c97a'), shape.stick('#7d3f78')),
  ],
  [
    /greek salad/,
    mixed(
      blue,
      '#6f9a4d',
      whole({ colour: '#d8453b' }),
      shape.cube('#f7f3e6'),
      cut('#3f7d3a', '#d7e8b0', 'plain'),
    ),
  ],
  [/salad kit|mixed leaves|salad/, leaves(white, '#7fb24e', '#9b4a58')],
  [
    /fruit box|fruit (basket|bowl)/,
    () =>
      board(
        placed(shape.bananas, 216, 280, -6, 2.1) +
          copies(whole({ colour: '#c8443c', blush: '#e9b44c', top: 'leaf' }), [
            [330, 300, 4, 1.5],
            [250, 390, -6, 1.4],
          ]) +
          placed(whole({ colour: '#ee8a24', top: 'navel' }), 390, 386, 0, 1.4) +
          placed(necked('#b9c255'), 470, 330, 8, 1.7),
      ),
  ],
  [/granny smith|green apple/, apples('#8fb544', '#b7cf6a')],
  [/golden delicious/, apples('#d9c654', '#e8dc8a')],
  [/pineapple/, single(shape.pineapple, {}, 3)],
  [/apple|appel/, apples('#c8443c', '#e9b44c')],
  [/pear|peer/, pyramid(necked('#b9c255'), { on: cloth, front: halfAt(cut('#b9c255', '#f6f0d4', 'core')) })],
  [/grapefruit|pomelo/, citrus('#e88a5a', '#e2574c', marble)],
  [/naartjie|clementine|mandarin|satsuma/, citrus('#ee8424', '#f59a35', cloth)],
  [/orange(?! sweet)|citrus/, citrus('#ee8a24', '#f7a941', board)],
  [
    /lemon/,
    pyramid(whole({ colour: '#efcb32', width: 50, height: 38, top: 'navel' }), {
      on: marble,
      flat: true,
      front: halfAt(cut('#efcb32', '#f8e27a', 'segments')),
    }),
  ],
  [/\blimes?\b/, citrus('#7fae3f', '#bfd873', marble)],
  [/(white|green).*grapes?\b/, single(shape.grapes('#a9c25a'), { on: slate })],
  [/grapes?\b/, single(shape.grapes('#7b2f52'), { on: slate })],
  [/strawberr|aardbei/, many(shape.strawberry, 0.78, white)],
  [/blueberr/, many(whole({ colour: '#3f4f86', top: 'navel' }), 0.5, white)],
  [/raspberr/, many(shape.raspberry, 0.62, blue)],
  [/blackberr|mulberr/, many(shape.raspberry.replace('#c02f56', '#3b2340'), 0.62, white)],
  [/gooseberr/, many(whole({ colour: '#eaa52e' }), 0.52, green)],
  [/cherr(y|ies)(?! (rad|tom))/, many(whole({ colour: '#a3182c', top: 'stalk' }), 0.58, white)],
  [
    /mango/,
    pair(whole({ colour: '#e8a33a', blush: '#cf5535', width: 42, height: 50 }), {
      front: halfAt(cut('#d9863a', '#f7b63c', 'plain', [48, 34]), 420, 420, 1.3),
    }),
  ],
  [
    /papaya|pawpaw/,
    single(
      necked('#d9a33f'),
      {
        front: placed(
          `<g transform="scale(.8 1)">${cut('#d9a33f', '#f08a45', 'seeds', [44, 54])}</g>`,
          410,
          350,
          16,
          1.8,
        ),
      },
      2.9,
    ),
  ],
  [
    /watermelon/,
    single(
      whole({ colour: '#3f7a3f', blush: '#2a5a30', width: 50 }),
      { front: placed(shape.wedge('#3f7a3f', '#e0454a', '#2b1f1a'), 400, 390, 6, 2.2) },
      2.9,
    ),
  ],
  [
    /spanspek|melon/,
    single(
      whole({ colour: '#d8c08a', blush: '#c2a565' }),
      { front: placed(shape.wedge('#c9b078', '#f2a55e', '#f7dca8'), 404, 392, 6, 2.1) },
      2.8,
    ),
  ],
  [/litchi|lychee/, many(whole({ colour: '#c2485a', blush: '#a83246', top: 'navel' }), 0.74, green)],
  [
    /granadilla|passion/,
    pyramid(whole({ colour: '#5a3358', top: 'navel' }), {
      on: cloth,
      front: halfAt(cut('#5a3358', '#e8a82e', 'seeds')),
    }),
  ],
  [/peach|apricot/, stoneFruit('#f0a548', '#d9603c', '#f7c46a', board)],
  [/nectarine/, stoneFruit('#d9532f', '#b8322c', '#f7cf7a', cloth)],
  [/plum/, stoneFruit('#7a2348', '#4f1a3c', '#e9a23c', slate)],
  [
    /kiwi/,
    pyramid(whole({ colour: '#8a6a42', width: 48, height: 40 }), {
      on: marble,
      front: halfAt(cut('#8a6a42', '#8fbf3f', 'seeds')),
    }),
  ],
  [
    /guava/,
    pyramid(whole({ colour: '#c9cf6a', top: 'navel' }), {
      front: halfAt(cut('#c9cf6a', '#ee8a80', 'seeds')),
    }),
  ],
  [/banana|piesang/, single(shape.bananas, {}, 3)],
  [
    /\bavo|avocado/,
    few(necked('#4f6b33', 'none'), {
      on: slate,
      front: halfAt(cut('#4f6b33', '#dfe08a', 'stone', [38, 48])),
    }),
  ],
  [/\bfigs?\b/, few(necked('#5b3a5e'), { on: cloth, front: halfAt(cut('#5b3a5e', '#c9545a', 'seeds')) })],
  [
    /carrot stick|snack ?pack/,
    mixed(white, '#c9681f', shape.stick('#ee8434'), shape.pod, shape.stick('#f09a4a')),
  ],
  [/carrot/, across(shape.carrot, 5, 3, {}, 44)],
  [/pepper.*red|red pepper/, peppers('#cf3a30')],
  [/pepper.*yellow|yellow pepper/, peppers('#efbd32')],
  [/pepper.*green|green pepper/, peppers('#4f8a3f')],
  [/\b(sweet|bell) pepper|\bpeppers\b/, peppers('#efbd32', '#cf3a30', '#4f8a3f')],
  [/broccoli/, single(shape.florets('#4c8a45', '#9fc07a'), { on: darkBoard })],
  [/cauliflower rice/, many(whole({ colour: '#f5efdd', width: 40, height: 34 }), 0.4, blue)],
  [
    /cauliflower/,
    single(
      shape.florets(
        '#f4ead2',
        '#cfe0a8',
        '<path d="M-40 44C-60 14-50-14-40-16-30 8-20 24-4 44zM40 44C60 14 50-14 40-16 30 8 20 24 4 44z" fill="#7ba05b"/>',
      ),
      { on: slate },
    ),
  ],
  [/noodle|zoodle/, many(shape.stick('#86ad52'), 0.9, white, '#6b9140')],
  [/marrow|courgette|zucchini/, long(shape.marrow, 5)],
  [/green beans|runner beans|\bbeans\b/, long(shape.pod, 9, cloth)],
  [/cabbage|brussels/, single(shape.leafHead('#6f9a4d', '#b5d488'), { on: darkBoard })],
  [/iceberg/, single(shape.leafHead('#8fc05e', '#cfe6a4'))],
  [/cos\b|romaine/, pair(shape.leafHead('#5d9a48', '#c5df8f'), { on: slate })],
  [/lettuce/, single(shape.leafHead('#6fae4a', '#a9d070'), { on: marble })],
  [
    /cucumber|komkommer/,
    across(
      shape.cucumber,
      2,
      4,
      {
        front: copies(
          cut('#3f7d3a', '#d9ebb5', 'seeds', [40, 40]),
          [
            [250, 436, 0, 0.72],
            [316, 440, 8, 0.72],
            [382, 438, -6, 0.72],
          ],
          'n',
        ),
      },
      70,
    ),
  ],
  [/(brown|portabell).*mushroom|portabell/, scatter(shape.mushroom('#9c7450'), 1.25, { on: darkBoard })],
  [/mushroom|sampioen/, scatter(shape.mushroom('#efe6d6'), 1.1, { on: slate })],
  [
    /brinjal|aubergine|eggplant/,
    pair(necked('#4a2a58'), { front: halfAt(cut('#4a2a58', '#f1ead0', 'seeds'), 470, 420, 1) }),
  ],
  [/corn|mielie|cob/, long(shape.cob, 4, cloth)],
  [
    /beet/,
    few(whole({ colour: '#8a2346', top: 'tuft' }), {
      on: slate,
      front: halfAt(cut('#8a2346', '#a8264e', 'rings')),
    }),
  ],
  [
    /rosa|cherry tomato|baby tomato|cocktail tomato/,
    many(whole({ colour: '#d8372f', width: 38, top: 'star' }), 0.7, white),
  ],
  [
    /tomato|tamatie/,
    pyramid(whole({ colour: '#d8453b', top: 'star' }), {
      front: halfAt(cut('#d8453b', '#e8695a', 'segments')),
    }),
  ],
  [/sugar ?snap|mange|\bpeas?\b/, many(shape.pod, 0.95, white, '#4f8433')],
  [/kale/, leaves(clay, '#3f7346', '#568a50')],
  [/baby spinach/, leaves(white, '#4c8f42')],
  [
    /creamed spinach/,
    mixed(
      white,
      '#cfd8a8',
      shape.leafShape('#6f9a5a'),
      whole({ colour: '#f4ecd2', width: 44, height: 34 }),
      whole({ colour: '#dfe3bd', width: 44, height: 34 }),
    ),
  ],
  [/asparagus/, bunch(shape.asparagus, 9, 3.1)],
  [/^(?!mixed).*green chilli/, many(shape.chilli('#5f9a3c'), 0.95, white, '#44752c')],
  [
    /chilli/,
    mixed(white, '#8f2a1f', shape.chilli('#cf3027'), shape.chilli('#5f9a3c'), shape.chilli('#cf3027')),
  ],
  [/leek|prei/, long(shape.leek, 3)],
  [/spring onion/, bunch(shape.leek, 5, 2.7, { on: slate })],
  [/celery/, bunch(shape.celery, 5, 2.5)],
  [
    /pumpkin|pampoen/,
    single(
      whole({ colour: '#d9722a', blush: '#e89a4a', width: 50, height: 40, top: 'stalk' }),
      { on: darkBoard, front: placed(shape.wedge('#8a9a6a', '#f0932e', '#f7dca8'), 404, 394, 4, 2.1) },
      2.9,
    ),
  ],
  [/diced butternut|butternut cubes/, many(shape.cube('#ef9a3e'), 0.85, blue)],
  [/butternut/, pair(necked('#e3b06a', 'stalk'), { front: halfAt(cut('#e3b06a', '#f09a3e', 'seeds')) })],
  [
    /gem squash|squash/,
    pyramid(whole({ colour: '#35583a', blush: '#4d7a48', top: 'stalk' }), {
      front: halfAt(cut('#35583a', '#f0c65e', 'seeds')),
    }),
  ],
  [
    /ginger|turmeric|gemmer/,
    pyramid(whole({ colour: '#cfa66a', width: 50, height: 27 }), { on: slate, flat: true }),
  ],
  [/sprout/, many(shape.asparagus, 0.6, green, '#b9c98a')],
  [/watercress|rocket|micro/, leaves(blue, '#4f8a3f', '#6fa84e')],
  [/mixed herb|coriander|dhania/, herbs('#5fa04e')],
  [/parsley|pietersielie/, herbs('#4a8a3f')],
  [/basil/, bunch(shape.leafShape('#4f9a45'), 5, 2.1, { on: marble })],
  [/\bmint\b/, bunch(shape.leafShape('#4fa070'), 5, 2.1, { on: slate })],
  [/rosemary/, herbs('#5f8a6a', 0.25)],
  [/thyme|oregano|dill/, herbs('#7a9a62', 0.5)],
  [/sage/, herbs('#9ab08a')],
  [/radish/, many(whole({ colour: '#c92f5a', top: 'tuft' }), 0.9, white)],
  [/orange sweet ?potato/, tubers('#c9703f', darkBoard)],
  [/sweet ?potato|patat/, tubers('#d9a07a', board)],
  [/amadumbe|madumbi|yam|cassava/, tubers('#6f4f38', cloth)],
  [/baby potato/, tubers('#dcb878', white, 0.78)],
  [/unwashed/, tubers('#a88052', darkBoard)],
  [/potato|aartappel/, tubers('#d3a866', cloth)],
  [/red onion/, onions('#8a2f56', '#d9a9c0')],
  [/shallot/, onions('#b5714a', '#f3e3d9', true)],
  [/pickling onion/, onions('#e9dfc6', '#f7f2e2', true)],
  [/onion|uie/, onions('#c47f3c', '#f4ecd2')],
  [/peeled garlic|garlic clove/, many(shape.leafShape('#f3ead6'), 0.6, clay)],
  [/garlic|knoffel/, few(whole({ colour: '#f1e9dc', blush: '#d9c3cf', top: 'point' }), { on: slate })],
  [/morogo|chard|spinach|greens|spinasie/, leaves(clay, '#3f7a3a', '#5f9a48')],
];
