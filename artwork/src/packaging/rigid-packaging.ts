import { body, floor } from '../drawing/body.ts';
import { darker, lighter, mix } from '../drawing/colour.ts';
import type { Packaging } from './packaging-label.ts';
import { type Dress, drawn, front, label, rect, strewn } from './packaging-label.ts';

/** Packaging of board, tin, glass and hard plastic other than bottles and bags. */

function boxed(x: number, y: number, w: number, side: number): Packaging {
  const h = floor - y;
  const lift = Math.round(side * 0.3);
  return (dress) =>
    `<path d="M${x + w} ${y}L${x + w + side} ${y - lift}V${floor - lift}L${x + w} ${floor}z" fill="${darker(dress.colour, 0.3)}"/>` +
    `<path d="M${x} ${y}L${x + side} ${y - lift}H${x + w + side}L${x + w} ${y}z" fill="${lighter(dress.colour, 0.3)}"/>` +
    body(
      `M${x} ${y}h${w}v${h}h${-w}z`,
      { x, y, w, h },
      { fill: dress.colour, on: front({ x, y, w, h }, dress), light: 'flat' },
    );
}

const carton: Packaging = (dress) =>
  `<path d="M392 190 438 178V506L392 ${floor}z" fill="${darker(dress.colour, 0.28)}"/>` +
  `<path d="M188 190 208 112H376L392 190z" fill="${lighter(dress.colour, 0.22)}"/><path d="M392 190 376 112 424 116 438 178z" fill="${darker(dress.colour, 0.14)}"/>` +
  `<rect x="204" y="76" width="176" height="38" rx="5" fill="${dress.accent}"/><path d="M380 78 422 84V118L380 112z" fill="${darker(dress.accent, 0.25)}"/>` +
  `<circle cx="292" cy="150" r="23" fill="${darker(dress.tone, 0.15)}"/><circle cx="292" cy="147" r="23" fill="${dress.tone}"/>` +
  body(
    'M188 190h204v338h-204z',
    { x: 188, y: 190, w: 204, h: 338 },
    {
      fill: dress.colour,
      on: front({ x: 188, y: 190, w: 204, h: 338 }, dress),
      light: 'flat',
    },
  );

const rim = (y: number, half: number, deep: number) =>
  `<path d="M${300 - half} ${y}V${y + 14}C${300 - half} ${y + 14 + deep} ${300 + half} ${y + 14 + deep} ${300 + half} ${y + 14}V${y}z" fill="#b4babd"/>` +
  `<ellipse cx="300" cy="${y}" rx="${half}" ry="${deep * 0.75}" fill="#e6e9ea"/><ellipse cx="300" cy="${y}" rx="${half - 16}" ry="${deep * 0.52}" fill="#cdd2d5"/>`;

function tinned(top: number, half: number, deep: number): Packaging {
  const area = { x: 300 - half, y: top, w: 2 * half, h: floor - top };
  const outline = `M${300 - half} ${top}V${floor - deep / 2}C${300 - half} ${floor + deep / 2} ${300 + half} ${floor + deep / 2} ${300 + half} ${floor - deep / 2}V${top}z`;
  return (dress) =>
    body(
      outline,
      { ...area, h: area.h + deep },
      {
        fill: '#c2c8cb',
        on: front({ ...area, y: top + 26, h: area.h - 42 }, dress),
        light: 'round',
      },
    ) + rim(top, half, deep);
}

const drinkCan: Packaging = (dress) =>
  body(
    'M236 104 210 140V494L234 528H366L390 494V140L364 104z',
    { x: 210, y: 104, w: 180, h: 424 },
    { fill: '#c9ced1', on: front({ x: 210, y: 136, w: 180, h: 360 }, dress), light: 'round' },
  ) +
  '<ellipse cx="300" cy="104" rx="64" ry="12" fill="#dfe3e5"/><ellipse cx="300" cy="104" rx="54" ry="8" fill="#b9c0c4"/><rect x="284" y="98" width="30" height="9" rx="4" fill="#e9eced"/>';

