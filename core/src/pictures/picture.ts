import { mix } from './colour.ts';
import { type Dress, label } from './label.ts';
import { motifFor } from './motif-words.ts';
import { packFor } from './pack-words.ts';
import { isThing, type PackName, packs } from './packs.ts';
import { type Palettes, paletteOf } from './palette.ts';
import { bulkOf, kindOf, type Subject, titleOf } from './subject.ts';

/**
 * The picture of a product as SVG, 600 by 600: its pack standing in the light of the shop, in the colours of its
 * brand, with its name, its size and a drawing of what is inside. The same product always gives the same text,
 * which needs no font and refers to nothing outside itself.
 */
export function drawPicture(subject: Subject, palettes: Palettes): string {
  return stage(still(subject, palettes));
}

/** A product's pack and its shadow, without the ground it stands on: for pictures of several. */
export function still(subject: Subject, palettes: Palettes): string {
  const pack = packFor(subject, kindOf(subject));
  return standing(pack, dressOf(subject, palettes), bulkOf(subject.packsize));
}

function dressOf(subject: Subject, palettes: Palettes): Dress {
  const kind = kindOf(subject);
  const title = titleOf(subject);
  const palette = paletteOf(subject.brand || firstWord(subject.name), palettes);
  const { svg: motif, tone } = motifFor(kind, [title, ...subject.kinds]);
  const own = ['food', 'meat', 'fresh'].includes(kind) ? undefined : chosen(subject.colour);
  const worn = { brand: subject.brand, title, size: subject.packsize, motif };
  return { ...palette, ...worn, tone: own ?? tone, body: own ?? palette.colour };
}

/** Own-brand goods without a brand still look alike when their names begin alike. */
const firstWord = (name: string) => name.trim().split(/\s+/)[0] ?? '';

/** What a usual pack of this kind holds, in units of half a kilogram: the bigger of two is drawn bigger. */
const usualBulk: Partial<Record<PackName, number>> = {
  milkBottle: 3,
  drinkBottle: 2.5,
  waterBottle: 2.5,
  sack: 16,
  jerryCan: 6,
  wineBottle: 1.5,
  paleWineBottle: 1.5,
  net: 4,
  carton: 2,
  tub: 1.4,
  wideTub: 3.2,
  canister: 1.6,
  drinkCan: 0.7,
  rolls: 0.4,
  sachet: 0.3,
  bar: 0.2,
  dropper: 0.1,
  smallBottle: 0.3,
  tube: 0.2,
  jar: 0.8,
  smallJar: 0.25,
  flatCan: 0.35,
};

function standing(pack: PackName, dress: Dress, bulk: number): string {
  const grown = Math.log2(bulk / (usualBulk[pack] ?? 1));
  const scale = Math.round(Math.max(0.86, Math.min(1.04, 0.97 + grown * 0.045)) * 100) / 100;
  const drawing = packs[pack](dress) + (isThing(pack) ? tag(dress) : '');
  const shadow = '<ellipse cx="312" cy="526" rx="226" ry="22" fill="url(#s)"/>';
  return `<g transform="translate(${Math.round(300 - 300 * scale)} ${Math.round(548 - 528 * scale)}) scale(${scale})">${shadow}${drawing}</g>`;
}

/** A thing has no pack to say its name, so a card stands before it. */
const tag = (dress: Dress) => label({ x: 66, y: 432, w: 204, h: 96 }, dress, 10);

/** What the shadow under a pack is made of. */
export const shadowLight =
  '<radialGradient id="s"><stop offset=".35" stop-color="#2a1a14" stop-opacity=".3"/><stop offset="1" stop-color="#2a1a14" stop-opacity="0"/></radialGradient>';

const ground = '#f7f3ea';

function stage(inside: string): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600" viewBox="40 40 520 520" stroke-linecap="round" stroke-linejoin="round">' +
    shadowLight +
    `<rect width="600" height="600" fill="${ground}"/><path d="M0 500H600V600H0z" fill="${mix(ground, '#e2d5bd', 0.35)}"/>${inside}</svg>`
  );
}

const colours: readonly [RegExp, string][] = [
  [/white/, '#f7f7f4'],
  [/black|charcoal/, '#34383c'],
  [/cream|ivory/, '#f1e6cf'],
  [/natural|bamboo|sand|beige/, '#e6d5b0'],
  [/silver|steel|grey|gray/, '#c3cace'],
  [/red/, '#c23a34'],
  [/pink|protea|rose/, '#e291ac'],
  [/orange|terracotta/, '#dd7a35'],
  [/yellow|mustard/, '#ecc04a'],
  [/olive/, '#7c8c3a'],
  [/green|mint|sage/, '#5f9a6a'],
  [/teal|turquoise/, '#3f9a9a'],
  [/navy/, '#2b4469'],
  [/blue/, '#3f7fb5'],
  [/purple|lilac|lavender/, '#8a6ab0'],
  [/brown|wood|walnut/, '#8a5a34'],
  [/copper|bronze/, '#b9703f'],
  [/gold/, '#d3ab4a'],
];

function chosen(colour: string): string | undefined {
  const asked = colour.toLowerCase();
  return colours.find(([words]) => words.test(asked))?.[1];
}
