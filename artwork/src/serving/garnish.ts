import { placed } from './arrangement.ts';
import { cut, sprig } from './produce-shapes.ts';

/** Small things beside a dish. */

const rosemary = sprig('#5f8a55', 0.3);

export const rosemaryAt = (x: number, y: number, turn = 64): string => placed(rosemary, x, y, turn, 1.1);

export const lemonAt = (x: number, y: number): string =>
  placed(cut('#e8c32e', '#f6dc62', 'segments'), x, y, -12, 0.66);

export const peppercorns =
  '<path d="M128 452v.1M150 440v.1M138 462v.1M452 448v.1M470 460v.1M486 442v.1" stroke="#3b2a22" stroke-width="7"/>';

export const parsleyAt = (x: number, y: number): string => placed(sprig('#5a9648', 1), x, y, 58, 0.8);

export const crumbs =
  '<path d="M92 452v.1M118 440v.1M462 456v.1M486 444v.1M510 454v.1M440 462v.1" stroke="#b98546" stroke-width="6"/>';

export const wheat = `<g transform="translate(486 420)rotate(62)">${[0, 1, 2, 3]
  .map(
    (at) =>
      `<ellipse cx="-7" cy="${at * 17 - 40}" rx="6" ry="11" transform="rotate(-24-7 ${at * 17 - 40})" fill="#d9ab52"/><ellipse cx="7" cy="${at * 17 - 40}" rx="6" ry="11" transform="rotate(24 7 ${at * 17 - 40})" fill="#c8963c"/>`,
  )
  .join('')}<path d="M0-50V74" stroke="#b98a3a" stroke-width="4"/></g>`;
