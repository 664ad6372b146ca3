import { type Column, type Columns, columnsOf } from './columns.ts';
import type { Condition, Filter } from './request.ts';

/**
 * The documents of `among` that pass the filters. Filters are AND-ed, except that of the `any`
 * filters one is enough. Under scope `catalog` the values of a product's children count as its own.
 *
 * The conditions on one field are asked together, a bit each, so that a document is looked at once for many of
 * them: however many filters a stranger thinks of, the work stays by the products and fields of the shop.
 */
export function passing(columns: Columns, filters: readonly Filter[], among: Uint32Array): Uint32Array {
  let passed = among;
  const must = groupsOf(filters.filter((filter) => !filter.any));
  for (const group of rarestFirst(columns, must)) {
    if (passed.length === 0) return passed;
    passed = passingAll(columns, group, passed);
  }
  const alternatives = filters.filter((filter) => filter.any);
  if (alternatives.length === 0) return passed;
  const marks = marksOfAny(columns, alternatives, passed);
  return passed.filter((_, place) => marks[place] === 1);
}

/** Marks with 1, in their order, the documents of `among` that pass one of the filters at least. */
export function marksOfAny(columns: Columns, filters: readonly Filter[], among: Uint32Array): Uint8Array {
  const marks = new Uint8Array(among.length);
  for (const group of groupsOf(filters)) {
    const { bitsOf, flip, full, isSure } = asked(columns, group);
    if (isSure && flip === 0) continue;
    if (isSure) return marks.fill(1);
    for (let i = 0; i < among.length; i++) if ((bitsOf(among[i]!) ^ flip) & full) marks[i] = 1;
  }
  return marks;
}

/** Conditions on the values of one field; no more than there are bits in a small whole number. */
interface Group {
  field: string;
  scope: Filter['scope'];
  conditions: Condition[];
}

const mostTogether = 30;

/** The same condition twice is one; a single filter, mostly the only one and now and then of thousands of values, is not written out. */
function groupsOf(filters: readonly Filter[]): Group[] {
  const groups = new Map<string, Group[]>();
  const seen = new Set<string>();
  for (const { field, scope, condition } of filters) {
    const place = `${scope} ${field}`;
    if (filters.length > 1) {
      const whole = `${JSON.stringify(condition)} ${place}`;
      if (seen.has(whole)) continue;
      seen.add(whole);
    }
    const known = groups.get(place) ?? [];
    groups.set(place, known);
    const last = known.at(-1);
    if (last && last.conditions.length < mostTogether) last.conditions.push(condition);
    else known.push({ field, scope, conditions: [condition] });
  }
  return [...groups.values()].flat();
}

/** What few documents pass is asked first, so that the other filters have little left to look at. */
function rarestFirst(columns: Columns, groups: Group[]): Group[] {
  if (groups.length < 2) return groups;
  const most = new Map(groups.map((group) => [group, mostPassing(columns, group)]));
  return groups.sort((one, other) => most.get(one)! - most.get(other)!);
}

/** At most how many documents pass, where that is known without looking at them. */
function mostPassing(columns: Columns, { field, scope, conditions }: Group): number {
  const over = columnsOf(columns, field, scope === 'catalog');
  const each = conditions.map((condition) => {
    if (condition.is !== 'in') return Number.POSITIVE_INFINITY;
    let most = 0;
    for (const column of over) {
      const counts = column.counts();
      for (const value of condition.values) most += counts[column.codeOf(value) ?? counts.length] ?? 0;
    }
    return most;
  });
  return Math.min(...each);
}

function passingAll(columns: Columns, group: Group, among: Uint32Array): Uint32Array {
  const { bitsOf, flip, full, isSure } = asked(columns, group);
  // A field that no product has is a field that every product lacks; that is no fault.
  if (isSure) return flip === full ? among : among.subarray(0, 0);
  return kept(among, (slot) => ((bitsOf(slot) ^ flip) & full) === full);
}

/**
 * How a document answers the conditions of a group: a bit for each that one of its values is named by. Turned round
 * where `flip` says so, since `notIn` and `absent` name what is forbidden, a condition holds where its bit is set.
 */
