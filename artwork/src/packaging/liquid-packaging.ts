import { body, bottleOutline, floor } from '../drawing/body.ts';
import { darker, lighter, mix } from '../drawing/colour.ts';
import type { Packaging } from './packaging-label.ts';
import { type Dress, front, rect } from './packaging-label.ts';

/** Packaging of products that are poured, squeezed, sprayed or dripped. */

interface Bottle {
  neck: number;
  body: number;
  top: number;
  shoulder: readonly [number, number];
  corner?: number;
  /** Top and bottom of the label. */
  label: readonly [number, number];
  /** Width and height of the cap, and its overlap with the neck. */
  cap: { w: number; h: number; over?: number };
  glass: (dress: Dress) => string;
}

function bottled(shape: Bottle): Packaging {
  const { body: wide, top, label, cap } = shape;
  const capTop = top - cap.h + (cap.over ?? 12);
  const outline = bottleOutline(shape);
  const area = { x: 300 - wide / 2, y: top, w: wide, h: floor - top };
  return (dress) =>
    body(outline, area, {
      fill: shape.glass(dress),
      on: front({ x: area.x, y: label[0], w: wide, h: label[1] - label[0] }, dress),
      light: 'round',
    }) +
    rect({ x: 300 - cap.w / 2, y: capTop, w: cap.w, h: cap.h }, dress.accent, 8) +
    `<path d="M${300 - cap.w / 2 + 8} ${capTop + 4}h10v${cap.h - 8}h-10z" fill="#fff" fill-opacity=".35"/><path d="M${300 + cap.w / 2 - 14} ${capTop + 4}h14v${cap.h - 4}h-14z" fill="#2a1a14" fill-opacity=".12"/>`;
}

const inside = (dress: Dress) => mix(dress.tone, '#ffffff', 0.12);
const coloured = (dress: Dress) => dress.colour;
const milky = (dress: Dress) => mix('#fdfcf8', dress.colour, 0.04);
const clear = (dress: Dress) => mix('#d6ebf3', dress.tone, 0.25);
const green = () => '#2f4a37';

const spray: Packaging = (dress) =>
  `<path d="M250 96H372Q392 96 392 112V132H340V176H262V140H236L214 168 200 160 222 112Q230 96 250 96z" fill="${dress.accent}"/><path d="M392 108H420V126H392z" fill="${darker(dress.accent, 0.3)}"/><path d="M352 132 338 200" stroke="${darker(dress.accent, 0.3)}" stroke-width="14" stroke-linecap="round"/>` +
  body(
    bottleOutline({ neck: 72, body: 204, top: 168, shoulder: [184, 276] }),
    { x: 198, y: 168, w: 204, h: 360 },
    {
      fill: lighter(dress.tone, 0.25),
      on: front({ x: 198, y: 244, w: 204, h: 264 }, dress),
      light: 'round',
    },
  );

const aerosol: Packaging = (dress) =>
  rect({ x: 246, y: 74, w: 108, h: 84 }, dress.accent, 16) +
  '<path d="M258 82h12v70h-12z" fill="#fff" fill-opacity=".4"/>' +
  body(
    `M226 180Q226 146 262 146H338Q374 146 374 180V514Q374 ${floor} 360 ${floor}H240Q226 ${floor} 226 514z`,
    { x: 226, y: 146, w: 148, h: 382 },
    {
      fill: dress.colour,
      on: front({ x: 226, y: 178, w: 148, h: 334 }, dress),
      light: 'round',
    },
  );

const tube: Packaging = (dress) =>
  rect({ x: 238, y: 470, w: 124, h: 58 }, dress.accent, 8) +
  body(
    'M190 84H410L374 466Q372 480 358 480H242Q228 480 226 466z',
    { x: 190, y: 84, w: 220, h: 396 },
    {
      fill: dress.colour,
      on: `${front({ x: 204, y: 112, w: 192, h: 350 }, dress)}${rect({ x: 190, y: 84, w: 220, h: 26 }, dress.accent)}<path d="M196 97H404" stroke="#fff" stroke-opacity=".5" stroke-width="3" stroke-dasharray="4 5"/>`,
      light: 'soft',
    },
  ) +
  '<path d="M256 478v46M280 478v46M304 478v46M328 478v46M346 478v46" stroke="#2a1a14" stroke-opacity=".14" stroke-width="4"/>';

