import { numberOf } from './colour.ts';

/**
 * Repeated shapes: around a centre, scattered, or along a stalk. Every drawing lies in a square from -50 to
 * 50.
 */
/** Rotates copies of a shape around the centre, `count` in total. */
export function around(count: number, shape: string): string {
  return Array.from(
    { length: count },
    (_, at) => `<g transform="rotate(${(360 / count) * at})">${shape}</g>`,
  ).join('');
}

/** Draws a flower with this number of petals. */
export function petals(count: number, petal: string, heart: string): string {
  const shape = `<path d="M0 0C-14-16-10-36 0-44 10-36 14-16 0 0z" fill="${petal}" stroke="${heart}" stroke-opacity=".35" stroke-width="2"/>`;
  return `${around(count, shape)}<circle r="13" fill="${heart}"/>`;
}

/** Scatters copies of a small shape: grains, beans, seeds. */
export function scattered(shape: string): string {
  const places = [
    [-24, -22, -30],
    [14, -30, 20],
    [34, -2, 70],
    [-4, 4, 110],
    [-34, 16, 35],
    [16, 28, -20],
    [-12, 38, 80],
  ];
  const id = `s${numberOf(shape).toString(36)}`;
  const copies = places.map(
    ([x, y, turn]) => `<use href="#${id}" transform="translate(${x} ${y})rotate(${turn})"/>`,
  );
  return `<defs><g id="${id}">${shape}</g></defs>${copies.join('')}`;
}

/** Draws an ear of grain on its stalk. */
export function ears(kernel: string, stalk: string): string {
  const rows = [-30, -16, -2, 12].map(
    (y) =>
      `<path d="M0 ${y + 12}C-16 ${y + 10}-20 ${y - 4}-18 ${y - 10}-6 ${y - 8} 0 ${y} 0 ${y + 12}z"/><path d="M0 ${y + 12}C16 ${y + 10} 20 ${y - 4} 18 ${y - 10} 6 ${y - 8} 0 ${y} 0 ${y + 12}z"/>`,
  );
  return `<path d="M0-30V50" stroke="${stalk}" stroke-width="4"/><g fill="${kernel}"><path d="M0-30C-9-38-7-48 0-50 7-48 9-38 0-30z"/>${rows.join('')}</g>`;
}