function asked(columns: Columns, { field, scope, conditions }: Group) {
  const [own, children] = columnsOf(columns, field, scope === 'catalog');
  const full = 2 ** conditions.length - 1;
  let flip = 0;
  for (const [bit, { is }] of conditions.entries()) if (is === 'notIn' || is === 'absent') flip |= 1 << bit;
  if (!own) return { bitsOf: () => 0, flip, full, isSure: true };
  const ofOwn = bitsIn(own, conditions);
  if (!children) return { bitsOf: ofOwn, flip, full, isSure: false };
  const ofChildren = bitsIn(children, conditions);
  return { bitsOf: (slot: number) => ofOwn(slot) | ofChildren(slot), flip, full, isSure: false };
}

/** The documents that pass, in their order; a plain loop is several times as fast as `filter` here. */
function kept(among: Uint32Array, passes: (slot: number) => boolean): Uint32Array {
  const found = new Uint32Array(among.length);
  let count = 0;
  for (let i = 0; i < among.length; i++) if (passes(among[i]!)) found[count++] = among[i]!;
  return found.subarray(0, count);
}

/** Asks of a document which conditions name one of its values. */
function bitsIn(column: Column, conditions: readonly Condition[]): (slot: number) => number {
  const marks = marksOf(column, conditions);
  const codes = column.codes.at;
  const ends = column.ends.at;
  const last = column.ends.length;
  return (slot) => {
    if (slot >= last) return 0;
    const to = ends[slot]!;
    let bits = 0;
    for (let i = slot === 0 ? 0 : ends[slot - 1]!; i < to; i++) bits |= marks[codes[i]!]!;
    return bits;
  };
}

/** For each value of the column the bits of the conditions that name it. */
function marksOf(column: Column, conditions: readonly Condition[]): Uint32Array {
  const marks = new Uint32Array(column.texts.length);
  let always = 0;
  const parts: [bit: number, text: string][] = [];
  const ranges: [bit: number, range: Range][] = [];
  for (const [number, condition] of conditions.entries()) {
    const bit = 1 << number;
    if (condition.is === 'present' || condition.is === 'absent') always |= bit;
    else if (condition.is === 'like') parts.push([bit, condition.text.toLowerCase()]);
    else if (condition.is === 'range') ranges.push([bit, condition]);
    else markValues(marks, column, condition.values, bit);
  }
  if (always) for (let code = 0; code < marks.length; code++) marks[code]! |= always;
  if (parts.length > 0) markContaining(marks, column, parts);
  if (ranges.length > fewRanges) markManyRanges(marks, column, ranges);
  else for (const [bit, range] of ranges) markRange(marks, column, range, bit);
  return marks;
}

function markValues(
  marks: Uint32Array,
  column: Column,
  values: Extract<Condition, { is: 'in' }>['values'],
  bit: number,
): void {
  for (const value of values) {
    const code = column.codeOf(value);
    if (code !== undefined) marks[code]! |= bit;
  }
}

type Range = Extract<Condition, { is: 'range' }>;

/** To ask each value is quicker than to put the values in order, unless it is asked often. */
const fewRanges = 2;

function markRange(marks: Uint32Array, column: Column, range: Range, bit: number): void {
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  for (let code = 0; code < marks.length; code++) {
    const value = column.numbers[code]!;
    if (value > gt && value >= gte && value < lt && value <= lte) marks[code]! |= bit;
  }
}

/** In the order of their size the values in a range stand side by side: its bit is turned on at its begin and off at its end. */
function markManyRanges(
  marks: Uint32Array,
  column: Column,
  ranges: readonly [bit: number, range: Range][],
): void {
  const ranks = column.ranks();
  const values = new Float64Array(marks.length);
  for (let code = 0; code < marks.length; code++) values[ranks[code]!] = column.numbers[code]!;
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
  for (let code = 0; code < marks.length; code++) marks[code]! |= turns[ranks[code]!]!;
}

/** The first place that is so, where all after it are so too; `count` when none is. */
function firstPlace(count: number, isSo: (at: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** No letter of the text stands for others: `50%` finds `50%` (decision 3). */
function markContaining(
  marks: Uint32Array,
  column: Column,
  parts: readonly [bit: number, text: string][],
): void {
  for (let code = 0; code < marks.length; code++) {
    const text = column.texts[code]!.toLowerCase();
    for (const [bit, part] of parts) if (text.includes(part)) marks[code]! |= bit;
  }
}
