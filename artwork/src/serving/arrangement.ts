/** Places items of food on what they are served on. */

/** Position of an item: x, y, rotation in degrees and scale. */
export type Place = readonly [x: number, y: number, turn: number, scale: number];

/** Draws copies of one item without repeating its bytes; `id` is unique within a picture. */
export function copies(item: string, places: readonly Place[], id: 'm' | 'n' | 'o' = 'm'): string {
  const uses = places.map(
    ([x, y, turn, scale]) =>
      `<use href="#${id}" transform="translate(${Math.round(x)} ${Math.round(y)})rotate(${Math.round(turn)})scale(${scale})"/>`,
  );
  return `<defs><g id="${id}">${item}</g></defs>${uses.join('')}`;
}

/** Draws a single item, for a slice or garnish in front of the others. */
export const placed = (item: string, ...[x, y, turn, scale]: Place): string =>
  `<g transform="translate(${x} ${y})rotate(${turn})scale(${scale})">${item}</g>`;

interface Heap {
  /** Number of items in each row, from the top. */
  rows: readonly number[];
  scale: number;
  /** Centre, and base of the lowest row. */
  x?: number;
  base?: number;
  /** Largest rotation in degrees. */
  turn?: number;
  /** Distances between items and between rows, in units of an item. */
  gap?: readonly [across: number, down: number];
}

/** Positions of a heap: upper rows first, because lower ones lie in front. */
export function heap({ rows, scale, x = 300, base = 448, turn = 16, gap = [0.86, 0.66] }: Heap): Place[] {
  const size = scale * 100;
  return rows.flatMap((count, row) =>
    Array.from({ length: count }, (_, at): Place => {
      const sway = Math.sin(row * 7 + at * 5 + count);
      return [
        x + (at - (count - 1) / 2) * size * gap[0] + sway * size * 0.05,
        base - size * 0.48 - (rows.length - 1 - row) * size * gap[1] + Math.cos(at * 3 + row) * size * 0.04,
        sway * turn,
        scale,
      ];
    }),
  );
}

/** Positions of long items side by side, lying across. */
export function laid(count: number, scale: number, spread = 46, base = 410): Place[] {
  return Array.from({ length: count }, (_, at) => [
    300 + Math.sin(at * 4) * 14,
    base - (count - 1 - at) * spread,
    -82 + Math.cos(at * 5) * 7,
    scale,
  ]);
}

/** Positions of long items that fan out from one end. */
export function fanned(count: number, scale: number, degrees = 12): Place[] {
  return Array.from({ length: count }, (_, at) => {
    const turn = (at - (count - 1) / 2) * degrees;
    return [300 + turn * 3.4, 296 + Math.abs(turn) * 0.8, turn, scale];
  });
}
