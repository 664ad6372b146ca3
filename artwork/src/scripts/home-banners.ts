import type { Subject } from '../picture-subject.ts';
import type { Scene } from '../scene.ts';
import { demoSubject, groups } from './category-heads.ts';

/**
 * The banners of the demo's home page, each in a wide and a narrow version. `draw-demo-media.ts` draws them; their
 * text is part of the page.
 */

const hills = (width: number, y: number, far: string, near: string) =>
  `<path d="M0 ${y - 30}L${width * 0.14} ${y - 74} ${width * 0.24} ${y - 60} ${width * 0.34} ${y - 128}H${width * 0.6}L${width * 0.68} ${y - 70} ${width * 0.8} ${y - 92} ${width} ${y - 36}V${y}H0z" fill="${far}"/>` +
  `<path d="M0 ${y - 18}Q${width * 0.2} ${y - 60} ${width * 0.44} ${y - 20}T${width} ${y - 34}V${y}H0z" fill="${near}"/>`;

const braai = (x: number, y: number, scale: number) =>
  `<g transform="translate(${x} ${y})scale(${scale})"><ellipse cy="4" rx="250" ry="22" fill="url(#s)"/><path d="M-120-150-160 0M120-150 160 0M0-140V-4" stroke="#2b2f33" stroke-width="15"/>` +
  '<path d="M-190-250H190C190-160 110-120 0-120S-190-160-190-250z" fill="#33383d"/><path d="M-190-250H-120C-116-180-80-140-40-122-130-130-190-170-190-250z" fill="#fff" fill-opacity=".1"/>' +
  '<path d="M-150-250C-146-300-120-300-118-340-92-316-86-290-92-270-70-290-60-330-70-370-24-336-14-300-24-262 0-290 6-320 0-350 40-320 50-290 42-262 66-290 74-320 68-348 110-318 120-280 112-250z" fill="#e0662b"/><path d="M-120-250C-116-276-104-280-102-300-86-282-80-270-84-258-60-276-52-300-54-326-24-300-20-276-28-256-6-274 2-296 0-312 24-292 32-274 26-256 50-276 56-296 54-310 82-290 90-270 86-250z" fill="#f7c04a"/>' +
  '<path d="M-204-256H204" stroke="#575d63" stroke-width="12"/></g>';

const stars =
  '<g fill="#f6e7b0">' +
  [
    [120, 60],
    [260, 120],
    [90, 180],
    [1010, 70],
    [1150, 130],
    [1090, 200],
    [560, 50],
    [700, 40],
    [380, 70],
    [870, 110],
  ]
    .map(([x, y], at) => `<circle cx="${x}" cy="${y}" r="${2 + (at % 3)}"/>`)
    .join('') +
  '</g>';

const flame = (x: number, y: number, scale: number) =>
  `<g transform="translate(${x} ${y})scale(${scale})"><path d="M0-30C8-18 10-10 6-2 3 4-3 4-6-2-10-10-8-18 0-30z" fill="#f6b544"/><path d="M0-18C4-11 4-4 0 0-4-4-4-11 0-18z" fill="#fff3c4"/></g>`;

const light = (x: number, y: number, r: number) =>
  `<radialGradient id="g"><stop stop-color="#ffcf70" stop-opacity=".55"/><stop offset="1" stop-color="#ffcf70" stop-opacity="0"/></radialGradient><circle cx="${x}" cy="${y}" r="${r}" fill="url(#g)"/>`;

const charcoal = demoSubject('Charcoal', 'Potjie & Pan', 'Bag', '8 kg', ['Household braai']);
const wors = demoSubject('Boerewors', 'Langeberg Slaghuis', 'Tray', '1 kg', ['Meat']);
const sauce = demoSubject('Peri-Peri Sauce', "Thandeka's Kitchen", 'Bottle', '250 ml', ['Sauces']);
const beer = demoSubject('Ginger Beer', 'Fizzi', 'Can', '330 ml', ['Soda']);
const rolls = demoSubject('Braai Rolls', 'Bakkershuis', 'Loaf', '6 pack', ['Bread']);
const [protein, tablets, drops, probiotic, omega] = groups['health-products']!.subjects as [
  Subject,
  Subject,
  Subject,
  Subject,
  Subject,
];
const candles = demoSubject('Candles', 'Kersvlam', 'Candle', '6 pack', ['Household candles']);
const batteries = demoSubject('Batteries AA', 'Kersvlam', 'Card', '4 pack', ['Household batteries']);
const pilchards = demoSubject('Pilchards in Tomato', 'Weskus Vangs', 'Tin', '400 g', ['Tinned fish']);
const beans = demoSubject('Baked Beans', 'Mamello', 'Tin', '410 g', ['Tinned']);
const crackers = demoSubject('Sea Salt Crackers', 'Knapsak', 'Box', '200 g', ['Crackers']);
const water = demoSubject('Still Water', 'Bergstroom', 'Bottle', '5 L', ['Water']);

const night = { background: '#1f2b45', floor: '#4a3628' };
const dusk = { background: '#f6c58f', floor: '#b9824f' };
const morning = { background: '#d3e8d6', floor: '#f1e6cf' };

