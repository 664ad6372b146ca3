import { type Column, type Columns, columnsOf } from './columns.ts';
import type { Answer, Question } from './engine.ts';
import { marksOfAny, passing } from './filters.ts';
import type { Filter } from './request.ts';

/** As many values of a field as are ever counted out (commerce 9). */
export const mostFacetValues = 100;

/**
 * Which documents each count is over. A facet leaves out the choices made in itself, so that a
 * shopper sees what else could be chosen; every other filter holds (wire contract 3.2).
 *
 * Every filter is asked once, whatever is counted. What a document misses is noted beside it, so that a count
 * more costs one look at each document, however many filters there are.
 */
export class Counted {
  readonly #base: Uint32Array;
  readonly #fields: readonly string[];
  /** For each document of the base how many of the fields chosen in it misses, and the last of them. */
  readonly #misses: Uint16Array;
  readonly #missed: Uint16Array;
  readonly #alternatives: Alternatives | undefined;
  /** The documents that pass every filter: the answer itself. */
  readonly all: Uint32Array;

  constructor(columns: Columns, filters: readonly Filter[], among: Uint32Array) {
    // What holds for every facet alike is asked once, and so is each field that something is chosen in.
    this.#base = passing(
      columns,
      filters.filter((filter) => !isChoice(filter)),
      among,
    );
    const chosen = Map.groupBy(
      filters.filter((filter) => isChoice(filter) && !filter.any),
      ({ field }) => field,
    );
    this.#fields = [...chosen.keys()];
    this.#misses = new Uint16Array(this.#base.length);
    this.#missed = new Uint16Array(this.#base.length);
    for (const [number, choices] of [...chosen.values()].entries()) this.#note(columns, number, choices);
    const alternatives = filters.filter((filter) => filter.any);
    this.#alternatives =
      alternatives.length > 0 ? new Alternatives(columns, alternatives, this.#base) : undefined;
    this.all = this.#passing(-1, this.#alternatives?.withoutChoicesIn(undefined));
  }

