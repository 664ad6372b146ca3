import { mix } from './drawing/colour.ts';
import { type Palettes, paletteOf } from './drawing/palette.ts';
import { motifFor } from './motifs/motif-lookup.ts';
import { isUnpackaged, type PackagingName, packagings } from './packaging/packaging.ts';
import { type Dress, label } from './packaging/packaging-label.ts';
import { packagingFor } from './packaging/packaging-lookup.ts';
import { bulkOf, kindOf, type Subject, titleOf } from './picture-subject.ts';
import { servedFood } from './serving/served-food.ts';

/**
 * Draws the picture of a product as SVG, 600 by 600: its packaging in the colours of its brand, with name,
 * size and a drawing of the contents. The same product always gives the same SVG, which needs no font and
 * refers to no external resource.
 */
export function drawPicture(subject: Subject, palettes: Palettes): string {
  return frame(still(subject, palettes));
}

/** Draws a product's packaging and its shadow without a background, for pictures of several products. */
export function still(subject: Subject, palettes: Palettes): string {
  const kind = kindOf(subject);
  const dress = dressOf(subject, palettes);
  const food = servedFood(subject, kind);
  if (food) return onFloor(food + card(dress), 1);
  return drawPackaging(packagingFor(subject, kind), dress, bulkOf(subject.packsize));
}

function dressOf(subject: Subject, palettes: Palettes): Dress {
  const kind = kindOf(subject);
  const title = titleOf(subject);
  const palette = paletteOf(subject.brand || firstWord(subject.name), palettes);
  const { svg: motif, tone } = motifFor(kind, [title, ...subject.kinds]);
  const chosenColour = ['food', 'meat', 'fresh'].includes(kind) ? undefined : chosen(subject.colour);
  const worn = { brand: subject.brand, title, size: subject.packsize, motif };
  return { ...palette, ...worn, tone: chosenColour ?? tone, body: chosenColour ?? palette.colour };
}

/** Products without a brand still look alike when their names start alike. */
const firstWord = (name: string) => name.trim().split(/\s+/)[0] ?? '';

/** Usual contents of this packaging, in units of half a kilogram; larger contents are drawn larger. */
const usualBulk: Partial<Record<PackagingName, number>> = {
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

function drawPackaging(packaging: PackagingName, dress: Dress, bulk: number): string {
  const grown = Math.log2(bulk / (usualBulk[packaging] ?? 1));
  const scale = Math.round(Math.max(0.86, Math.min(1.04, 0.97 + grown * 0.045)) * 100) / 100;
  const drawing = packagings[packaging](dress) + (isUnpackaged(packaging) ? tag(dress) : '');
  return onFloor(drawing, scale);
}

/** Stands a drawing on the floor, with its shadow. */
function onFloor(drawing: string, scale: number): string {
  const shadow = '<ellipse cx="312" cy="526" rx="226" ry="22" fill="url(#s)"/>';
  return `<g transform="translate(${Math.round(300 - 300 * scale)} ${Math.round(548 - 528 * scale)}) scale(${scale})">${shadow}${drawing}</g>`;
}

/** The small card with name and size in front of unpacked food. */
const card = (dress: Dress) => label({ x: 58, y: 460, w: 196, h: 72 }, dress, 8);

/** A product without packaging has no printed name, so a card stands in front of it. */
const tag = (dress: Dress) => label({ x: 66, y: 432, w: 204, h: 96 }, dress, 10);

/** Gradient of the shadow under a packaging. */
export const shadowLight =
  '<radialGradient id="s"><stop offset=".35" stop-color="#2a1a14" stop-opacity=".3"/><stop offset="1" stop-color="#2a1a14" stop-opacity="0"/></radialGradient>';

const background = '#f7f3ea';

function frame(inside: string): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600" viewBox="40 40 520 520" stroke-linecap="round" stroke-linejoin="round">' +
    shadowLight +
    `<rect width="600" height="600" fill="${background}"/><path d="M0 500H600V600H0z" fill="${mix(background, '#e2d5bd', 0.35)}"/>${inside}</svg>`
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
  const normalized = colour.toLowerCase();
  return colours.find(([pattern]) => pattern.test(normalized))?.[1];
}
