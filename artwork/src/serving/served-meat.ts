import { copies, type Place, placed } from './arrangement.ts';
import { across, type Dish, few, many, pair, pyramid, shingled, single } from './dishes.ts';
import { lemonAt, parsleyAt, peppercorns, rosemaryAt } from './garnish.ts';
import * as shape from './meat-shapes.ts';
import type { Serving } from './served-produce.ts';
import { board, bowl, darkBoard, ice, marble, paper, type Surface, slate } from './surface.ts';

/** Meat and fish on a board, slate, paper or ice, by words of their names. The first match applies. */

const seasoning = rosemaryAt(470, 424) + peppercorns;

/** Two or three thick cuts that lean on each other. */
const cuts = (item: string, on: Surface, count = 2): Dish => {
  const places: Place[] = [
    [216, 366, -8, 2],
    [392, 396, 6, 2],
    [318, 320, -2, 1.8],
  ];
  return () =>
    on(copies(item, count > 2 ? [places[2]!, ...places.slice(0, 2)] : places.slice(0, 2)) + seasoning);
};
const links =
  (item: string, count: number, on: Surface, scale = 2.6): Dish =>
  () =>
    on(
      copies(
        item,
        Array.from(
          { length: count },
          (_, at): Place => [
            296 + (at % 2) * 16,
            414 - (count - 1 - at) * (170 / count),
            at % 2 ? 5 : -4,
            scale,
          ],
        ),
      ) + seasoning,
    );
const onIce =
  (item: string, count: number, scale: number): Dish =>
  () =>
    ice(
      copies(
        item,
        Array.from(
          { length: count },
          (_, at): Place => [
            270 + (at % 2) * 56,
            424 - (count - 1 - at) * (130 / count),
            at % 2 ? 6 : -8,
            scale,
          ],
        ),
      ) + lemonAt(478, 424),
    );
const cold = (rim: string, flesh: string, flecks: string, on: Surface = marble): Dish =>
  shingled(shape.coldCut(rim, flesh, flecks), 5, 2.8, { on, front: parsleyAt(484, 440) });

const beef = '#a32f30';
const lamb = '#b8484a';
const pork = '#dc8f88';
const poultry = '#efc3a4';

