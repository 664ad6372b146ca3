import { darker, lighter } from '../drawing/colour.ts';
import { contactShadow, disc, line, path, shaded } from './shading.ts';

/** Bread and cake, by crust and crumb. */

const flour =
  '<path d="M-30-22v.1M-12-30v.1M6-26v.1M22-28v.1M34-14v.1M-38-8v.1M-2-14v.1M14-10v.1" stroke="#fff8ea" stroke-opacity=".85" stroke-width="3.5"/>';
const seeds =
  '<path d="M-30-16l3 4M-14-26l3 3M2-20l-3 4M18-27l3 3M30-14l-3 4M-22-4l4 2M10-8l4-2M-4-6l2 3" stroke="#f6e6bd" stroke-width="4"/>';

/** What lies on a crust. */
const dustings = { none: '', flour, seeds } as const;
type Dusting = keyof typeof dustings;

/** A loaf seen from its long side, scored across. */
export const loaf = (crust: string, dusting: Dusting = 'none'): string =>
  `${contactShadow(34, 62)}${shaded(path('M-62 14C-66-18-40-36 0-36S66-18 62 14C60 34 48 38 30 38H-30C-48 38-60 34-62 14z'), crust)}<g fill="${lighter(crust, 0.55)}" stroke="${darker(crust, 0.25)}" stroke-width="1.5"><path d="M-40-22Q-26-10-28 10-42-2-40-22zM-16-30Q-2-16-4 6-18-8-16-30zM10-32Q24-18 22 4 8-8 10-32zM34-26Q46-14 44 6 32-4 34-26z"/></g>${dustings[dusting]}`;

/** A tin loaf seen from the end, with its crumb. */
export const breadSlice = (crust: string, crumb: string, specks = ''): string =>
  `${contactShadow(42, 42)}<path d="M-40 42V2C-56-8-50-40-22-40H22C50-40 56-8 40 2V42Q0 48-40 42z" fill="${crust}"/>${shaded(path('M-33 37V0C-46-8-42-34-20-34H20C42-34 46-8 33 0V37Q0 41-33 37z'), crumb)}<path d="M-20-20v.1M-4-8v.1M14-22v.1M22-4v.1M-22 8v.1M-6 18v.1M12 14v.1M24 26v.1M-18 30v.1M2-26v.1" stroke="${specks || darker(crumb, 0.16)}" stroke-width="${specks ? 5 : 3.5}"/>`;

/** A long loaf or roll. */
export const longLoaf = (crust: string, half: number, dusting: Dusting = 'none'): string =>
  `${contactShadow(18, half)}${shaded(path(`M${-half} 2C${-half}-16 ${-half * 0.6}-24 0-24S${half}-16 ${half} 2 ${half * 0.6} 24 0 24 ${-half} 18 ${-half} 2z`), crust)}<path d="${half > 80 ? 'M-70-8Q-52-2-44 12M-30-14Q-12-4-4 12M12-14Q30-4 38 10M50-10Q64-4 70 8' : 'M-34-10Q0-2 36-8'}" fill="none" stroke="${lighter(crust, 0.6)}" stroke-width="7"/>${dustings[dusting]}`;

/** A round roll or scone; taller with a lower `squash`. */
export const bun = (crust: string, dusting: Dusting = 'none', more = ''): string =>
  `${contactShadow(32, 46)}${shaded(path('M-46 12C-48-22-22-36 0-36S48-22 46 12Q46 34 24 34H-24Q-46 34-46 12z'), crust)}<path d="M-44 20Q0 34 44 20L40 32H-40z" fill="${lighter(crust, 0.45)}" fill-opacity=".7"/>${dustings[dusting]}${more}`;

export const crease = line('M-2-34Q6-10-2 14', '#fff3d6', 4);

/** A flat round bread. */
export const flatbread = (dough: string): string =>
  `<ellipse cy="6" rx="96" ry="30" fill="${darker(dough, 0.22)}"/>${shaded(disc(96, 30), dough)}<g fill="#9a5f2a" fill-opacity=".5"><ellipse cx="-48" cy="-6" rx="12" ry="4"/><ellipse cx="-10" cy="10" rx="15" ry="5"/><ellipse cx="30" cy="-10" rx="14" ry="4"/><ellipse cx="58" cy="8" rx="10" ry="3.5"/><ellipse cx="2" cy="-16" rx="9" ry="3"/></g>`;

/** A wedge of layer cake. */
export const cakeWedge = (crumb: string, icing: string): string =>
  `${contactShadow(40, 56)}<path d="M-54-18 34-34 56-12V36L-54 40z" fill="${crumb}"/><path d="M-54-18 34-34 56-12V36L-54 40z" fill="url(#h)"/><path d="M-54 6 56 6V15L-54 16z" fill="${icing}"/><path d="M-54-22 34-42Q56-36 56-14L-54-8z" fill="${icing}"/><path d="M-54-10Q-42 2-36-10-26 4-18-10-6 0 2-10 14 2 22-12 34 0 40-12 50-2 56-14" fill="${icing}"/>`;

/** A round tart in its crust, dusted in the middle. */
export const tart = (crust: string, filling: string, dust: string): string =>
  `${contactShadow(30, 58)}<path d="M-58-4 -48 26Q0 46 48 26L58-4z" fill="${darker(crust, 0.15)}"/><path d="M-44 0-37 30M-24 6-20 36M0 8V38M24 6 20 36M44 0 37 30" stroke="${darker(crust, 0.4)}" stroke-width="3"/><ellipse cy="-6" rx="60" ry="25" fill="${crust}"/>${shaded('<ellipse cy="-7" rx="52" ry="20"/>', filling)}<path d="M-30-10v.1M-18-4v.1M-8-14v.1M4-6v.1M16-12v.1M26-2v.1M-2 2v.1M34-10v.1M-24-16v.1M12 4v.1" stroke="${dust}" stroke-opacity=".6" stroke-width="5"/>`;

export const muffin = (crumb: string, dots: string): string =>
  `${contactShadow(44, 34)}<path d="M-32 2H32L24 44Q0 50-24 44z" fill="#f3ead8"/><path d="M-22 4-16 46M-8 4-6 48M8 4 6 48M22 4 16 46" stroke="#d3c3a4" stroke-width="3"/>${shaded(path('M-42 6C-50-16-24-42 0-40 24-42 50-16 42 6Q0 20-42 6z'), crumb)}<path d="M-22-16v.1M-4-28v.1M14-20v.1M26-6v.1M-8-6v.1M-28-2v.1M8-4v.1" stroke="${dots}" stroke-width="8"/>`;

/** A plait in syrup. */
export const plait = `${contactShadow(24, 50)}${[-36, -14, 8, 30].map((x) => `<g transform="translate(${x} 0)rotate(34)">${shaded(disc(12, 26), '#b5651d')}</g>`).join('')}<path d="M-42-8q6-8 14-8M-8-10q6-7 14-6M16-8q6-8 12-8" stroke="#ffe2a8" stroke-width="4" fill="none"/>`;

/** A square of cake: brownie, pudding, lamington. */
export const square = (crumb: string, top: string, flecks: string): string =>
  `${contactShadow(38, 46)}<path d="M-46-14 0 4V40L-46 20z" fill="${crumb}"/><path d="M46-14 0 4V40L46 20z" fill="${darker(crumb, 0.28)}"/>${shaded(path('M-46-14 0-34 46-14 0 4z'), top)}<path d="M-20-16v.1M0-24v.1M18-14v.1M2-8v.1M-30 6v.1M-14 20v.1M26 8v.1M12 22v.1" stroke="${flecks}" stroke-width="4"/>`;
