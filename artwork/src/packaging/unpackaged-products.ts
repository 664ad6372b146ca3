import { body, bottleOutline, floor } from '../drawing/body.ts';
import { darker, isDark, lighter, mix } from '../drawing/colour.ts';
import { around } from '../drawing/repeated-shapes.ts';
import type { Packaging } from './packaging-label.ts';
import { type Dress, drawn, label, rect, strewn } from './packaging-label.ts';

/** Drawings of products sold without packaging, in the colour of their material. */

const steel = '#cfd6da';

/** The brand flower, embossed in the product's material. */
function emblem({ body: made }: Dress, x: number, y: number, width: number): string {
  const petal = '<path d="M0 6C-22-14-14-42 0-50 14-42 22-14 0 6z"/>';
  const colour = isDark(made) ? lighter(made, 0.28) : darker(made, 0.16);
  return drawn(`<g fill="${colour}">${around(5, petal)}</g><circle r="11" fill="${made}"/>`, x, y, width);
}

const blender: Packaging = (dress) =>
  '<path d="M206 116H394L374 342H226z" fill="#dcecf0" stroke="#b4cad0" stroke-width="4"/>' +
  `<path d="M216 230H384L374 342H226z" fill="${mix(dress.tone, '#dcecf0', 0.5)}"/><path d="M392 146C458 142 454 300 382 298" fill="none" stroke="${darker(dress.body, 0.15)}" stroke-width="18"/>` +
  rect({ x: 198, y: 86, w: 204, h: 38 }, dress.body, 12) +
  rect({ x: 270, y: 64, w: 60, h: 26 }, darker(dress.body, 0.25), 9) +
  body(
    'M220 342H380L412 500Q416 528 390 528H210Q184 528 188 500z',
    { x: 184, y: 342, w: 232, h: 186 },
    {
      fill: dress.body,
      on: rect({ x: 184, y: 342, w: 232, h: 18 }, darker(dress.body, 0.25)) + knob(300, 446, 36),
      light: 'round',
    },
  ) +
  '<path d="M228 136 240 330H254L246 136z" fill="#fff" fill-opacity=".65"/>';

