import { body, floor } from '../drawing/body.ts';
import { darker, lighter, mix } from '../drawing/colour.ts';
import type { Packaging } from './packaging-label.ts';
import { front, label, rect, strewn } from './packaging-label.ts';

/** Packaging of film, paper and net, and products without packaging. */

function bagged(top: number, half: number): Packaging {
  const outline = `M${300 - half} ${top}H${300 + half}L${302 + half} ${top + 40}Q${316 + half} 330 ${306 + half} 506Q${304 + half} ${floor} ${282 + half} ${floor}H${318 - half}Q${296 - half} ${floor} ${294 - half} 506Q${284 - half} 330 ${298 - half} ${top + 40}z`;
  const area = { x: 286 - half, y: top, w: 2 * half + 28, h: floor - top };
  const seal = (y: number) =>
    `<path d="M${290 - half} ${y}H${310 + half}" stroke="#fff" stroke-opacity=".4" stroke-width="3" stroke-dasharray="4 5"/>`;
  return (dress) =>
    body(outline, area, {
      fill: dress.colour,
      on:
        front({ x: 296 - half, y: top + 34, w: 2 * half + 8, h: area.h - 46 }, dress) +
        rect({ ...area, h: 34 }, dress.accent) +
        seal(top + 12) +
        seal(top + 22),
      light: 'soft',
    });
}

const pillow: Packaging = (dress) =>
  body(
    'M156 96 168 88 180 96 192 88 204 96 216 88 228 96 240 88 252 96 264 88 276 96 288 88 300 96 312 88 324 96 336 88 348 96 360 88 372 96 384 88 396 96 408 88 420 96 432 88 444 96Q432 190 446 310T444 520L432 528 420 520 408 528 396 520 384 528 372 520 360 528 348 520 336 528 324 520 312 528 300 520 288 528 276 520 264 528 252 520 240 528 228 520 216 528 204 520 192 528 180 520 168 528 156 520Q142 420 154 310T156 96z',
    { x: 144, y: 88, w: 312, h: 440 },
    {
      fill: dress.colour,
      on: `${front({ x: 152, y: 112, w: 296, h: 392 }, dress)}${rect({ x: 144, y: 88, w: 312, h: 24 }, dress.accent)}${rect({ x: 144, y: 504, w: 312, h: 24 }, dress.accent)}`,
      light: 'soft',
    },
  );

const pouch: Packaging = (dress) =>
  `<rect x="276" y="66" width="48" height="44" rx="8" fill="${dress.tone}"/><path d="M276 78h48M276 90h48" stroke="#2a1a14" stroke-opacity=".16" stroke-width="4"/>` +
  body(
    'M204 104Q300 96 396 104L410 500Q412 528 386 528Q300 536 214 528 188 528 190 500z',
    { x: 186, y: 98, w: 228, h: 434 },
    {
      fill: dress.colour,
      on: front({ x: 190, y: 118, w: 220, h: 396 }, dress),
      light: 'soft',
    },
  );

/** A paper sack for quantities of ten kilograms and more. */
const sack: Packaging = (dress) =>
  body(
    'M142 84H458L452 130Q470 320 462 500Q460 528 436 528H164Q140 528 138 500Q130 320 148 130z',
    { x: 132, y: 84, w: 336, h: 444 },
    {
      fill: dress.colour,
      on:
        front({ x: 142, y: 128, w: 316, h: 392 }, dress) +
        rect({ x: 132, y: 84, w: 336, h: 44 }, mix('#d9b98a', dress.paper, 0.3)) +
        '<path d="M140 106H460" stroke="#8a6a3e" stroke-width="4" stroke-dasharray="10 6"/>',
      light: 'soft',
    },
  );

/** Nappies, wipes, tissues: a full pack in film, wider than high. */
const filmPack: Packaging = (dress) =>
  body(
    'M112 210Q300 176 488 210Q508 216 504 240Q516 360 504 494Q504 520 484 524Q300 536 116 524 96 520 96 494 84 360 96 240 92 216 112 210z',
    { x: 88, y: 186, w: 424, h: 344 },
    { fill: dress.colour, on: front({ x: 84, y: 182, w: 432, h: 352 }, dress), light: 'soft' },
  );

const rolls: Packaging = (dress) => {
  const roll = (x: number, y: number) =>
    `<path d="M${x - 66} ${y}V${y + 130}C${x - 66} ${y + 156} ${x + 66} ${y + 156} ${x + 66} ${y + 130}V${y}z" fill="#fbf8f2"/><ellipse cx="${x}" cy="${y}" rx="66" ry="22" fill="#fffefb" stroke="#e3dacb" stroke-width="3"/><ellipse cx="${x}" cy="${y}" rx="20" ry="7" fill="#b99a6c"/><path d="M${x + 44} ${y + 18}V${y + 146}Q${x + 60} ${y + 140} ${x + 66} ${y + 128}V${y}z" fill="#2a1a14" fill-opacity=".08"/>`;
  return (
    [166, 300, 434].map((x) => roll(x, 232)).join('') +
    [166, 300, 434].map((x) => roll(x, 376)).join('') +
    body(
      'M96 306H504V498H96z',
      { x: 96, y: 306, w: 408, h: 192 },
      { fill: dress.colour, on: front({ x: 96, y: 306, w: 408, h: 192 }, dress), light: 'flat' },
    ) +
    '<path d="M92 226Q92 206 112 206H488Q508 206 508 226V520Q508 528 488 528H112Q92 528 92 520z" fill="#fff" fill-opacity=".13"/><path d="M112 214H150L122 522H104z" fill="#fff" fill-opacity=".35"/>'
  );
};

