import type { Sort } from '../search-request.ts';
import type { Column, Columns } from './columns.ts';

// Assertions: loops stay within the length of their array, and a code is a position in the ranks.

/** Compares two documents: negative when `a` comes first. */
export type Compare = (a: number, b: number) => number;

const missing = 0xffff_ffff;

/**
 * Orders documents by fields: numbers by size, then text by code unit. A product with several values sorts
 * by the smallest when ascending and by the largest when descending; one without values comes last.
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

/** Space for a document's position below its key, within the integers that a double holds exactly. */
const places = 2 ** 21;

/**
 * Returns all documents in the order of one field, from which pages at any depth are cut. Numeric typed
 * arrays sort natively, ten times as fast as with a comparison function.
 * @param ordered every document in document order, which breaks ties
 */
export function inOrderOf(column: Column, direction: Sort['direction'], ordered: Uint32Array): Uint32Array {
  const key = keyOf(column, direction);
  const keys = Float64Array.from(ordered, (slot, place) => key(slot) * places + place).sort();
  return Uint32Array.from(keys, (combined) => ordered[combined % places]!);
}

/** Returns the page of the included documents by walking the order. */
export function pageAlong(order: Uint32Array, included: Uint8Array, start: number, size: number): number[] {
  const page: number[] = [];
  let passed = 0;
  for (let i = 0; i < order.length && page.length < size; i++) {
    if (included[order[i]!] === 1 && passed++ >= start) page.push(order[i]!);
  }
  return page;
}

function smallestRank(column: Column, ranks: Uint32Array): (slot: number) => number {
  return (slot) => {
    let min = missing;
    for (let i = column.from(slot); i < column.to(slot); i++) {
      min = Math.min(min, ranks[column.codes.at[i]!]!);
    }
    return min;
  };
}

/** Returns the largest rank, inverted so that it sorts first. */
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
 * Returns the page of `slots` from `start`, in order. Only as many as the page needs are sorted: a heap
 * holds the best, with the worst of them on top.
 */
export function pageOf(slots: Uint32Array, start: number, size: number, compare: Compare): number[] {
  const end = Math.min(start + size, slots.length);
  if (end <= start) return [];
  const best = end * 4 > slots.length ? Array.from(slots) : bestOf(slots, end, compare);
  return best.sort(compare).slice(start, end);
}

function bestOf(slots: Uint32Array, count: number, compare: Compare): number[] {
  const heap: number[] = [];
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]!;
    if (heap.length < count) rise(heap, heap.push(slot) - 1, compare);
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
