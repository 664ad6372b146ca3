import { copies, fanned, heap, laid, type Place, placed } from './arrangement.ts';
import { board, type Surface } from './surface.ts';

/** Arrangements that fit many kinds of food. */

/** Draws a dish of unpacked food on a canvas of 600 by 600. */
export type Dish = () => string;

interface Piled {
  /** In front of the heap: a half, a slice, a garnish. */
  front?: string;
  on?: Surface;
  /** Whether the items are flatter than they are wide, so that rows lie closer together. */
  flat?: boolean;
}

const gapOf = ({ flat }: Piled): [number, number] => [0.84, flat ? 0.36 : 0.62];
/** Rows of flat items end higher above their base than their square does. */
const baseOf = ({ flat }: Piled) => (flat ? 470 : 448);

const dish =
  (item: string, places: readonly Place[], { front = '', on = board }: Piled): Dish =>
  () =>
    on(copies(item, places) + front);

/** Six fruits in a pyramid. */
export const pyramid = (item: string, more: Piled = {}): Dish =>
  dish(item, heap({ rows: [1, 2, 3], scale: 1.54, x: 284, gap: gapOf(more), base: baseOf(more) }), more);

/** Three or four large ones. */
export const few = (item: string, more: Piled = {}): Dish =>
  dish(item, heap({ rows: [1, 2], scale: 2.05, x: 292, gap: gapOf(more), base: baseOf(more) }), more);

/** Two side by side. */
export const pair = (item: string, more: Piled = {}): Dish =>
  dish(item, heap({ rows: [2], scale: 2.5, x: 300, gap: [0.8, 0.6] }), more);

/** One large one; `below` is the distance from its centre to its base. */
export const single = (item: string, more: Piled = {}, scale = 3.2, below = 48): Dish =>
  dish(item, [[288, 452 - scale * below, 0, scale]], more);

/** What shows between slim items in a bowl. */
export const bed = (colour: string): string =>
  `<path d="M112 352Q150 258 300 250T488 352L300 398z" fill="${colour}"/>`;

/** Many small ones in a bowl, on a bed of their colour if they are slim. */
export const many =
  (item: string, scale: number, on: Surface, under = ''): Dish =>
  () => {
    const across = Math.round(3.3 / scale);
    const rows = [across - 1, across, across + 1, across].map((count) => Math.max(2, count));
    const places = heap({ rows, scale, base: 398, turn: 80, gap: [0.84, 0.5] });
    return on((under && bed(under)) + copies(item, places));
  };

/** Small ones loose on a surface. */
export const scatter = (item: string, scale: number, more: Piled = {}): Dish => {
  const across = Math.round(3.6 / scale);
  return dish(item, heap({ rows: [across - 2, across - 1, across], scale, turn: 60, gap: [0.9, 0.5] }), more);
};

/** Long ones lying across. */
export const across = (item: string, count: number, scale: number, more: Piled = {}, spread = 46): Dish =>
  dish(item, laid(count, scale, spread), more);

/** A bunch, tied near its lower end. */
export const bunch = (item: string, count: number, scale: number, more: Piled = {}): Dish =>
  dish(item, fanned(count, scale, 48 / count), {
    ...more,
    front: `<path d="M272 402Q300 412 328 402V418Q300 428 272 418z" fill="#c98a3a"/>${more.front ?? ''}`,
  });

/** Flat slices, each overlapping the one before. */
export const shingled = (item: string, count: number, scale: number, more: Piled = {}, turn = 0): Dish =>
  dish(
    item,
    Array.from({ length: count }, (_, at) => [
      300 + (at - (count - 1) / 2) * (340 / count),
      384 + Math.abs(at - (count - 1) / 2) * 4,
      turn,
      scale,
    ]),
    more,
  );

/** Stacked flat breads. */
export const stack = (item: string, count: number, more: Piled = {}): Dish =>
  dish(
    item,
    Array.from({ length: count }, (_, at) => [300 + Math.sin(at * 5) * 6, 432 - at * 19, 0, 1.9]),
    more,
  );

/** Two kinds together: a large one behind, copies of another in front. */
export const together =
  (
    back: string,
    [x, y, turn, scale]: Place,
    front: string,
    places: readonly Place[],
    { on = board, front: garnish = '' }: Piled = {},
  ): Dish =>
  () =>
    on(placed(back, x, y, turn, scale) + copies(front, places) + garnish);