const knob = (x: number, y: number, r: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="#f4f4f2"/><circle cx="${x}" cy="${y}" r="${r - 8}" fill="#d5d9db"/><path d="M${x} ${y}V${y - r + 10}" stroke="#33383d" stroke-width="6" stroke-linecap="round"/>`;

const juicer: Packaging = (dress) =>
  `<path d="M226 300V190Q226 142 300 142T374 190V300z" fill="#dcecf0" stroke="#b4cad0" stroke-width="4"/>${drawn(dress.motif, 300, 226, 100)}` +
  rect({ x: 268, y: 76, w: 64, h: 74 }, darker(dress.body, 0.3), 10) +
  body(
    'M192 296H400L416 506Q417 528 392 528H208Q183 528 184 506z',
    { x: 180, y: 296, w: 240, h: 232 },
    {
      fill: dress.body,
      on: rect({ x: 180, y: 296, w: 240, h: 20 }, darker(dress.body, 0.25)) + knob(296, 428, 40),
      light: 'round',
    },
  ) +
  `<path d="M400 330H452V376H436V352H402z" fill="${darker(dress.body, 0.35)}"/><path d="M414 416H476L468 516Q467 528 456 528H434Q423 528 422 516z" fill="#f7a941"/><path d="M424 426H436L440 516H430z" fill="#fff" fill-opacity=".4"/>`;

const jug: Packaging = (dress) =>
  `<path d="M392 196C486 190 486 428 398 426" fill="none" stroke="${dress.accent}" stroke-width="24" stroke-linecap="round"/>` +
  body(
    'M190 130H384L406 236 394 504Q392 528 368 528H214Q190 528 188 504L170 226z',
    { x: 170, y: 130, w: 236, h: 398 },
    {
      fill: mix(dress.body, '#e3f1f5', 0.72),
      on: `${rect({ x: 170, y: 330, w: 236, h: 198 }, '#9fd0e6')}<path d="M218 150H356L346 346Q344 364 326 364H248Q230 364 228 346z" fill="#fff" fill-opacity=".8"/>${drawn(dress.motif, 288, 450, 92)}`,
      light: 'round',
    },
  ) +
  `<path d="M176 122Q178 96 202 96H372Q396 96 398 122L400 146H176z" fill="${dress.accent}"/>`;

const stackedTrays: Packaging = (dress) =>
  [214, 274, 334]
    .map(
      (y) =>
        `<rect x="144" y="${y}" width="312" height="56" rx="14" fill="#eef2f3" stroke="#c3cdd1" stroke-width="4"/>`,
    )
    .join('') +
  strewn(
    dress.motif,
    0.46,
    [242, 302, 362].flatMap((y) => [196, 266, 336, 406].map((x) => [x, y])),
  ) +
  `<path d="M156 210Q160 138 300 138T444 210z" fill="${dress.body}"/><path d="M264 138Q266 112 300 112T336 138z" fill="${dress.accent}"/>` +
  body(
    'M140 392H460L470 504Q472 528 446 528H154Q128 528 130 504z',
    { x: 128, y: 392, w: 344, h: 136 },
    {
      fill: dress.body,
      on: knob(300, 460, 34),
      light: 'round',
    },
  );

const freezer: Packaging = (dress) =>
  rect({ x: 126, y: 510, w: 40, h: 18 }, '#555', 4) +
  rect({ x: 434, y: 510, w: 40, h: 18 }, '#555', 4) +
  body(
    'M96 220H504V500Q504 516 488 516H112Q96 516 96 500z',
    { x: 96, y: 220, w: 408, h: 296 },
    {
      fill: darker(dress.body, 0.04),
      on: `<g transform="translate(300 384)" stroke="${mix(dress.accent, '#5aa5cc', 0.4)}" stroke-width="11" stroke-linecap="round" fill="none">${[0, 60, 120].map((turn) => `<path d="M0-76V76M-20-56 0-40 20-56M-20 56 0 40 20 56" transform="rotate(${turn})"/>`).join('')}</g>`,
      light: 'soft',
    },
  ) +
  `<rect x="84" y="178" width="432" height="62" rx="18" fill="${dress.body}" stroke="#c9d2d6" stroke-width="3"/><rect x="254" y="222" width="92" height="22" rx="11" fill="#8a9499"/>`;

const kettle: Packaging = (dress) =>
  `<path d="M376 210C484 200 484 440 392 452" fill="none" stroke="#33383d" stroke-width="28" stroke-linecap="round"/>` +
  body(
    'M222 156H362L404 490Q406 506 390 506H190Q174 506 176 490L196 300 142 236 158 216 212 240z',
    { x: 140, y: 150, w: 268, h: 356 },
    {
      fill: dress.body,
      on: `${rect({ x: 140, y: 446, w: 268, h: 14 }, darker(dress.body, 0.3))}<rect x="318" y="260" width="18" height="150" rx="9" fill="#cfe6ee"/>`,
      light: 'round',
    },
  ) +
  '<path d="M228 158Q232 128 292 128T358 158z" fill="#33383d"/><rect x="276" y="108" width="36" height="24" rx="8" fill="#4d5459"/><rect x="160" y="504" width="260" height="24" rx="12" fill="#33383d"/>';

/** A toaster, an oven or a fryer: any other worktop appliance with a knob. */
const worktop: Packaging = (dress) =>
  `${body(
    'M132 190Q132 150 172 150H428Q468 150 468 190V500Q468 528 440 528H160Q132 528 132 500z',
    { x: 132, y: 150, w: 336, h: 378 },
    {
      fill: dress.body,
      on:
        rect({ x: 132, y: 150, w: 336, h: 70 }, '#2c3135') +
        '<rect x="230" y="170" width="140" height="32" rx="8" fill="#7fd0c0"/><path d="M250 186h24M286 186h24M322 186h24" stroke="#20403a" stroke-width="9"/>' +
        rect({ x: 178, y: 268, w: 244, h: 190 }, darker(dress.body, 0.35), 22) +
        emblem(dress, 300, 356, 120),
      light: 'soft',
    },
  )}<rect x="252" y="450" width="96" height="22" rx="11" fill="#cfd6da"/>`;

const mug: Packaging = (dress) =>
  `<path d="M404 236C508 224 508 436 390 428" fill="none" stroke="${darker(dress.body, 0.12)}" stroke-width="27"/>` +
  body(
    'M166 168H414L400 500Q398 528 372 528H208Q182 528 180 500z',
    { x: 166, y: 160, w: 248, h: 368 },
    {
      fill: dress.body,
      on: emblem(dress, 290, 354, 150),
      light: 'round',
    },
  ) +
  `<ellipse cx="290" cy="168" rx="125" ry="22" fill="${isDark(dress.body) ? '#f4f4f2' : '#33507a'}"/><ellipse cx="290" cy="169" rx="112" ry="16" fill="${darker(dress.body, 0.35)}"/>`;

const flask: Packaging = (dress) =>
  body(
    bottleOutline({ neck: 84, body: 168, top: 150, shoulder: [176, 250], corner: 30 }),
    { x: 216, y: 150, w: 168, h: 378 },
    {
      fill: dress.body,
      on: `${emblem(dress, 300, 372, 104)}${rect({ x: 216, y: 470, w: 168, h: 16 }, darker(dress.body, 0.2))}`,
      light: 'round',
    },
  ) +
  `<path d="M272 104C272 54 328 54 328 104" fill="none" stroke="#33383d" stroke-width="14"/>${rect({ x: 250, y: 98, w: 100, h: 60 }, '#33383d', 12)}<path d="M260 106h12v46h-12z" fill="#fff" fill-opacity=".25"/>`;

const glass: Packaging = (dress) =>
  `${body(
    'M180 110H420L396 500Q394 528 368 528H232Q206 528 204 500z',
    { x: 180, y: 110, w: 240, h: 418 },
    {
      fill: '#e3eff3',
      on: `<path d="M184 250H416L396 500H204z" fill="${mix(dress.tone, '#ffffff', 0.35)}" fill-opacity=".8"/>`,
      light: 'round',
    },
  )}<ellipse cx="300" cy="110" rx="120" ry="18" fill="#f4fafb" stroke="#c8d8de" stroke-width="3"/>`;

const tote: Packaging = (dress) =>
  `<path d="M222 220C222 36 378 36 378 220" fill="none" stroke="${darker(dress.body, 0.2)}" stroke-width="18"/>` +
  body(
    'M138 200H462L482 500Q484 528 456 528H144Q116 528 118 500z',
    { x: 116, y: 200, w: 368, h: 328 },
    {
      fill: dress.body,
      on: emblem(dress, 300, 350, 200),
      light: 'soft',
    },
  ) +
  `<path d="M236 226C236 76 364 76 364 226" fill="none" stroke="${lighter(dress.body, 0.25)}" stroke-width="18"/>`;

const board: Packaging = (dress) =>
  body(
    'M268 96Q268 64 300 64T332 96V166H416Q446 166 446 196V498Q446 528 416 528H184Q154 528 154 498V196Q154 166 184 166H268z',
    { x: 154, y: 60, w: 292, h: 468 },
    {
      fill: mix(dress.body, '#d3a765', 0.5),
      on: '<path d="M204 166V528M252 166V528M348 166V528M396 166V528" stroke="#8a5a34" stroke-opacity=".28" stroke-width="5"/><circle cx="300" cy="100" r="13" fill="#f6f2ea"/><rect x="180" y="192" width="240" height="310" rx="18" fill="none" stroke="#8a5a34" stroke-opacity=".3" stroke-width="6"/>',
      light: 'flat',
    },
  );

const castIron: Packaging = (dress) =>
  '<path d="M132 262C132 90 468 90 468 262" fill="none" stroke="#2b2f33" stroke-width="13"/><path d="M170 470 150 528M430 470 450 528M300 500V528" stroke="#2b2f33" stroke-width="20" stroke-linecap="round"/>' +
  body(
    'M112 284H488C512 400 440 512 300 512S88 400 112 284z',
    { x: 90, y: 280, w: 420, h: 236 },
    {
      fill: mix('#33383d', dress.body, 0.12),
      on: emblem(dress, 300, 392, 96),
      light: 'round',
    },
  ) +
  '<path d="M104 284Q110 214 300 214T496 284z" fill="#3f454a"/><path d="M104 276H496V296H104z" fill="#4d545a"/><path d="M270 214Q270 188 300 188T330 214z" fill="#2b2f33"/>';

const saucepan: Packaging = (dress) =>
  `<rect x="420" y="300" width="130" height="30" rx="15" fill="#33383d"/>` +
  body(
    'M98 290H436V490Q436 528 398 528H136Q98 528 98 490z',
    { x: 98, y: 290, w: 338, h: 238 },
    {
      fill: isDark(dress.body) ? mix(dress.body, steel, 0.25) : steel,
      on: emblem(dress, 266, 410, 84),
      light: 'round',
    },
  ) +
  '<path d="M88 292Q94 226 267 226T446 292z" fill="#e3e8ea"/><path d="M84 280H450V300H84z" fill="#b4bcc1"/><circle cx="267" cy="212" r="20" fill="#33383d"/>';

const fryingPan: Packaging = (dress) =>
  '<g transform="rotate(-24 260 360)"><rect x="392" y="338" width="200" height="36" rx="18" fill="#33383d"/></g>' +
  `<circle cx="258" cy="340" r="186" fill="${mix('#33383d', dress.body, 0.15)}"/><circle cx="258" cy="340" r="164" fill="#454b50"/><path d="M130 290Q160 210 250 196" stroke="#fff" stroke-opacity=".16" stroke-width="20" fill="none" stroke-linecap="round"/>${emblem(dress, 258, 344, 120)}`;

const container: Packaging = (dress) =>
  body(
    'M92 292H508L488 500Q486 528 458 528H142Q114 528 112 500z',
    { x: 92, y: 292, w: 416, h: 236 },
    {
      fill: mix(dress.body, '#ffffff', 0.45),
      on: emblem(dress, 300, 412, 130),
      light: 'round',
    },
  ) +
  `<rect x="76" y="246" width="448" height="56" rx="18" fill="${dress.body}"/><rect x="76" y="246" width="448" height="16" rx="8" fill="#fff" fill-opacity=".3"/><rect x="260" y="288" width="80" height="34" rx="9" fill="${darker(dress.body, 0.15)}"/>`;

const plantPot: Packaging = (dress) =>
  `<g transform="translate(300 196) scale(2.6)">${dress.motif}</g>` +
  body(
    `M172 346H428L398 504Q394 ${floor} 370 ${floor}H230Q206 ${floor} 202 504z`,
    { x: 170, y: 346, w: 260, h: 182 },
    {
      fill: '#c8703f',
      on: '',
      light: 'round',
    },
  ) +
  '<rect x="154" y="316" width="292" height="48" rx="8" fill="#db8652"/><path d="M154 356H446V364H154z" fill="#2a1a14" fill-opacity=".14"/>' +
  label({ x: 206, y: 386, w: 188, h: 112 }, dress);

const tool: Packaging = (dress) => `<g transform="translate(300 292) scale(4.2)">${dress.motif}</g>`;

export const unpackagedProducts = {
  blender,
  juicer,
  jug,
  stackedTrays,
  freezer,
  kettle,
  worktop,
  mug,
  flask,
  glass,
  tote,
  board,
  castIron,
  saucepan,
  fryingPan,
  container,
  plantPot,
  tool,
} satisfies Record<string, Packaging>;
