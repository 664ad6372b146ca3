import type { EngineQuery, EngineResult } from '../search-engine.ts';
import type { Filter } from '../search-request.ts';
import { type Column, type Columns, columnsOf } from './columns.ts';
import { anyMatchFlags, filterDocuments } from './filters.ts';

// Assertions: a place is a position in the base, a slot one in the ends of a column, a code one in its texts.

/** Maximum number of values per facet (spec commerce 9). */
export const maxFacetValues = 100;

/**
 * The documents that each facet counts. A facet ignores the choices in itself, so that a shopper sees the
 * alternatives; every other filter applies (wire contract 3.2).
 *
 * Every filter is evaluated once. The filters that a document fails are recorded, so each further facet
 * costs one check per document, whatever the number of filters.
 */
export class Counted {
  readonly #base: Uint32Array;
  readonly #fields: readonly string[];
  /** For each document of the base: how many chosen fields it fails, and the last of them. */
  readonly #misses: Uint16Array;
  readonly #missed: Uint16Array;
  readonly #alternatives: Alternatives | undefined;
  /** The documents that pass every filter: the search result. */
  readonly all: Uint32Array;

  constructor(columns: Columns, filters: readonly Filter[], among: Uint32Array) {
    // Filters common to all facets are evaluated once, and so is each field with a choice.
    this.#base = filterDocuments(
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

  /** Returns the documents that the facet on this field counts. */
  for(field: string): Uint32Array {
    const number = this.#fields.indexOf(field);
    if (number < 0 && !this.#alternatives?.hasChoiceIn(field)) return this.all;
    return this.#passing(number, this.#alternatives?.withoutChoicesIn(field));
  }

  #note(columns: Columns, number: number, choices: readonly Filter[]): void {
    const passed = filterDocuments(columns, choices, this.#base);
    for (let i = 0, next = 0; i < this.#base.length; i++) {
      if (this.#base[i] === passed[next]) next++;
      else {
        this.#misses[i]!++;
        this.#missed[i] = number;
      }
    }
  }

  /**
   * Returns the documents that fail no chosen field, or only this one, and pass an alternative if there are
   * any.
   */
  #passing(number: number, hasOne: ((place: number) => boolean) | undefined): Uint32Array {
    const matching = new Uint32Array(this.#base.length);
    let count = 0;
    for (let place = 0; place < matching.length; place++) {
      const misses = this.#misses[place];
      if (misses !== 0 && !(misses === 1 && this.#missed[place] === number)) continue;
      if (!hasOne || hasOne(place)) matching[count++] = this.#base[place]!;
    }
    return matching.subarray(0, count);
  }
}

/** The `any` filters: which documents pass one of them when those that are choices in a field are ignored. */
class Alternatives {
  readonly #fields: readonly string[];
  /**
   * Whether some alternatives are not choices, and for each document of the base whether it passes one of
   * these.
   */
  readonly #hasOthers: boolean;
  readonly #nonChoiceMatches: Uint8Array;
  /** For each document: in how many fields it passes a choice, and the last of them. */
  readonly #hits: Uint16Array;
  readonly #hit: Uint16Array;

  constructor(columns: Columns, filters: readonly Filter[], base: Uint32Array) {
    const nonChoices = filters.filter((filter) => filter.scope !== 'catalog');
    this.#hasOthers = nonChoices.length > 0;
    this.#nonChoiceMatches = anyMatchFlags(columns, nonChoices, base);
    const chosen = Map.groupBy(
      filters.filter((filter) => filter.scope === 'catalog'),
      ({ field }) => field,
    );
    this.#fields = [...chosen.keys()];
    this.#hits = new Uint16Array(base.length);
    this.#hit = new Uint16Array(base.length);
    for (const [number, choices] of [...chosen.values()].entries()) {
      const matched = anyMatchFlags(columns, choices, base);
      for (let i = 0; i < base.length; i++) {
        if (matched[i] === 0) continue;
        this.#hits[i]!++;
        this.#hit[i] = number;
      }
    }
  }

  hasChoiceIn(field: string): boolean {
    return this.#fields.includes(field);
  }

  /**
   * Returns a predicate for the remaining alternatives; undefined when none remain, so that every document
   * passes.
   */
  withoutChoicesIn(field: string | undefined): ((place: number) => boolean) | undefined {
    const number = field === undefined ? -1 : this.#fields.indexOf(field);
    if (!this.#hasOthers && this.#fields.length === (number < 0 ? 0 : 1)) return undefined;
    return (place) => {
      const hits = this.#hits[place]!;
      return this.#nonChoiceMatches[place] === 1 || hits > 1 || (hits === 1 && this.#hit[place] !== number);
    };
  }
}

function isChoice(filter: Filter): boolean {
  return filter.scope === 'catalog' || filter.any;
}

/** Counts the values of a field among these documents; most frequent first. */
export function countValues(
  columns: Columns,
  field: string,
  slots: Uint32Array,
): { value: string; count: number }[] {
  const [column, children] = columnsOf(columns, field, true);
  if (!column) return [];
  const counts = countCodes(column, slots);
  const valueCounts = valuesOf(column, counts);
  return inOrder(children ? withChildren(valueCounts, column, children, slots) : valueCounts);
}

/** A product counts once per value, however many of its children have it. */
function withChildren(
  valueCounts: Map<string, number>,
  column: Column,
  children: Column,
  slots: Uint32Array,
): Map<string, number> {
  for (const slot of slots) {
    if (children.to(slot) === children.from(slot)) continue;
    const has = new Set(column.values(slot));
    for (const value of children.values(slot)) {
      if (!has.has(value)) valueCounts.set(value, (valueCounts.get(value) ?? 0) + 1);
    }
  }
  return valueCounts;
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
  const valueCounts = new Map<string, number>();
  for (let code = 0; code < counts.length; code++) {
    if (counts[code]! > 0) valueCounts.set(column.texts[code]!, counts[code]!);
  }
  return valueCounts;
}

function inOrder(valueCounts: Map<string, number>): { value: string; count: number }[] {
  return [...valueCounts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, maxFacetValues);
}

/** Counts the documents with a number in each range, of at most 31; `to` is exclusive. */
export function countRanges(
  columns: Columns,
  { field, ranges }: EngineQuery['ranges'][number],
  slots: Uint32Array,
): EngineResult['ranges'][string] {
  const limits = ranges.map(({ from, to }) => ({ from: from ?? -Infinity, to: to ?? Infinity }));
  const counts = ranges.map(() => 0);
  const over = columnsOf(columns, field, true);
  for (let i = 0; i < slots.length; i++) {
    let bits = 0;
    for (const column of over) bits |= rangeBits(column, slots[i]!, limits);
    for (let range = 0; bits !== 0; range++, bits >>>= 1) if (bits & 1) counts[range]!++;
  }
  return counts;
}

/** The ranges that contain a value of the document, one bit each. */
function rangeBits(column: Column, slot: number, limits: readonly { from: number; to: number }[]): number {
  const end = column.to(slot);
  let bits = 0;
  for (let place = column.from(slot); place < end; place++) {
    const value = column.numbers[column.codes.at[place]!]!;
    for (let range = 0; range < limits.length; range++) {
      const { from, to } = limits[range]!;
      if (value >= from && value < to) bits |= 1 << range;
    }
  }
  return bits;
}
