import { copies } from './arrangement.ts';
import * as shape from './bake-shapes.ts';
import { across, type Dish, few, pair, pyramid, single, stack, together } from './dishes.ts';
import { crumbs, wheat } from './garnish.ts';
import type { Serving } from './served-produce.ts';
import { board, cloth, darkBoard, marble, paper, type Surface, slate } from './surface.ts';

/** Bread and cake as they leave the oven, by words of their names. The first match applies. */

const tinLoaf = (crust: string, crumb: string, on: Surface, specks = ''): Dish =>
  together(
    shape.loaf(crust, specks ? 'seeds' : 'none'),
    [268, 318, 0, 3.1],
    shape.breadSlice(crust, crumb, specks),
    [
      [388, 386, 6, 1.5],
      [452, 398, 12, 1.3],
    ],
    { on, front: crumbs },
  );
const rolls = (item: string, on: Surface): Dish => pyramid(item, { on, front: wheat });
const flat = (dough: string, count: number, on: Surface): Dish =>
  stack(shape.flatbread(dough), count, { on });

export const bakePatterns: readonly Serving[] = [
  [/milk tart|melktert/, single(shape.tart('#cf9a58', '#f6e3b0', '#9c5a2e'), { on: cloth }, 3.5, 36)],
  [/hertzog/, few(shape.tart('#d3a05c', '#f1dfb8', '#c9455c'), { on: marble, flat: true })],
  [/tart\b|quiche/, single(shape.tart('#cf9a58', '#e9b45a', '#a83a2e'), {}, 3.5, 36)],
  [/koeksister/, pyramid(shape.plait, { on: marble, flat: true })],
  [/koesister|doughnut|donut|vetkoek/, pyramid(shape.bun('#a8622c', 'flour'), { on: cloth })],
  [/malva/, pair(shape.square('#b5672c', '#c97a35', '#8a4a1e'), { on: slate })],
  [/brownie/, few(shape.square('#4a2a1a', '#5f3822', '#8a5a3a'), { on: paper })],
  [/ystervark|lamington/, few(shape.square('#5a3220', '#6b4028', '#fdf8ec'), { on: marble })],
  [/choc.*cake/, single(shape.cakeWedge('#5a3220', '#3b2014'), { on: marble }, 3.4)],
  [/carrot cake/, single(shape.cakeWedge('#c07f3f', '#fbf3e2'), { on: cloth }, 3.4)],
  [/cake(?!s? flour)|sponge cake/, single(shape.cakeWedge('#efcf8e', '#f7d9dc'), { on: marble }, 3.4)],
  [/blueberry muffin/, few(shape.muffin('#dba35a', '#4a3f7a'), { on: marble })],
  [/muffin|cupcake/, few(shape.muffin('#b07a40', '#7a4a24'), { on: board })],
  [/scone/, rolls(shape.bun('#e3b566', 'flour'), cloth)],
  [/rooster|dough ball/, rolls(shape.bun('#e9d3a4', 'flour'), darkBoard)],
  [/croissant/, few(shape.plait, { on: cloth, flat: true })],
  [/naan/, flat('#ecd2a0', 3, slate)],
  [/roti/, flat('#e6c78e', 5, darkBoard)],
  [
    /mini.*pita/,
    pyramid(`<g transform="scale(.52)">${shape.flatbread('#c99a5c')}</g>`, { on: board, flat: true }),
  ],
  [/pita/, flat('#efdab0', 4, board)],
  [/spinach wrap/, flat('#b5c07a', 5, marble)],
  [/(whole|brown|sorghum).*wrap/, flat('#cfa76c', 5, cloth)],
  [/wraps?\b|tortilla/, flat('#f0dfba', 6, board)],
  [
    /hot ?dog/,
    () =>
      board(
        copies(shape.longLoaf('#d99f55', 62), [
          [250, 300, -3, 2.2],
          [350, 352, 3, 2.2],
          [260, 410, -2, 2.2],
        ]) + crumbs,
      ),
  ],
  [/portuguese/, rolls(shape.bun('#dfae68', 'flour', shape.crease), paper)],
  [/brioche|burger bun|seed.*(roll|bun)/, rolls(shape.bun('#b5702f', 'seeds'), slate)],
  [/gluten.*roll|brown roll/, rolls(shape.bun('#c08a4c', 'seeds'), marble)],
  [/rolls?\b|\bbuns?\b|bagel|broodjie/, rolls(shape.bun('#e0ad64'), cloth)],
  [
    /baguette|french loaf/,
    across(
      `<g transform="rotate(90)">${shape.longLoaf('#d39a50', 96, 'flour')}</g>`,
      2,
      2.4,
      { on: paper, front: wheat },
      90,
    ),
  ],
  [
    /ciabatta/,
    across(
      `<g transform="rotate(90)">${shape.longLoaf('#dcb278', 74, 'flour')}</g>`,
      2,
      2.8,
      { front: crumbs },
      96,
    ),
  ],
  [/sourdough/, single(shape.loaf('#a8652c', 'flour'), { front: wheat }, 3.5, 38)],
  [/\brye\b/, tinLoaf('#5f3a22', '#8a5f3a', darkBoard)],
  [/raisin/, tinLoaf('#9c5f2c', '#f1dfb8', cloth, '#5a2f38')],
  [/banana/, tinLoaf('#8a5a2c', '#e3bd78', marble, '#5a3a24')],
  [/seed|low gi|almond|keto|low carb/, tinLoaf('#8a5a34', '#d3b07c', slate, '#6b4a2a')],
  [/brown|wheat|wholegrain/, tinLoaf('#a8672f', '#dbb980', board)],
  [/\bbread|loaf|brood|isinkwa/, tinLoaf('#c98a42', '#f6e8c8', board)],
];