function jarred(top: number, half: number): Packaging {
  const h = floor - top;
  const outline = `M${300 - half + 22} ${top}H${300 + half - 22}Q${300 + half} ${top + 12} ${300 + half} ${top + 50}V${floor - 30}Q${300 + half} ${floor} ${300 + half - 30} ${floor}H${300 - half + 30}Q${300 - half} ${floor} ${300 - half} ${floor - 30}V${top + 50}Q${300 - half} ${top + 12} ${300 - half + 22} ${top}z`;
  return (dress) =>
    body(
      outline,
      { x: 300 - half, y: top, w: 2 * half, h },
      {
        fill: mix(dress.tone, '#ffffff', 0.08),
        on: front({ x: 300 - half, y: top + h * 0.17, w: 2 * half, h: h * 0.7 }, dress),
        light: 'round',
      },
    ) + lid(300 - half + 8, top - 58, 2 * half - 16, 64, dress.accent);
}

/** A ribbed screw lid. */
function lid(x: number, y: number, w: number, h: number, colour: string): string {
  const ribs = Array.from(
    { length: 9 },
    (_, at) => `M${Math.round(x + (w * (at + 1)) / 10)} ${y + 12}v${h - 18}`,
  ).join('');
  return `${rect({ x, y, w, h }, colour, 10)}<path d="${ribs}" stroke="#2a1a14" stroke-opacity=".14" stroke-width="4"/><rect x="${x}" y="${y}" width="${w}" height="11" rx="5" fill="#fff" fill-opacity=".3"/>`;
}

function tubbed(top: number, half: number, foot: number): Packaging {
  const outline = `M${300 - half} ${top}H${300 + half}L${300 + foot} 508Q${298 + foot} ${floor} ${276 + foot} ${floor}H${324 - foot}Q${302 - foot} ${floor} ${300 - foot} 508z`;
  return (dress) =>
    body(
      outline,
      { x: 300 - half, y: top, w: 2 * half, h: floor - top },
      {
        fill: dress.colour,
        on: front({ x: 300 - foot - 8, y: top + 14, w: 2 * foot + 16, h: floor - top - 22 }, dress),
        light: 'round',
      },
    ) +
    `<rect x="${300 - half - 14}" y="${top - 26}" width="${2 * half + 28}" height="42" rx="13" fill="${dress.accent}"/><rect x="${300 - half - 14}" y="${top - 26}" width="${2 * half + 28}" height="13" rx="6" fill="#fff" fill-opacity=".35"/>`;
}

function canister(top: number, half: number): Packaging {
  const outline = `M${300 - half} ${top + 30}Q${300 - half} ${top} ${300 - half + 30} ${top}H${300 + half - 30}Q${300 + half} ${top} ${300 + half} ${top + 30}V${floor - 24}Q${300 + half} ${floor} ${300 + half - 24} ${floor}H${300 - half + 24}Q${300 - half} ${floor} ${300 - half} ${floor - 24}z`;
  return (dress) =>
    lid(300 - half + 18, top - 62, 2 * half - 36, 70, darker(dress.colour, 0.35)) +
    body(
      outline,
      { x: 300 - half, y: top, w: 2 * half, h: floor - top },
      {
        fill: dress.colour,
        on: front({ x: 300 - half, y: top + 22, w: 2 * half, h: floor - top - 40 }, dress),
        light: 'round',
      },
    );
}

