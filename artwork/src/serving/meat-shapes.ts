import { darker, lighter } from '../drawing/colour.ts';
import { contactShadow, disc, gloss, line, path, shaded } from './shading.ts';

/** Cuts of meat, and fish, by colour and outline. */

/** A thick slice: its edge below, a rim of fat, the lean meat and its marbling. */
function slice(outline: string, flesh: string, rim: string, more: string): string {
  return `${contactShadow(36, 48)}<path d="${outline}" fill="${darker(flesh, 0.35)}" transform="translate(0 9)"/><path d="${outline}" fill="${rim}"/><g transform="translate(2 1)scale(.86)">${shaded(path(outline), flesh)}${more}</g>`;
}

const marbling = line(
  'M-30 4Q-18-10-12 4M-4-22Q8-16 6-4M14 12Q24 4 32 10M-14 22Q-4 14 4 22M18-18Q26-14 28-6',
  '#f7dccf',
  3,
);

export const steak = (flesh: string): string =>
  slice(
    'M-48 6C-50-26-20-36 14-32 44-28 54-6 42 16 28 38-8 36-30 30-42 26-48 18-48 6z',
    flesh,
    '#f6e2cf',
    marbling,
  );

/** A chop with its rib. */
export const chop = (flesh: string): string =>
  `<path d="M20 4C36 20 46 34 62 40Q68 50 58 54C42 50 26 36 10 22z" fill="#f1e4d0"/>${slice('M-46-6C-44-32-12-40 14-30 38-20 40 8 26 22 8 36-28 34-40 18-46 10-46 2-46-6z', flesh, '#f3d9c4', marbling)}`;

/** Round slices with a bone in the middle: shin, oxtail, neck. */
export const boneSlice = (flesh: string): string =>
  slice(
    'M-46 0C-46-26-24-36 0-36S46-26 46 0 24 34 0 34-46 26-46 0z',
    flesh,
    '#ecd3c0',
    `${marbling}${shaded(disc(14, 12), '#f6ead8')}<ellipse rx="7" ry="6" fill="#d9a98c"/>`,
  );

/** Strands from the mincer. */
export const mince = (flesh: string): string => {
  const strands = (y: number, half: number) =>
    Array.from({ length: Math.round(half / 4) }, (_, at) => {
      const x = Math.round(at * 8 - half + Math.sin(at * 5 + y) * 3);
      const rise = Math.round(Math.cos(at * 7 + y) * 5);
      return `M${x} ${y + rise}q${4 + rise}-13 12-${2 + Math.abs(rise)}t-4 ${9 - rise}`;
    }).join('');
  return `${contactShadow(38, 54)}${shaded(path('M-54 36C-54 6-34-32 0-34S54 6 54 36Q0 46-54 36z'), darker(flesh, 0.12))}${line(strands(-18, 20) + strands(-4, 32) + strands(10, 42) + strands(25, 48), lighter(flesh, 0.28), 4.5)}${line(strands(-11, 28) + strands(4, 40) + strands(19, 48), '#f3d3c6', 2.5)}`;
};

/** A sausage along a path. */
const casing = (d: string, colour: string, width: number): string =>
  line(d, darker(colour, 0.35), width) +
  `<g transform="translate(-.5-1.5)">${line(d, colour, width - 3)}</g><g transform="translate(-2-4)">${line(d, lighter(colour, 0.4), width / 7)}</g>`;

/** Sausage in a coil. */
export const coil = (colour: string): string =>
  `${contactShadow(34, 56)}<g transform="scale(1 .66)">${casing('M54 24C46 52-6 62-36 44-66 20-58-30-18-44 22-56 52-24 42 6 34 34-10 40-26 18-38-6-14-30 8-22 24-14 20 8 4 8', colour, 15)}</g>`;

export const link = (colour: string): string =>
  `${contactShadow(14, 48)}${casing('M-40 6Q0-12 40 6', colour, 22)}${line('M-51 10-46 7M46 7 51 10', darker(colour, 0.3), 4)}`;

export const drumstick = (skin: string): string =>
  `${contactShadow(30, 40)}<path d="M16 14 40 36Q50 34 50 42 54 50 44 50 38 52 38 44L10 22z" fill="#f4e6d2"/>${shaded(path('M-42-14C-40-38-6-42 10-24 22-10 26 6 20 18 10 28-8 24-22 16-38 8-44-2-42-14z'), skin)}${gloss}`;

export const fillet = (flesh: string): string =>
  `${contactShadow(26, 50)}<path d="M-50 8C-44-16-8-28 20-20 40-14 52 0 52 10 36 30-10 32-34 26-46 22-50 14-50 8z" fill="${darker(flesh, 0.22)}" transform="translate(0 6)"/>${shaded(path('M-50 8C-44-16-8-28 20-20 40-14 52 0 52 10 36 30-10 32-34 26-46 22-50 14-50 8z'), flesh)}${line('M-30 10Q-22-6-8-12M-8 18Q2-2 14-12M14 18Q24 6 32-4', lighter(flesh, 0.6), 3)}`;

/** A whole bird, ready for the oven. */
export const bird = (skin: string): string =>
  `${contactShadow(44, 56)}${shaded(path('M-46 20C-50-16-22-42 4-40 34-38 52-10 46 20 40 44-36 46-46 20z'), skin)}${shaded(path('M22 2C40-8 58 6 54 26 48 42 26 40 18 26z'), skin)}${shaded(path('M-22 2C-40-8-58 6-54 26-48 42-26 40-18 26z'), skin)}<path d="M52 30 64 44M-52 30-64 44" stroke="#f1e0c8" stroke-width="9"/>${line('M0-36Q4 0 0 34', darker(skin, 0.2), 2.5)}<g fill="${darker(skin, 0.35)}" fill-opacity=".5"><circle cx="-20" cy="-16" r="3"/><circle cx="18" cy="-22" r="2.5"/><circle cx="26" cy="8" r="3"/><circle cx="-30" cy="10" r="2.5"/></g>`;