const bar: Packaging = (dress) =>
  `<g transform="translate(0 30)rotate(-5 300 380)">${body(
    'M70 282 80 292 70 302 80 312 70 322 80 332 70 342 80 352 70 362 80 372 70 382 80 392 70 402 80 412 70 422 80 432 70 442 80 452 70 462 80 472 70 482H530L520 472 530 462 520 452 530 442 520 432 530 422 520 412 530 402 520 392 530 382 520 372 530 362 520 352 530 342 520 332 530 322 520 312 530 302 520 292 530 282z',
    { x: 68, y: 282, w: 464, h: 200 },
    {
      fill: lighter(dress.accent, 0.2),
      on: front({ x: 106, y: 282, w: 388, h: 200 }, dress),
      light: 'soft',
    },
  )}</g>`;

const soapBar: Packaging = (dress) =>
  body(
    'M120 300H480Q520 300 520 340V488Q520 528 480 528H120Q80 528 80 488V340Q80 300 120 300z',
    { x: 80, y: 300, w: 440, h: 228 },
    {
      fill: lighter(dress.tone, 0.3),
      on: front({ x: 126, y: 300, w: 348, h: 228 }, dress),
      light: 'soft',
    },
  );

const loaf: Packaging = (dress) =>
  `<path d="M470 330 560 290 548 352 566 404 474 420z" fill="${lighter(dress.accent, 0.2)}"/><rect x="482" y="330" width="16" height="88" rx="6" fill="${dress.tone}"/>` +
  body(
    'M86 330C70 232 156 208 280 208S500 232 486 330L478 500Q476 528 448 528H122Q94 528 92 500z',
    { x: 72, y: 208, w: 420, h: 320 },
    {
      fill: '#cf9650',
      on:
        '<path d="M120 220Q104 330 118 528M160 210Q146 330 158 528M440 214Q452 330 442 528" stroke="#a86f30" stroke-width="4" fill="none" stroke-opacity=".6"/>' +
        front({ x: 168, y: 208, w: 262, h: 320 }, dress),
      light: 'soft',
    },
  );

const net: Packaging = (dress) =>
  body(
    'M262 150H338C352 190 452 210 462 320 470 420 462 500 432 528H168C138 500 130 420 138 320 148 210 248 190 262 150z',
    { x: 132, y: 150, w: 336, h: 378 },
    {
      fill: mix(dress.tone, '#ffffff', 0.55),
      on:
        strewn(dress.motif, 0.98, [
          [300, 226],
          [226, 270, -14],
          [374, 270, 14],
          [300, 318, 8],
          [182, 350, -20],
          [418, 350, 18],
          [240, 386, 10],
          [362, 388, -10],
          [182, 452, 16],
          [420, 452, -14],
          [300, 456],
          [240, 510, -8],
          [366, 512, 12],
        ]) +
        `<path d="${Array.from({ length: 15 }, (_, at) => `M${at * 52 - 220} 540L${at * 52 + 180} 140M${at * 52 - 80} 140L${at * 52 + 320} 540`).join('')}" stroke="${darker(dress.colour, 0.1)}" stroke-opacity=".42" stroke-width="4"/>`,
      light: 'soft',
    },
  ) +
  `<rect x="252" y="96" width="96" height="62" rx="8" fill="${dress.colour}"/><path d="M252 142h96v16h-96z" fill="#2a1a14" fill-opacity=".16"/>` +
  label({ x: 182, y: 330, w: 236, h: 142 }, dress);

/** A stake with a card, as on a market stall. */
const stake =
  (x: number, y: number, w: number, h: number): Packaging =>
  (dress) =>
    label({ x, y, w, h }, dress, 12);

const single: Packaging = (dress) =>
  `<g transform="translate(300 280) scale(4.1)">${dress.motif}</g>${stake(176, 420, 248, 108)(dress)}`;

const heap: Packaging = (dress) =>
  strewn(dress.motif, 2.25, [
    [186, 330, -12],
    [414, 330, 12],
    [300, 210],
    [300, 372, 4],
  ]) + stake(168, 424, 264, 110)(dress);

const sleeve: Packaging = (dress) =>
  `<g transform="translate(300 250) scale(4.2)">${dress.motif}</g>` +
  body(
    'M196 300H404L372 528H228z',
    { x: 196, y: 300, w: 208, h: 228 },
    {
      fill: dress.colour,
      on: label({ x: 214, y: 322, w: 172, h: 178 }, dress),
      light: 'soft',
    },
  );

export const softPackagings = {
  bag: bagged(92, 140),
  sachet: bagged(128, 112),
  pillow,
  pouch,
  sack,
  filmPack,
  rolls,
  bar,
  soapBar,
  loaf,
  net,
  single,
  heap,
  sleeve,
} satisfies Record<string, Packaging>;