export const meatPatterns: readonly Serving[] = [
  [
    /lunch box|braai box|hamper/,
    () =>
      board(
        placed(shape.coil('#9c4632'), 214, 374, 0, 2.2) +
          placed(shape.steak(beef), 420, 350, 0, 1.7) +
          placed(shape.drumstick('#c98a42'), 380, 430, 0, 1.3) +
          seasoning,
      ),
  ],
  [/biltong|dro[eë]wors|jerky|chilli bites/, many(shape.steak('#6b2a22'), 0.8, bowl('#8a6a4a'))],
  [
    /fish cake|frikkadel|patt(y|ies)|burger/,
    few(shape.patty('#c98a42'), { on: slate, flat: true, front: lemonAt(470, 426) }),
  ],
  [/chicken.*sausage|chicken vienna/, links(shape.link('#d99a72'), 5, board)],
  [/vienna|frankfurter/, links(shape.link('#cf7058'), 5, marble)],
  [/russian|cabanossi/, links(shape.link('#8c3326'), 4, darkBoard)],
  [/chorizo/, links(shape.link('#a8301f'), 3, darkBoard)],
  [/chipolata/, links(shape.link('#c97f66'), 6, board)],
  [/banger|pork sausage|griller|sausage/, links(shape.link('#c4745a'), 4, slate)],
  [/springbok|venison|game.*wors/, single(shape.coil('#6f2f28'), { on: slate, front: seasoning }, 3.4, 40)],
  [/boerewors|wors\b|braaiwors/, single(shape.coil('#9c4632'), { front: seasoning }, 3.4, 40)],
  [/mince|maalvleis/, single(shape.mince('#b8413c'), { on: paper, front: seasoning }, 3)],
  [/oxtail/, cuts(shape.boneSlice('#8f2a2a'), slate, 3)],
  [/shin|soup bones/, cuts(shape.boneSlice(beef), darkBoard)],
  [/neck|bredie|stewing|knuckle/, cuts(shape.boneSlice(lamb), paper, 3)],
  [/medallion|ostrich/, cuts(shape.steak('#7d1f2b'), slate, 3)],
  [/rump/, cuts(shape.steak('#96282c'), darkBoard)],
  [
    /sosatie|kebab|skewer/,
    () =>
      board(
        copies(shape.skewer(lamb), [
          [300, 316, -4, 3],
          [300, 366, 2, 3],
          [300, 418, -2, 3],
        ]) + peppercorns,
      ),
  ],
  [
    /leg of|gammon|roast\b(?! turkey)|shoulder/,
    single(shape.drumstick('#b0524a'), { on: darkBoard, front: seasoning }, 3.6, 34),
  ],
  [/pork.*chop|chop.*pork/, cuts(shape.chop(pork), slate)],
  [/chop|cutlet/, cuts(shape.chop(lamb), board, 3)],
  [/ribs?\b/, single(shape.rack('#a3482f'), { on: paper, front: seasoning }, 3.4, 34)],
  [
    /breast fillet|chicken (breast|fillet)/,
    () =>
      slate(
        copies(shape.fillet(poultry), [
          [260, 326, -6, 2.5],
          [320, 392, 4, 2.6],
        ]) + seasoning,
      ),
  ],
  [/livers?\b/, many(shape.lobe('#7a2f2c'), 0.95, bowl('#e6dfd2'))],
  [/flattie|spatchcock/, single(shape.bird('#d97f45'), { on: paper, front: lemonAt(476, 428) }, 3.1)],
  [
    /thigh|drumstick|wings?\b|braai pack|portions.*chicken|chicken portions/,
    few(shape.drumstick('#e3ab72'), { flat: true, front: seasoning }),
  ],
  [/whole chicken|chicken$|turkey$|duck/, single(shape.bird('#e2b27c'), { front: seasoning }, 3.1)],
  [/streaky/, across(`<g transform="rotate(90)">${shape.rasher('#c05048')}</g>`, 5, 3.1, { on: paper }, 36)],
  [
    /bacon/,
    across(`<g transform="rotate(90)">${shape.rasher('#cf6a62')}</g>`, 4, 3.1, { on: darkBoard }, 44),
  ],
  [/glazed|cooked ham/, cold('#c98a4a', '#e9a79c', '#f7dcd0')],
  [/gypsy/, cold('#7a3f26', '#e39a90', '#f7dcd0')],
  [/\bham\b|gammon/, cold('#f3ddcf', '#e59a94', '#f7dcd0')],
  [/salami|pepperoni/, cold('#e8ded2', '#a8342c', '#f3d9cd', board)],
  [/pastrami/, cold('#2f2723', '#b0524c', '#5a2a26', slate)],
  [/corned beef/, cold('#b8605a', '#c4706a', '#f3d9cd', board)],
  [/turkey|chicken roll|sliced chicken/, cold('#e3c9ac', '#f3e0cb', '#d9bfa2')],
  [/polony/, cold('#c8303c', '#eba39c', '#f3c3bc')],
  [/beef|steak|sirloin|fillet steak|vleis/, cuts(shape.steak(beef), board)],
  [/prawn|shrimp/, pyramid(shape.prawn, { on: ice, flat: true })],
  [/calamari|squid/, pyramid(shape.ring, { on: ice, flat: true })],
  [/mussel|oyster/, pyramid(shape.mussel, { on: ice, flat: true })],
  [/snoek/, single(shape.butterflied, { on: paper, front: lemonAt(480, 426) }, 3.6, 30)],
  [/mackerel/, onIce(shape.fillet('#c9a24e'), 2, 2.7)],
  [/trout|salmon/, onIce(shape.fillet('#ee8a62'), 3, 2.4)],
  [/kingklip/, onIce(shape.fillet('#f6e3d6'), 2, 2.7)],
  [/hake|fillet|cod\b|sole/, onIce(shape.fillet('#f4ece2'), 3, 2.6)],
  [/fish|sardine|vis\b/, onIce(shape.fish, 2, 2.8)],
  [/pork/, pair(shape.chop(pork), { on: slate, front: seasoning })],
  [/lamb|mutton/, pair(shape.chop(lamb), { front: seasoning })],
  [/chicken|hoender|poultry/, few(shape.drumstick('#e3ab72'), { flat: true, front: seasoning })],
];