const tray: Packaging = (dress) =>
  body(
    'M86 300Q86 276 112 276H488Q514 276 514 300L494 500Q490 528 462 528H138Q110 528 106 500z',
    { x: 86, y: 276, w: 428, h: 252 },
    { fill: '#2f3437', on: rect({ x: 104, y: 288, w: 392, h: 228 }, '#454b4f', 18), light: 'flat' },
  ) +
  strewn(dress.motif, 1.42, [
    [190, 322, -8],
    [302, 304],
    [412, 324, 8],
  ]) +
  '<path d="M86 300Q86 276 112 276H488Q514 276 514 300L494 500Q490 528 462 528H138Q110 528 106 500z" fill="#fff" fill-opacity=".12"/><path d="M112 292H200L150 512H134z" fill="#fff" fill-opacity=".2"/>' +
  label({ x: 178, y: 376, w: 244, h: 134 }, dress);

const punnet: Packaging = (dress) =>
  strewn(dress.motif, 1.15, [
    [164, 268, -14],
    [438, 268, 16],
    [232, 232, 8],
    [370, 232, -10],
    [300, 212],
    [200, 330, 20],
    [402, 330, -16],
    [300, 300, 6],
  ]) +
  '<path d="M96 300H504L476 504Q472 528 448 528H152Q128 528 124 504z" fill="#e9f3f2" fill-opacity=".62" stroke="#c3d4d3" stroke-width="4"/><rect x="84" y="286" width="432" height="24" rx="12" fill="#f7fbfb" fill-opacity=".9" stroke="#c3d4d3" stroke-width="3"/>' +
  label({ x: 150, y: 360, w: 300, h: 140 }, dress) +
  '<path d="M112 318H140L158 512H146z" fill="#fff" fill-opacity=".5"/>';

const eggs: Packaging = (dress) =>
  [176, 258, 342, 424]
    .map(
      (x) =>
        `<ellipse cx="${x}" cy="316" rx="42" ry="56" fill="#e0b78d"/><path d="M${x - 24} 300q4-18 18-24" stroke="#f6dcc0" stroke-width="8" fill="none" stroke-linecap="round"/>`,
    )
    .join('') +
  body(
    'M88 330Q130 350 172 330T258 330 342 330 428 330 512 330L486 504Q482 528 458 528H142Q118 528 114 504z',
    { x: 88, y: 320, w: 424, h: 208 },
    {
      fill: mix('#b9ad9d', dress.colour, 0.12),
      on: '',
      light: 'soft',
    },
  ) +
  label({ x: 158, y: 374, w: 284, h: 136 }, dress);

/** A card to hang on a hook, with the product under clear plastic. */
const card: Packaging = (dress) => {
  const area = { x: 166, y: 76, w: 268, h: 452 };
  return `${body(
    'M186 76H414Q434 76 434 96V508Q434 528 414 528H186Q166 528 166 508V96Q166 76 186 76z',
    area,
    {
      fill: dress.colour,
      on: front({ ...area, y: 112, h: 416 }, dress),
      light: 'flat',
    },
  )}<path d="M270 98H292Q300 88 308 98H330Q336 104 330 110H270Q264 104 270 98z" fill="#f6f2ea"/>`;
};

/** A block of cheese or butter, lying flat. */
const block: Packaging = (dress) =>
  `<path d="M96 300 150 246H536L486 300z" fill="${lighter(dress.tone, 0.35)}"/><path d="M486 300 536 246V464L486 ${floor}z" fill="${darker(dress.tone, 0.25)}"/>` +
  body(
    'M96 300h390v228h-390z',
    { x: 96, y: 300, w: 390, h: 228 },
    {
      fill: dress.tone,
      on: front({ x: 112, y: 300, w: 358, h: 228 }, dress),
      light: 'flat',
    },
  );

/** Services and downloads are drawn as a card. */
const voucher: Packaging = (dress) =>
  `<g transform="rotate(-5 300 330)"><rect x="96" y="196" width="408" height="270" rx="24" fill="${darker(dress.colour, 0.25)}" transform="rotate(7 300 330)"/>` +
  body(
    'M120 196H480Q504 196 504 220V442Q504 466 480 466H120Q96 466 96 442V220Q96 196 120 196z',
    { x: 96, y: 196, w: 408, h: 270 },
    {
      fill: dress.colour,
      on: front({ x: 96, y: 196, w: 408, h: 270 }, dress),
      light: 'flat',
    },
  ) +
  '</g>';

