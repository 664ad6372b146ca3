import { type Column, type Columns, columnsOf } from './columns.ts';
import type { Condition, Filter } from './request.ts';

/**
 * The documents of `among` that pass the filters. Filters are AND-ed, except that of the `any`
 * filters one is enough. Under scope `catalog` the values of a product's children count as its own.
 */
export function passing(columns: Columns, filters: readonly Filter[], among: Uint32Array): Uint32Array {
  let passed = among;
  for (const filter of rarestFirst(columns, filters)) passed = passingOne(columns, filter, passed);
  const alternatives = filters.filter((filter) => filter.any);
  return alternatives.length > 0 ? passingAny(columns, alternatives, passed) : passed;
}

/** What few documents pass is asked first, so that the other filters have little left to look at. */
function rarestFirst(columns: Columns, filters: readonly Filter[]): Filter[] {
  const must = filters.filter((filter) => !filter.any);
  if (must.length < 2) return must;
  const most = new Map(must.map((filter) => [filter, mostPassing(columns, filter)]));
  return must.sort((one, other) => most.get(one)! - most.get(other)!);
}

/** At most how many documents pass, where that is known without looking at them. */
function mostPassing(columns: Columns, { field, scope, condition }: Filter): number {
  if (condition.is !== 'in') return Number.POSITIVE_INFINITY;
  let most = 0;
  for (const column of columnsOf(columns, field, scope === 'catalog')) {
    const counts = column.counts();
    for (const value of condition.values) most += counts[column.codeOf(value) ?? counts.length] ?? 0;
  }
  return most;
}

function passingAny(columns: Columns, alternatives: readonly Filter[], among: Uint32Array): Uint32Array {
  const passed = new Set(alternatives.flatMap((filter) => Array.from(passingOne(columns, filter, among))));
  return kept(among, (slot) => passed.has(slot));
}

/** A field that no product has is a field that every product lacks; that is no fault. */
function passingOne(columns: Columns, { field, scope, condition }: Filter, among: Uint32Array): Uint32Array {
  const wanted = condition.is !== 'notIn' && condition.is !== 'absent';
  const [own, children] = columnsOf(columns, field, scope === 'catalog');
  if (!own) return wanted ? among.subarray(0, 0) : among;
  const first = marksOf(own, condition);
  if (!children) return kept(among, hasOne(own, first, wanted));
  const second = marksOf(children, condition);
  const inOwn = hasOne(own, first, true);
  const inChildren = hasOne(children, second, true);
  return kept(among, (slot) => (inOwn(slot) || inChildren(slot)) === wanted);
}

/** The documents that pass, in their order; a plain loop is several times as fast as `filter` here. */
function kept(among: Uint32Array, passes: (slot: number) => boolean): Uint32Array {
  const found = new Uint32Array(among.length);
  let count = 0;
  for (let i = 0; i < among.length; i++) if (passes(among[i]!)) found[count++] = among[i]!;
  return found.subarray(0, count);
}

/** Asks of a document whether one of its values is marked, and answers whether that is as wanted. */
function hasOne(column: Column, marks: Uint8Array, wanted: boolean): (slot: number) => boolean {
  const codes = column.codes.at;
  const ends = column.ends.at;
  const last = column.ends.length;
  return (slot) => {
    if (slot >= last) return !wanted;
    const to = ends[slot]!;
    for (let i = slot === 0 ? 0 : ends[slot - 1]!; i < to; i++) if (marks[codes[i]!] === 1) return wanted;
    return !wanted;
  };
}

/** Marks the values that a condition names with 1; for `notIn` and `absent` those that it forbids. */
function marksOf(column: Column, condition: Condition): Uint8Array {
  const wanted = new Uint8Array(column.texts.length);
  if (condition.is === 'present' || condition.is === 'absent') return wanted.fill(1);
  if (condition.is === 'in' || condition.is === 'notIn') {
    for (const value of condition.values) {
      const code = column.codeOf(value);
      if (code !== undefined) wanted[code] = 1;
    }
    return wanted;
  }
  const names = condition.is === 'range' ? inRange(column, condition) : containing(column, condition.text);
  for (let code = 0; code < wanted.length; code++) wanted[code] = names(code) ? 1 : 0;
  return wanted;
}

function inRange(column: Column, range: Extract<Condition, { is: 'range' }>): (code: number) => boolean {
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return (code) => {
    const value = column.numbers[code]!;
    return value > gt && value >= gte && value < lt && value <= lte;
  };
}

/** No letter of the text stands for others: `50%` finds `50%` (decision 3). */
function containing(column: Column, text: string): (code: number) => boolean {
  const part = text.toLowerCase();
  return (code) => column.texts[code]!.toLowerCase().includes(part);
}
