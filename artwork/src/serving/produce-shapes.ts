import { darker, lighter } from '../drawing/colour.ts';
import { around } from '../drawing/repeated-shapes.ts';
import { contactShadow, disc, gloss, line, path, shaded } from './shading.ts';

/** Fruit and vegetables, whole and cut, by colour and proportions. */

const stalk = (colour: string) => line('M0-36Q-1-48 7-56', colour, 6);
const blade = (colour: string) => `<path d="M4-44C10-60 28-62 42-56 34-44 20-38 4-44z" fill="${colour}"/>`;
const star =
  '<path d="M0-30C-9-42-24-42-32-36-25-27-16-25-7-25L0-15 7-25C16-25 25-27 32-36 24-42 9-42 0-30L2-50-4-50z" fill="#4f8a45"/>';

const tops = {
  none: '',
  stalk: stalk('#5b3a22'),
  leaf: stalk('#5b3a22') + blade('#6f9a4d'),
  star,
  /** Remains of a flower, as on a guava or granadilla. */
  navel: '<circle cx="6" cy="-30" r="5" fill="#3a2414" fill-opacity=".45"/>',
  tuft: `${line('M-4-40Q-12-60-24-70M2-40Q2-62 4-78M6-40Q18-58 30-66', '#5d8a4a', 7)}${line('M0 46V58', '#b98a9a', 3)}`,
  point: '<path d="M-14-36Q-2-46-2-62 4-46 14-36z" fill="#b58a56"/>',
} as const;

interface Whole {
  colour: string;
  /** A second colour on one side. */
  blush?: string;
  top?: keyof typeof tops;
  width?: number;
  height?: number;
}

/** A round or oval fruit. */
export function whole({ colour, blush, top = 'none', width = 47, height = 45 }: Whole): string {
  const cheek = blush
    ? `<ellipse cx="14" cy="4" rx="${width * 0.62}" ry="${height * 0.74}" fill="${blush}" fill-opacity=".62"/>`
    : '';
  return contactShadow(height - 3, width) + shaded(disc(width, height), colour) + cheek + gloss + tops[top];
}

/** A fruit with a neck: pear, avocado, butternut, fig, aubergine, papaya. */
export const necked = (colour: string, top: keyof typeof tops = 'stalk'): string =>
  contactShadow(46, 38) +
  shaded(path('M0-44C20-44 16-16 28 2 46 28 26 50 0 50S-46 28-28 2C-16-16-20-44 0-44z'), colour) +
  gloss +
  (top === 'none' ? '' : `<g transform="translate(0-6)">${tops[top]}</g>`);

/** What a cut shows in its middle. */
const centres = {
  plain: '',
  segments: `<g fill-opacity=".85" fill="#fff7">${around(9, '<path d="M0-5-9-31Q0-37 9-31z" fill="#fff" fill-opacity=".3"/>')}</g>`,
  seeds: around(12, '<ellipse cy="-17" rx="2.5" ry="4.5" fill="#2b1f1a"/>'),
  stone: `${shaded('<ellipse rx="14" ry="16"/>', '#7a4a28')}`,
  core: '<path d="M-12-14Q0-22 12-14 18 6 0 16-18 6-12-14z" fill="#fff" fill-opacity=".4"/><g fill="#4a2a18"><ellipse cx="-5" rx="2.5" ry="5"/><ellipse cx="5" rx="2.5" ry="5"/></g>',
  rings: `<g fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="3"><circle r="31"/><circle r="22"/><circle r="13"/></g>`,
} as const;

/** The face of a cut fruit. */
export function cut(
  skin: string,
  flesh: string,
  centre: keyof typeof centres = 'plain',
  [rx, ry]: readonly [number, number] = [46, 44],
): string {
  return `${contactShadow(ry - 2, rx)}<ellipse rx="${rx}" ry="${ry}" fill="${skin}"/><ellipse rx="${rx - 5}" ry="${ry - 5}" fill="${lighter(flesh, 0.55)}"/><ellipse rx="${rx - 8}" ry="${ry - 8}" fill="${flesh}"/>${centres[centre]}`;
}

/** A wedge with its rind below: melon, pumpkin. */
export const wedge = (rind: string, flesh: string, dots: string): string =>
  `${contactShadow(36, 48)}<path d="M-50-14Q0 84 50-14L44-22H-44z" fill="${rind}"/><path d="M-44-20Q0 62 44-20z" fill="${lighter(flesh, 0.6)}"/>${shaded(path('M-40-20Q0 52 40-20z'), flesh)}<g fill="${dots}"><ellipse cx="-18" cy="-8" rx="3" ry="5"/><ellipse cy="2" rx="3" ry="5"/><ellipse cx="18" cy="-8" rx="3" ry="5"/><ellipse cx="-8" cy="-12" rx="3" ry="5"/><ellipse cx="9" cy="-13" rx="3" ry="5"/></g>`;

