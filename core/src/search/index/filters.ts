import type { Condition, Filter } from '../search-request.ts';
import { type Column, type Columns, columnsOf } from './columns.ts';

// Assertions: a slot is a position in the ends of a column, and a code or its rank one in arrays by code.

/**
 * Returns the documents of `among` that pass the filters. Filters are combined with AND; of the `any`
 * filters one is enough. Under scope `catalog` the values of a product's children count as its own.
 *
 * The conditions on one field are evaluated together, one bit each, so that a document is visited once for
 * many of them. The cost is bounded by products and fields, whatever the number of filters in a request.
 */
export function filterDocuments(
  columns: Columns,
  filters: readonly Filter[],
  among: Uint32Array,
): Uint32Array {
  let passed = among;
  const must = groupsOf(filters.filter((filter) => !filter.any));
  for (const group of rarestFirst(columns, must)) {
    if (passed.length === 0) return passed;
    passed = passingAll(columns, group, passed);
  }
  const alternatives = filters.filter((filter) => filter.any);
  if (alternatives.length === 0) return passed;
  const matched = anyMatchFlags(columns, alternatives, passed);
  return passed.filter((_, place) => matched[place] === 1);
}

/** Returns 1 for each document of `among` that passes at least one of the filters, in order. */
export function anyMatchFlags(columns: Columns, filters: readonly Filter[], among: Uint32Array): Uint8Array {
  const flags = new Uint8Array(among.length);
  for (const group of groupsOf(filters)) {
    const { bitsOf, flip, full, isSure } = compileGroup(columns, group);
    if (isSure && flip === 0) continue;
    if (isSure) return flags.fill(1);
    for (let i = 0; i < among.length; i++) if ((bitsOf(among[i]!) ^ flip) & full) flags[i] = 1;
  }
  return flags;
}

/** Conditions on the values of one field; at most as many as a small integer has bits. */
interface Group {
  field: string;
  scope: Filter['scope'];
  conditions: Condition[];
}

const maxConditions = 30;

/**
 * Removes duplicate conditions. A single filter, which is the usual case and may have thousands of values,
 * is not serialized.
 */
function groupsOf(filters: readonly Filter[]): Group[] {
  const groups = new Map<string, Group[]>();
  const seen = new Set<string>();
  for (const { field, scope, condition } of filters) {
    const place = `${scope} ${field}`;
    if (filters.length > 1) {
      const key = `${JSON.stringify(condition)} ${place}`;
      if (seen.has(key)) continue;
      seen.add(key);
    }
    const known = groups.get(place) ?? [];
    groups.set(place, known);
    const last = known.at(-1);
    if (last && last.conditions.length < maxConditions) last.conditions.push(condition);
    else known.push({ field, scope, conditions: [condition] });
  }
  return [...groups.values()].flat();
}

/** Puts the groups with the fewest matches first, so that the others check fewer documents. */
function rarestFirst(columns: Columns, groups: Group[]): Group[] {
  if (groups.length < 2) return groups;
  return groups
    .map((group) => ({ group, max: maxPassing(columns, group) }))
    .sort((a, b) => a.max - b.max)
    .map(({ group }) => group);
}

/** Returns an upper bound of the matching documents where it is known without visiting them. */
function maxPassing(columns: Columns, { field, scope, conditions }: Group): number {
  const over = columnsOf(columns, field, scope === 'catalog');
  const each = conditions.map((condition) => {
    if (condition.is !== 'in') return Number.POSITIVE_INFINITY;
    let total = 0;
    for (const column of over) {
      const counts = column.counts();
      for (const value of condition.values) total += counts[column.codeOf(value) ?? counts.length] ?? 0;
    }
    return total;
  });
  return Math.min(...each);
}

function passingAll(columns: Columns, group: Group, among: Uint32Array): Uint32Array {
  const { bitsOf, flip, full, isSure } = compileGroup(columns, group);
  // When no product has the field, every product lacks it; that is not an error.
  if (isSure) return flip === full ? among : among.subarray(0, 0);
  return selectSlots(among, (slot) => ((bitsOf(slot) ^ flip) & full) === full);
}

/**
 * Compiles the conditions of a group: one bit per condition, set when a value of the document is named by
 * it. `notIn` and `absent` name forbidden values, so `flip` inverts their bits. A condition holds where its
 * bit is set.
 */
function compileGroup(columns: Columns, { field, scope, conditions }: Group) {
  const [column, children] = columnsOf(columns, field, scope === 'catalog');
  const full = 2 ** conditions.length - 1;
  let flip = 0;
  for (const [bit, { is }] of conditions.entries()) if (is === 'notIn' || is === 'absent') flip |= 1 << bit;
  if (!column) return { bitsOf: () => 0, flip, full, isSure: true };
  const ofOwn = bitsIn(column, conditions);
  if (!children) return { bitsOf: ofOwn, flip, full, isSure: false };
  const ofChildren = bitsIn(children, conditions);
  return { bitsOf: (slot: number) => ofOwn(slot) | ofChildren(slot), flip, full, isSure: false };
}