const cuts: Record<string, Scene> = {
  braai: {
    ...dusk,
    width: 1280,
    height: 440,
    horizon: 350,
    backdrop: `<circle cx="640" cy="250" r="150" fill="#fbe3b0"/>${hills(1280, 350, '#d98d62', '#a8633f')}${braai(640, 424, 0.86)}`,
    items: [
      { subject: charcoal, x: 300, y: 408, scale: 0.64 },
      { subject: rolls, x: 1000, y: 404, scale: 0.6 },
      { subject: 'sausage', x: 596, y: 206, scale: 0.86 },
      { subject: 'meat', x: 690, y: 204, scale: 0.8 },
      { subject: 'maize', x: 762, y: 208, scale: 0.6, turn: 70 },
      { subject: wors, x: 440, y: 424, scale: 0.5 },
      { subject: sauce, x: 838, y: 420, scale: 0.56 },
      { subject: beer, x: 920, y: 426, scale: 0.5 },
      { subject: 'tomato', x: 1130, y: 420, scale: 0.8 },
      { subject: 'onion', x: 1206, y: 424, scale: 0.7 },
      { subject: 'log', x: 120, y: 420, scale: 1.2 },
    ],
  },
  'braai-narrow': {
    ...dusk,
    width: 720,
    height: 720,
    horizon: 500,
    backdrop: `<circle cx="360" cy="340" r="190" fill="#fbe3b0"/>${hills(720, 500, '#d98d62', '#a8633f')}${braai(360, 560, 0.92)}`,
    items: [
      { subject: charcoal, x: 116, y: 548, scale: 0.5 },
      { subject: 'sausage', x: 310, y: 326, scale: 0.9 },
      { subject: 'meat', x: 404, y: 324, scale: 0.84 },
      { subject: 'maize', x: 480, y: 328, scale: 0.62, turn: 70 },
      { subject: sauce, x: 592, y: 556, scale: 0.5 },
      { subject: beer, x: 660, y: 562, scale: 0.42 },
      { subject: 'tomato', x: 230, y: 640, scale: 0.9 },
      { subject: 'onion', x: 500, y: 640, scale: 0.9 },
    ],
  },
  health: {
    ...morning,
    width: 1280,
    height: 440,
    horizon: 344,
    backdrop: `<circle cx="640" cy="230" r="200" fill="#fff3d0"/>${hills(1280, 344, '#b3d6bb', '#8fc09b')}`,
    items: [
      { subject: protein, x: 330, y: 396, scale: 0.68 },
      { subject: omega, x: 960, y: 396, scale: 0.66 },
      { subject: tablets, x: 510, y: 404, scale: 0.76 },
      { subject: probiotic, x: 790, y: 404, scale: 0.74 },
      { subject: drops, x: 650, y: 412, scale: 0.8 },
      { subject: 'aloe', x: 140, y: 402, scale: 1.7 },
      { subject: 'orange', x: 424, y: 424, scale: 0.9 },
      { subject: 'ginger', x: 874, y: 424, scale: 0.9 },
      { subject: 'berry', x: 580, y: 428, scale: 0.62 },
      { subject: 'pill', x: 724, y: 428, scale: 0.6 },
      { subject: 'protea', x: 1130, y: 404, scale: 1.6 },
    ],
  },
  'health-narrow': {
    ...morning,
    width: 720,
    height: 720,
    horizon: 490,
    backdrop: `<circle cx="360" cy="330" r="230" fill="#fff3d0"/>${hills(720, 490, '#b3d6bb', '#8fc09b')}`,
    items: [
      { subject: tablets, x: 212, y: 536, scale: 0.74 },
      { subject: probiotic, x: 508, y: 536, scale: 0.72 },
      { subject: drops, x: 360, y: 548, scale: 0.84 },
      { subject: 'orange', x: 100, y: 560, scale: 1.1 },
      { subject: 'aloe', x: 640, y: 556, scale: 1.3 },
      { subject: 'pill', x: 270, y: 620, scale: 0.8 },
      { subject: 'berry', x: 450, y: 624, scale: 0.8 },
    ],
  },
  'power-cut': {
    ...night,
    width: 1280,
    height: 440,
    horizon: 348,
    backdrop: stars,
    items: [
      { subject: water, x: 320, y: 400, scale: 0.66 },
      { subject: crackers, x: 980, y: 400, scale: 0.66 },
      { subject: batteries, x: 474, y: 404, scale: 0.62 },
      { subject: beans, x: 800, y: 406, scale: 0.66 },
      { subject: candles, x: 638, y: 410, scale: 0.76 },
      { subject: pilchards, x: 880, y: 420, scale: 0.56 },
      { subject: 'torch', x: 170, y: 410, scale: 1.5 },
      { subject: 'coffee', x: 1130, y: 416, scale: 0.9 },
      { subject: 'mug', x: 1200, y: 408, scale: 1 },
    ],
    glow: [579, 624, 669, 713].map((x) => flame(x, 138, 1.2)).join('') + light(646, 150, 430),
  },
  'power-cut-narrow': {
    ...night,
    width: 720,
    height: 720,
    horizon: 500,
    backdrop: stars,
    items: [
      { subject: batteries, x: 170, y: 548, scale: 0.6 },
      { subject: beans, x: 540, y: 550, scale: 0.66 },
      { subject: candles, x: 360, y: 556, scale: 0.78 },
      { subject: pilchards, x: 640, y: 566, scale: 0.5 },
      { subject: 'torch', x: 70, y: 600, scale: 1.1 },
      { subject: 'cracker', x: 470, y: 640, scale: 0.8 },
    ],
    glow: [299, 345, 391, 436].map((x) => flame(x, 276, 1.2)).join('') + light(368, 290, 420),
  },
};

/** Every banner by its file name in the media folder. */
export const banners: Record<string, Scene> = Object.fromEntries(
  Object.entries(cuts).map(([name, scene]) => [`banners/${name}.svg`, scene]),
);