/** A long vegetable from top to tip; `tip` is the width of its end compared with its top. */
export function long(colour: string, width: number, tip: number, more = ''): string {
  const end = Math.round(width * tip);
  return (
    shaded(path(`M${-width}-36Q${-width}-48 0-48T${width}-36L${end} 38Q${end} 50 0 50T${-end} 38z`), colour) +
    more
  );
}

const notches = (colour: string) => line('M-9-24H-1M2-12H8M-6 2H0M0 18H5', colour, 2.5);

export const carrot = `${line('M-2-46Q-14-60-12-78M0-46V-82M2-46Q14-60 14-76', '#5d8a4a', 6)}${long('#ee8434', 13, 0.3, notches('#c9641c'))}`;
export const cucumber = long('#3f7d3a', 11, 0.95, line('M-4-38V40M4-34V36', '#7fb062', 2));
export const marrow = long(
  '#568a3f',
  10,
  1.1,
  `${line('M-3-36V40M4-34V36', '#8fb863', 2)}<path d="M-6-46H6L4-54H-4z" fill="#9ab06a"/>`,
);
export const leek = `${long('#f4f3e2', 7, 1.15)}<path d="M-8-4-22-50-8-44-2-56 4-46 20-52 8-4Q0 6-8-4z" fill="#5f9a55"/>${line('M-4-2-10-44M0 0V-46M4-2 11-44', '#a9cf8a', 2)}${line('M-4 50-8 58M0 50V60M4 50 8 58', '#d8cfae', 2)}`;
export const asparagus = long(
  '#84a854',
  4.5,
  1.1,
  '<path d="M-5-34Q-8-48 0-56 8-48 5-34z" fill="#5b7d4c"/>' +
    line('M-3-14 2-20M-2 6 3 0M-3 26 2 20', '#5b7d4c', 2),
);
export const celery = `${long('#b5cf7a', 9, 1.3, line('M-4-40V46M2-40V46', '#dcebb0', 2))}<g fill="#6f9a4d"><circle cx="-12" cy="-54" r="10"/><circle cx="10" cy="-56" r="11"/><circle cy="-64" r="10"/></g>`;
export const cob = `<path d="M-12 30C-30 10-30-10-22-30-10-10-4 10 0 52 4 10 10-10 22-30 30-10 30 10 12 30L0 60z" fill="#8fb863"/>${long('#f4c542', 14, 0.9, `${line('M-7-44V38M0-46V40M7-44V38', '#d99f1e', 2)}<path d="M-13-34H13M-14-22H14M-14-10H14M-14 2H14M-13 14H13" stroke="#d99f1e" stroke-width="2"/>`)}`;
export const pod = shaded(path('M-3-50C10-30 10 26 0 50-10 28-12-26-3-50z'), '#6aa045');
export const chilli = (colour: string): string =>
  `${shaded(path('M-8-34C2-40 10-34 10-24 12 2 6 30-8 50-4 24-16-16-8-34z'), colour)}${line('M1-36Q2-48 10-54', '#4f8a45', 5)}`;
/** A hand of bananas. */
export const bananas = [-16, 4, 24]
  .map(
    (turn) =>
      `<g transform="rotate(${turn} 30-34)">${shaded(path('M30-40C24-2 2 26-44 30L-46 38C-4 50 40 26 42-34z'), '#f3cb3c')}<path d="M-46 30 -50 36-46 40z" fill="#5b4a22"/></g>`,
  )
  .join('')
  .concat('<path d="M26-34 32-50H42L44-32z" fill="#8a8a3a"/>');

/** A head of leaves: lettuce, cabbage. */
export function leafHead(outer: string, inner: string): string {
  const frill = around(9, '<ellipse cx="33" rx="18" ry="17"/>');
  const veins = line('M0 40V-20M0 22-20-4M0 22 20-4M0 0-11-18M0 0 11-18', lighter(inner, 0.6), 2.5);
  return `${contactShadow(46, 46)}<g fill="${outer}">${frill}</g>${shaded(disc(43), darker(outer, 0.1))}<g transform="translate(0 6)"><g fill="${inner}" transform="scale(.68)">${frill}</g>${shaded(disc(30), inner)}${veins}</g>`;
}

/** A head of florets: broccoli, cauliflower. */
export function florets(crown: string, stem: string, leaves = ''): string {
  const bud = shaded(disc(15), crown);
  const places = [
    [-30, -2],
    [30, -2],
    [-18, -24],
    [18, -24],
    [0, -34],
    [0, -12],
    [-16, 6],
    [16, 6],
  ];
  return `${contactShadow(46, 36)}<path d="M-13 0H13L20 44Q0 54-20 44z" fill="${stem}"/>${leaves}${places.map(([x, y]) => `<g transform="translate(${x} ${y})">${bud}</g>`).join('')}`;
}