  /** The documents that the facet on this field counts. */
  for(field: string): Uint32Array {
    const number = this.#fields.indexOf(field);
    if (number < 0 && !this.#alternatives?.hasChoiceIn(field)) return this.all;
    return this.#passing(number, this.#alternatives?.withoutChoicesIn(field));
  }

  #note(columns: Columns, number: number, choices: readonly Filter[]): void {
    const passed = passing(columns, choices, this.#base);
    for (let i = 0, next = 0; i < this.#base.length; i++) {
      if (this.#base[i] === passed[next]) next++;
      else {
        this.#misses[i]!++;
        this.#missed[i] = number;
      }
    }
  }

  /** The documents that miss no chosen field, or this one alone, and have an alternative where there are any. */
  #passing(number: number, hasOne: ((place: number) => boolean) | undefined): Uint32Array {
    const found = new Uint32Array(this.#base.length);
    let count = 0;
    for (let place = 0; place < found.length; place++) {
      const misses = this.#misses[place];
      if (misses !== 0 && !(misses === 1 && this.#missed[place] === number)) continue;
      if (!hasOne || hasOne(place)) found[count++] = this.#base[place]!;
    }
    return found.subarray(0, count);
  }
}

/** The `any` filters: which documents pass one of them, when those that are choices in a field are left out. */
class Alternatives {
  readonly #fields: readonly string[];
  /** Whether some are no choices in a field, and for each document of the base whether it passes one of these. */
  readonly #hasOthers: boolean;
  readonly #others: Uint8Array;
  /** For each document in how many fields it passes a choice, and the last of them. */
  readonly #hits: Uint16Array;
  readonly #hit: Uint16Array;

  constructor(columns: Columns, filters: readonly Filter[], base: Uint32Array) {
    const others = filters.filter((filter) => filter.scope !== 'catalog');
    this.#hasOthers = others.length > 0;
    this.#others = marksOfAny(columns, others, base);
    const chosen = Map.groupBy(
      filters.filter((filter) => filter.scope === 'catalog'),
      ({ field }) => field,
    );
    this.#fields = [...chosen.keys()];
    this.#hits = new Uint16Array(base.length);
    this.#hit = new Uint16Array(base.length);
    for (const [number, choices] of [...chosen.values()].entries()) {
      const marks = marksOfAny(columns, choices, base);
      for (let i = 0; i < base.length; i++) {
        if (marks[i] === 0) continue;
        this.#hits[i]!++;
        this.#hit[i] = number;
      }
    }
  }

  hasChoiceIn(field: string): boolean {
    return this.#fields.includes(field);
  }

  /** Asks whether a document passes one of those that are left; undefined where none are, and all pass. */
  withoutChoicesIn(field: string | undefined): ((place: number) => boolean) | undefined {
    const number = field === undefined ? -1 : this.#fields.indexOf(field);
    if (!this.#hasOthers && this.#fields.length === (number < 0 ? 0 : 1)) return undefined;
    return (place) => {
      const hits = this.#hits[place]!;
      return this.#others[place] === 1 || hits > 1 || (hits === 1 && this.#hit[place] !== number);
    };
  }
}

function isChoice(filter: Filter): boolean {
  return filter.scope === 'catalog' || filter.any;
}

/** The values of a field among these documents with how many have each; most frequent first. */
export function countValues(
  columns: Columns,
  field: string,
  slots: Uint32Array,
): { value: string; count: number }[] {
  const [own, children] = columnsOf(columns, field, true);
  if (!own) return [];
  const counts = countCodes(own, slots);
  const found = valuesOf(own, counts);
  return inOrder(children ? withChildren(found, own, children, slots) : found);
}

/** A product counts once for a value, however many of its children have it. */
function withChildren(
  found: Map<string, number>,
  own: Column,
  children: Column,
  slots: Uint32Array,
): Map<string, number> {
  for (const slot of slots) {
    if (children.to(slot) === children.from(slot)) continue;
    const has = new Set(own.values(slot));
    for (const value of children.values(slot)) {
      if (!has.has(value)) found.set(value, (found.get(value) ?? 0) + 1);
    }
  }
  return found;
}

function countCodes(column: Column, slots: Uint32Array): Uint32Array {
  const counts = new Uint32Array(column.texts.length);
  const codes = column.codes.at;
  const ends = column.ends.at;
  const last = column.ends.length;
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]!;
    if (slot >= last) continue;
    const to = ends[slot]!;
    for (let place = slot === 0 ? 0 : ends[slot - 1]!; place < to; place++) counts[codes[place]!]!++;
  }
  return counts;
}

function valuesOf(column: Column, counts: Uint32Array): Map<string, number> {
  const found = new Map<string, number>();
  for (let code = 0; code < counts.length; code++) {
    if (counts[code]! > 0) found.set(column.texts[code]!, counts[code]!);
  }
  return found;
}

function inOrder(found: Map<string, number>): { value: string; count: number }[] {
  return [...found]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, mostFacetValues);
}

/** How many documents have a number in each range; `to` is not part of a range. */
export function countRanges(
  columns: Columns,
  { field, ranges }: Question['ranges'][number],
  slots: Uint32Array,
): Answer['ranges'][string] {
  const over = columnsOf(columns, field, true);
  return ranges.map(({ from, to }) => countWithin(over, slots, from ?? -Infinity, to ?? Infinity));
}

function countWithin(over: readonly Column[], slots: Uint32Array, from: number, to: number): number {
  const [own, children] = over;
  if (!own) return 0;
  let count = 0;
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]!;
    if (hasWithin(own, slot, from, to) || (children && hasWithin(children, slot, from, to))) count++;
  }
  return count;
}

function hasWithin(column: Column, slot: number, from: number, to: number): boolean {
  const end = column.to(slot);
  for (let place = column.from(slot); place < end; place++) {
    const value = column.numbers[column.codes.at[place]!]!;
    if (value >= from && value < to) return true;
  }
  return false;
}
