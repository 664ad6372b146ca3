import type { Column, Columns } from './columns.ts';
import type { Sort } from './request.ts';

/** Says which of two documents comes first: negative for `a`. */
export type Compare = (a: number, b: number) => number;

const missing = 0xffff_ffff;

/**
 * Orders documents by fields: numbers by size, then texts by their letters in no locale's order.
 * A product with several values goes by the smallest when rising, by the largest when falling; one
 * with none comes last either way.
 */
export function byFields(columns: Columns, sort: readonly Sort[], tie: Compare): Compare {
  const orders = sort.flatMap(({ field, direction }) => {
    const column = columns.get(field);
    return column ? [byColumn(column, direction)] : [];
  });
  return (a, b) => {
    for (const order of orders) {
      const difference = order(a, b);
      if (difference !== 0) return difference;
    }
    return tie(a, b);
  };
}

function byColumn(column: Column, direction: Sort['direction']): Compare {
  const key = keyOf(column, direction);
  return (a, b) => key(a) - key(b);
}

function keyOf(column: Column, direction: Sort['direction']): (slot: number) => number {
  const ranks = column.ranks();
  return direction === 'asc' ? smallestRank(column, ranks) : largestRank(column, ranks);
}

/** Room for a document's place below its key, in the whole numbers that a double holds. */
const places = 2 ** 21;

/**
 * All documents in the order of one field: what a list is cut from, however deep its page, by walking
 * along it. Numbers are sorted by the machine itself, ten times as fast as by a comparison of ours.
 *
 * @param ordered every document in document order, which decides between equal values
 */
export function inOrderOf(column: Column, direction: Sort['direction'], ordered: Uint32Array): Uint32Array {
  const key = keyOf(column, direction);
  const keys = Float64Array.from(ordered, (slot, place) => key(slot) * places + place).sort();
  return Uint32Array.from(keys, (combined) => ordered[combined % places]!);
}

/** The page of the wanted documents, from a walk along all of them in their order. */
export function pageAlong(order: Uint32Array, wanted: Uint8Array, start: number, size: number): number[] {
  const page: number[] = [];
  let passed = 0;
  for (let i = 0; i < order.length && page.length < size; i++) {
    if (wanted[order[i]!] === 1 && passed++ >= start) page.push(order[i]!);
  }
  return page;
}

function smallestRank(column: Column, ranks: Uint32Array): (slot: number) => number {
  return (slot) => {
    let least = missing;
    for (let i = column.from(slot); i < column.to(slot); i++) {
      least = Math.min(least, ranks[column.codes.at[i]!]!);
    }
    return least;
  };
}

/** The largest rank, turned round so that it sorts first. */
function largestRank(column: Column, ranks: Uint32Array): (slot: number) => number {
  return (slot) => {
    let key = missing;
    for (let i = column.from(slot); i < column.to(slot); i++) {
      key = Math.min(key, ranks.length - ranks[column.codes.at[i]!]!);
    }
    return key;
  };
}

/**
 * The page of `slots` from `start`, in order. Only as many as the page needs are put in order: the
 * best are kept in a heap whose top is the worst of them.
 */
export function pageOf(slots: Uint32Array, start: number, size: number, compare: Compare): number[] {
  const wanted = Math.min(start + size, slots.length);
  if (wanted <= start) return [];
  const best = wanted * 4 > slots.length ? Array.from(slots) : bestOf(slots, wanted, compare);
  return best.sort(compare).slice(start, wanted);
}

function bestOf(slots: Uint32Array, wanted: number, compare: Compare): number[] {
  const heap: number[] = [];
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]!;
    if (heap.length < wanted) rise(heap, heap.push(slot) - 1, compare);
    else if (compare(slot, heap[0]!) < 0) {
      heap[0] = slot;
      sink(heap, compare);
    }
  }
  return heap;
}

function rise(heap: number[], from: number, compare: Compare): void {
  let place = from;
  while (place > 0) {
    const above = (place - 1) >> 1;
    if (compare(heap[place]!, heap[above]!) <= 0) return;
    swap(heap, place, above);
    place = above;
  }
}

function sink(heap: number[], compare: Compare): void {
  let place = 0;
  for (;;) {
    const left = 2 * place + 1;
    if (left >= heap.length) return;
    const right = left + 1;
    const worse = right < heap.length && compare(heap[right]!, heap[left]!) > 0 ? right : left;
    if (compare(heap[worse]!, heap[place]!) <= 0) return;
    swap(heap, place, worse);
    place = worse;
  }
}

function swap(heap: number[], a: number, b: number): void {
  [heap[a], heap[b]] = [heap[b]!, heap[a]!];
}