export const leafShape = (colour: string): string =>
  `${shaded(path('M0 44C-32 24-32-24 0-48 32-24 32 24 0 44z'), colour)}${line('M0 56V-38M0 20-14 2M0 20 14 2M0 0-11-16M0 0 11-16', lighter(colour, 0.5), 2.5)}`;

/** A stem with pairs of leaves; `narrow` below 1 gives needles. */
export function sprig(colour: string, narrow = 1): string {
  const pairs = [36, 16, -4, -24].map(
    (y, at) =>
      `<path d="M0 ${y}C${-26 * (1 - at * 0.12)} ${y + 4 * narrow}-28 ${y - 24 * narrow}-24 ${y - 16}-10 ${y - 22 * narrow} 0 ${y - 6} 0 ${y}zM0 ${y}C${26 * (1 - at * 0.12)} ${y + 4 * narrow} 28 ${y - 24 * narrow} 24 ${y - 16} 10 ${y - 22 * narrow} 0 ${y - 6} 0 ${y}z"/>`,
  );
  return `${line('M0 58V-30', darker(colour, 0.2), 3.5)}<g fill="${colour}">${pairs.join('')}<path d="M0-24C-12-36-8-48 0-54 8-48 12-36 0-24z"/></g>`;
}

/** A bell pepper. */
export const sweetPepper = (colour: string): string =>
  `${contactShadow(44, 40)}${shaded(path('M-4-30C-18-42-46-32-44-4-42 30-26 48-14 44-6 48 6 48 14 44 26 48 42 30 44-4 46-32 18-42 4-30z'), colour)}${line('M-10-28C-18 0-16 26-10 42M12-28C18 0 18 26 10 42', darker(colour, 0.25), 3)}${gloss}<path d="M-14-32Q0-40 14-32 6-24-14-32z" fill="#4f8a45"/>${line('M0-34Q0-48 8-54', '#4f8a45', 8)}`;

export const mushroom = (cap: string): string =>
  `${contactShadow(40, 24)}<path d="M-12 2H12L15 36Q0 46-15 36z" fill="#f1e6d4"/>${shaded(path('M-44 6C-44-30-18-42 0-42S44-30 44 6Q0 20-44 6z'), cap)}`;

/** A bunch of grapes. */
export const grapes = (colour: string): string => {
  const berry = shaded(disc(13), colour);
  const rows = [4, 5, 4, 3, 2, 1];
  const berries = rows.flatMap((count, row) =>
    Array.from(
      { length: count },
      (_, at) => `<g transform="translate(${(at - (count - 1) / 2) * 19} ${row * 15 - 28})">${berry}</g>`,
    ),
  );
  return `${contactShadow(50, 30)}${line('M0-34Q2-48 12-54', '#6b4a2a', 5)}${berries.join('')}`;
};

export const strawberry = `${contactShadow(44, 24)}${shaded(path('M0 48C-30 32-46-2-32-22-18-34 18-34 32-22 46-2 30 32 0 48z'), '#d8343f')}<path d="M-16-8v.1M0 2v.1M15-8v.1M-10 16v.1M11 18v.1M0 30v.1M-24-2v.1M24 0v.1" stroke="#ffe3a3" stroke-width="5"/><path d="M-28-24Q-10-30 0-46 10-30 28-24 12-12 0-20-12-12-28-24z" fill="#5d8a4a"/>`;
export const raspberry = `${shaded(disc(34, 38), '#c02f56')}<g fill="#fff" fill-opacity=".22">${[
  [-16, -14],
  [2, -20],
  [18, -12],
  [-20, 4],
  [-2, 0],
  [16, 4],
  [-8, 18],
  [10, 20],
]
  .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="7"/>`)
  .join('')}</g>`;
export const pineapple = `<g fill="#5d8a4a">${[-40, -20, 0, 20, 40].map((turn) => `<path d="M0-18C-12-36-8-56 0-66 8-56 12-36 0-18z" transform="rotate(${turn} 0-14)"/>`).join('')}</g>${contactShadow(48, 28)}${shaded('<ellipse cy="14" rx="31" ry="37"/>', '#e0a526')}${line('M-28 0 8 48M-26-12 24 40M-12-22 31 20M12-22-31 20M26-12-24 40M28 0-8 48', '#a8701c', 3)}`;
/** Cubes of a prepared vegetable. */
export const cube = (colour: string): string =>
  `<path d="M-34-16 2-34 36-18 36 20 0 40-34 22z" fill="${colour}"/><path d="M-34-16 2-34 36-18 0 2z" fill="${lighter(colour, 0.35)}"/><path d="M0 2 36-18V20L0 40z" fill="${darker(colour, 0.22)}"/>`;
/** A thin stick or shred. */
export const stick = (colour: string): string =>
  long(colour, 7, 1, line('M-3-42V44', lighter(colour, 0.4), 3));