const book: Packaging = (dress) =>
  `<path d="M196 98H430V520L196 ${floor}Q176 526 176 506V118Q176 98 196 98z" fill="${darker(dress.colour, 0.3)}"/><path d="M186 500H428V520H196Q186 518 186 500z" fill="#fbf5e6"/>` +
  body(
    'M196 92H434V500H196Q176 500 176 516V112Q176 92 196 92z',
    { x: 176, y: 92, w: 258, h: 424 },
    {
      fill: dress.colour,
      on: `${front({ x: 198, y: 92, w: 236, h: 408 }, dress)}<path d="M196 92H206V500H196z" fill="#2a1a14" fill-opacity=".16"/>`,
      light: 'flat',
    },
  );

const candles: Packaging = (dress) =>
  [190, 250, 310, 370]
    .map(
      (x) =>
        `<path d="M${x + 20} 128V106" stroke="#4a352a" stroke-width="4"/>${rect({ x, y: 126, w: 44, h: 402 }, mix(dress.body, '#fff6e0', 0.75), 6)}<path d="M${x} 140h9v388h-9z" fill="#fff" fill-opacity=".5"/><path d="M${x + 34} 140h10v388h-10z" fill="#2a1a14" fill-opacity=".1"/>`,
    )
    .join('') +
  body(
    'M176 236H428V476H176z',
    { x: 176, y: 236, w: 252, h: 240 },
    {
      fill: dress.colour,
      on: front({ x: 176, y: 236, w: 252, h: 240 }, dress),
      light: 'round',
    },
  );

const batteries: Packaging = (dress) =>
  rect({ x: 150, y: 84, w: 300, h: 444 }, dress.colour, 18) +
  '<path d="M270 104H292Q300 94 308 104H330Q336 110 330 116H270Q264 110 270 104z" fill="#f6f2ea"/>' +
  label({ x: 170, y: 132, w: 260, h: 132 }, dress) +
  strewn(
    '<rect x="-9" y="-112" width="18" height="14" rx="3" fill="#b9bdc0"/><rect x="-25" y="-100" width="50" height="204" rx="8" fill="#33383d"/><path d="M-25-50H25V-92Q25-100 17-100H-17Q-25-100-25-92z" fill="#d9963a"/><path d="M-20-96H-10V100H-20z" fill="#fff" fill-opacity=".22"/>',
    1,
    [
      [202, 396],
      [267, 396],
      [333, 396],
      [398, 396],
    ],
  ) +
  '<rect x="164" y="276" width="272" height="238" rx="18" fill="#fff" fill-opacity=".14" stroke="#fff" stroke-opacity=".5" stroke-width="3"/>';

const bare: Packaging = (dress: Dress) => drawn(dress.motif, 300, 310, 420);

export const stiffPackagings = {
  carton,
  box: boxed(168, 112, 226, 44),
  squareBox: boxed(118, 222, 306, 54),
  wideBox: boxed(88, 290, 380, 46),
  smallBox: boxed(186, 236, 190, 40),
  can: tinned(168, 116, 26),
  flatCan: tinned(352, 176, 36),
  paintTin: tinned(232, 140, 30),
  drinkCan,
  jar: jarred(166, 118),
  smallJar: jarred(266, 128),
  tub: tubbed(206, 150, 122),
  wideTub: tubbed(284, 204, 178),
  pot: tubbed(262, 112, 88),
  canister: canister(176, 138),
  pillJar: canister(212, 106),
  tray,
  punnet,
  eggs,
  card,
  block,
  voucher,
  book,
  candles,
  batteries,
  bare,
} satisfies Record<string, Packaging>;