const pump: Packaging = (dress) =>
  `<path d="M288 96H312V150H288z" fill="${darker(dress.accent, 0.2)}"/><path d="M236 74H336Q350 74 350 88V104H262Q250 104 246 116H226Q222 84 236 74z" fill="${dress.accent}"/>${rect({ x: 252, y: 142, w: 96, h: 44 }, dress.accent, 8)}` +
  body(
    bottleOutline({ neck: 96, body: 216, top: 176, shoulder: [180, 232], corner: 30 }),
    { x: 192, y: 176, w: 216, h: 352 },
    {
      fill: dress.colour,
      on: front({ x: 192, y: 222, w: 216, h: 290 }, dress),
      light: 'round',
    },
  );

const dropper: Packaging = (dress) =>
  `<path d="M278 132Q278 92 300 92T322 132V172H278z" fill="#33383d"/>${rect({ x: 260, y: 164, w: 80, h: 66 }, dress.accent, 8)}` +
  body(
    bottleOutline({ neck: 72, body: 188, top: 224, shoulder: [236, 282], corner: 26 }),
    { x: 206, y: 224, w: 188, h: 304 },
    {
      fill: '#7a4a22',
      on: front({ x: 206, y: 286, w: 188, h: 214 }, dress),
      light: 'round',
    },
  );

export const pouredPackagings = {
  milkBottle: bottled({
    neck: 84,
    body: 232,
    top: 116,
    shoulder: [138, 252],
    label: [252, 506],
    cap: { w: 104, h: 46 },
    glass: milky,
  }),
  drinkBottle: bottled({
    neck: 60,
    body: 222,
    top: 100,
    shoulder: [116, 236],
    label: [244, 488],
    cap: { w: 64, h: 40 },
    glass: inside,
  }),
  waterBottle: bottled({
    neck: 60,
    body: 214,
    top: 100,
    shoulder: [112, 214],
    label: [244, 466],
    cap: { w: 62, h: 38 },
    glass: clear,
  }),
  wineBottle: bottled({
    neck: 50,
    body: 190,
    top: 72,
    shoulder: [170, 276],
    corner: 16,
    label: [286, 504],
    cap: { w: 54, h: 96, over: 88 },
    glass: green,
  }),
  paleWineBottle: bottled({
    neck: 50,
    body: 190,
    top: 72,
    shoulder: [170, 276],
    corner: 16,
    label: [286, 504],
    cap: { w: 54, h: 96, over: 88 },
    glass: inside,
  }),
  oilBottle: bottled({
    neck: 56,
    body: 204,
    top: 100,
    shoulder: [146, 256],
    label: [262, 506],
    cap: { w: 62, h: 52 },
    glass: inside,
  }),
  sauceBottle: bottled({
    neck: 58,
    body: 196,
    top: 106,
    shoulder: [146, 248],
    label: [252, 508],
    cap: { w: 66, h: 62 },
    glass: inside,
  }),
  squeezeBottle: bottled({
    neck: 78,
    body: 196,
    top: 140,
    shoulder: [150, 252],
    corner: 32,
    label: [230, 510],
    cap: { w: 72, h: 64 },
    glass: coloured,
  }),
  shampooBottle: bottled({
    neck: 128,
    body: 206,
    top: 138,
    shoulder: [140, 196],
    corner: 34,
    label: [196, 508],
    cap: { w: 132, h: 70 },
    glass: coloured,
  }),
  smallBottle: bottled({
    neck: 70,
    body: 196,
    top: 218,
    shoulder: [232, 284],
    corner: 22,
    label: [290, 508],
    cap: { w: 84, h: 66 },
    glass: inside,
  }),
  jerryCan: bottled({
    neck: 88,
    body: 292,
    top: 134,
    shoulder: [140, 214],
    corner: 34,
    label: [218, 506],
    cap: { w: 100, h: 54 },
    glass: coloured,
  }),
  spray,
  aerosol,
  tube,
  pump,
  dropper,
} satisfies Record<string, Packaging>;