/** A rack of ribs. */
export const rack = (flesh: string): string =>
  `${contactShadow(30, 54)}${shaded(path('M-54-14Q-30-30 0-26T54-16Q60 8 50 26 20 34-6 30T-50 28Q-60 8-54-14z'), flesh)}${line('M-38-22Q-34 4-36 28M-18-26Q-14 2-16 29M2-26Q6 2 4 30M22-24Q26 4 24 31M42-20Q46 4 42 28', lighter(flesh, 0.5), 5)}`;

/** A skewer of cubes. */
export const skewer = (flesh: string): string =>
  `${line('M-66 0H66', '#c9a063', 4)}${[-40, -14, 14, 40].map((x, at) => `<g transform="translate(${x})">${shaded('<rect x="-12" y="-14" width="24" height="28" rx="7"/>', at === 1 ? '#e0a02a' : flesh)}</g>`).join('')}<path d="M0-15V15M-27-14V14M27-14V14" stroke="#6f9a4d" stroke-width="5"/>`;

/** A rasher of bacon. */
export const rasher = (flesh: string): string => {
  const wave = 'M-56 0Q-42-12-28 0T0 0 28 0 56 0';
  return `${contactShadow(14, 54)}${line(wave, '#f4dccb', 24)}<g transform="translate(0 2)">${line(wave, flesh, 12)}</g><g transform="translate(0-5)">${line(wave, lighter(flesh, 0.25), 3)}</g>`;
};

/** A thin round slice of cold meat. */
export const coldCut = (rim: string, flesh: string, flecks: string): string =>
  `${contactShadow(24, 42)}<ellipse rx="44" ry="27" fill="${rim}"/>${shaded(disc(40, 24), flesh)}<path d="M-20-6v.1M-4 8v.1M14-8v.1M24 4v.1M-26 6v.1M2-14v.1" stroke="${flecks}" stroke-width="5"/>`;

export const fish = `${contactShadow(24, 60)}<path d="M44 0 70-20Q66 0 70 22z" fill="#6f8fa0"/>${shaded(path('M-62 4C-42-24 10-32 48-4V6C14 32-42 30-62 4z'), '#a9c0ca')}${line('M-34-14Q-26 2-34 18', '#6f8fa0', 3)}${line('M-16-12q6 6 0 12m12-14q6 6 0 12m12-10q6 6 0 12m-24 4q6 5 0 9', '#7d9aa8', 2)}<circle cx="-46" r="4.5" fill="#fff"/><circle cx="-46" r="2.5" fill="#222"/>`;
/** A fish cut open along its back. */
export const butterflied = `${contactShadow(28, 62)}${shaded(path('M-64 0C-44-34 16-40 52-4L68-20V22L52 6C16 42-44 36-64 0z'), '#8fa6b2')}${shaded(path('M-54 0C-38-26 14-30 44 0 14 32-38 28-54 0z'), '#f0d3bd')}${line('M-54 0H44', '#c69b84', 3)}${line('M-30-14-22-3M-12-18-4-3M8-17 16-3M-30 14-22 3M-12 18-4 3M8 17 16 3', '#dcb49d', 2.5)}`;
export const prawn = `${contactShadow(36, 34)}${line('M26-26C-16-44-46 4-18 28-4 38 14 34 24 26', '#c85f45', 24)}${line('M25-28C-16-44-46 3-18 27-4 37 12 33 22 25', '#f0936f', 19)}${line('M-28-6-8-4M-26 14-8 8M-10 34-4 16M-16-22-2-12M6-36 6-20', '#fbd0bb', 3)}<path d="M22 18 46 20 34 30 42 42 20 34z" fill="#e8795a"/>`;
export const mussel = `${contactShadow(24, 40)}<path d="M-46 10C-40-24 10-34 46 0 36 26-20 36-46 10z" fill="#27303c"/><path d="M-38 9C-32-16 8-24 37 0 28 19-16 27-38 9z" fill="#9fb0c0"/>${shaded(path('M-24 8C-18-8 6-14 24 0 16 14-10 18-24 8z'), '#e89a45')}`;
export const ring = `${contactShadow(18, 38)}<ellipse rx="34" ry="22" fill="none" stroke="#d9c3b4" stroke-width="17" cy="3"/><ellipse rx="34" ry="22" fill="none" stroke="#f7ebe1" stroke-width="15"/>`;
/** A round patty with a crust. */
export const patty = (crust: string): string =>
  `${contactShadow(24, 46)}<path d="M-46-4V14Q0 40 46 14V-4z" fill="${darker(crust, 0.25)}"/>${shaded(disc(46, 24), crust)}<path d="M-22-8v.1M-4 4v.1M14-10v.1M26 2v.1M-28 4v.1M4-14v.1" stroke="${darker(crust, 0.35)}" stroke-width="5"/>`;
/** A soft irregular piece, as of liver. */
export const lobe = (flesh: string): string =>
  contactShadow(28, 44) +
  shaded(path('M-44 2C-44-24-14-34 8-26 26-34 48-16 44 6 40 28 10 34-8 24-26 34-44 22-44 2z'), flesh) +
  gloss;