/** Returns the passing documents in order; a plain loop is several times as fast as `filter` here. */
function selectSlots(among: Uint32Array, passes: (slot: number) => boolean): Uint32Array {
  const passed = new Uint32Array(among.length);
  let count = 0;
  for (let i = 0; i < among.length; i++) if (passes(among[i]!)) passed[count++] = among[i]!;
  return passed.subarray(0, count);
}

/** Returns a function that tests which conditions name a value of the document. */
function bitsIn(column: Column, conditions: readonly Condition[]): (slot: number) => number {
  const bitsByCode = conditionBits(column, conditions);
  const codes = column.codes.at;
  const ends = column.ends.at;
  const last = column.ends.length;
  return (slot) => {
    if (slot >= last) return 0;
    const to = ends[slot]!;
    let bits = 0;
    for (let i = slot === 0 ? 0 : ends[slot - 1]!; i < to; i++) bits |= bitsByCode[codes[i]!]!;
    return bits;
  };
}

/** For each value of the column, the bits of the conditions that name it. */
function conditionBits(column: Column, conditions: readonly Condition[]): Uint32Array {
  const bitsByCode = new Uint32Array(column.texts.length);
  let always = 0;
  const parts: [bit: number, text: string][] = [];
  const ranges: [bit: number, range: Range][] = [];
  for (const [number, condition] of conditions.entries()) {
    const bit = 1 << number;
    if (condition.is === 'present' || condition.is === 'absent') always |= bit;
    else if (condition.is === 'like') parts.push([bit, condition.text.toLowerCase()]);
    else if (condition.is === 'range') ranges.push([bit, condition]);
    else addValueBits(bitsByCode, column, condition.values, bit);
  }
  if (always) for (let code = 0; code < bitsByCode.length; code++) bitsByCode[code]! |= always;
  if (parts.length > 0) addSubstringBits(bitsByCode, column, parts);
  if (ranges.length > fewRanges) addManyRangeBits(bitsByCode, column, ranges);
  else for (const [bit, range] of ranges) addRangeBits(bitsByCode, column, range, bit);
  return bitsByCode;
}

function addValueBits(
  bitsByCode: Uint32Array,
  column: Column,
  values: Extract<Condition, { is: 'in' }>['values'],
  bit: number,
): void {
  for (const value of values) {
    const code = column.codeOf(value);
    if (code !== undefined) bitsByCode[code]! |= bit;
  }
}

type Range = Extract<Condition, { is: 'range' }>;

/** Up to this number, testing every value is faster than sorting the values. */
const fewRanges = 2;

function addRangeBits(bitsByCode: Uint32Array, column: Column, range: Range, bit: number): void {
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  for (let code = 0; code < bitsByCode.length; code++) {
    const value = column.numbers[code]!;
    if (value > gt && value >= gte && value < lt && value <= lte) bitsByCode[code]! |= bit;
  }
}

/**
 * Sorted by size, the values of a range are adjacent: its bit is switched on at the start and off at the
 * end.
 */
function addManyRangeBits(
  bitsByCode: Uint32Array,
  column: Column,
  ranges: readonly [bit: number, range: Range][],
): void {
  const ranks = column.ranks();
  const values = new Float64Array(bitsByCode.length);
  for (let code = 0; code < bitsByCode.length; code++) values[ranks[code]!] = column.numbers[code]!;
  const numbers = firstPlace(values.length, (at) => Number.isNaN(values[at]!));
  const turns = new Uint32Array(values.length + 1);
  for (const [bit, { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity }] of ranges) {
    const from = firstPlace(numbers, (at) => values[at]! > gt && values[at]! >= gte);
    const to = firstPlace(numbers, (at) => !(values[at]! < lt && values[at]! <= lte));
    if (from >= to) continue;
    turns[from]! ^= bit;
    turns[to]! ^= bit;
  }
  for (let at = 1; at < turns.length; at++) turns[at]! ^= turns[at - 1]!;
  for (let code = 0; code < bitsByCode.length; code++) bitsByCode[code]! |= turns[ranks[code]!]!;
}

/**
 * Returns the first position where the predicate holds, if it holds for all later ones; `count` when none
 * does.
 */
function firstPlace(count: number, isSo: (at: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** No character of the text is a wildcard: `50%` matches `50%` (spec D3). */
function addSubstringBits(
  bitsByCode: Uint32Array,
  column: Column,
  parts: readonly [bit: number, text: string][],
): void {
  for (let code = 0; code < bitsByCode.length; code++) {
    const text = column.texts[code]!.toLowerCase();
    for (const [bit, part] of parts) if (text.includes(part)) bitsByCode[code]! |= bit;
  }
}
