import type { Sort } from '@fynbos/core/search/request.ts';
import type { Column, Columns } from './columns.ts';

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
  const ranks = column.ranks();
  const key = direction === 'asc' ? smallestRank(column, ranks) : largestRank(column, ranks);
  return (a, b) => key(a) - key(b);
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
