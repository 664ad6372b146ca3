import type { Condition, Filter } from '@fynbos/core/search/request.ts';
import { type Column, type Columns, columnsOf } from './columns.ts';

/** Says of a document whether it passes. */
export type Test = (slot: number) => boolean;

/**
 * The documents of `among` that pass the filters. Filters are AND-ed, except that of the `any`
 * filters one is enough. Under scope `catalog` the values of a product's children count as its own.
 */
export function passing(columns: Columns, filters: readonly Filter[], among: Uint32Array): Uint32Array {
  if (filters.length === 0) return among;
  const tests = testsOf(columns, filters);
  let count = 0;
  const passed = new Uint32Array(among.length);
  for (let i = 0; i < among.length; i++) {
    const slot = among[i]!;
    if (tests.every((test) => test(slot))) passed[count++] = slot;
  }
  return passed.subarray(0, count);
}

function testsOf(columns: Columns, filters: readonly Filter[]): Test[] {
  const tests = filters.filter((filter) => !filter.any).map((filter) => testOf(columns, filter));
  const alternatives = filters.filter((filter) => filter.any).map((filter) => testOf(columns, filter));
  if (alternatives.length > 0) tests.push((slot) => alternatives.some((test) => test(slot)));
  return tests;
}

/** A field that no product has is a field that every product lacks; that is no fault. */
function testOf(columns: Columns, { field, scope, condition }: Filter): Test {
  const tests = columnsOf(columns, field, scope === 'catalog').map((column) => hasOne(column, condition));
  const [first, second] = tests;
  const has: Test = !first ? () => false : !second ? first : (slot) => first(slot) || second(slot);
  return condition.is === 'notIn' || condition.is === 'absent' ? (slot) => !has(slot) : has;
}

/** Whether a document has a value that the condition names; for `notIn` and `absent`, one that it forbids. */
function hasOne(column: Column, condition: Condition): Test {
  if (condition.is === 'present' || condition.is === 'absent') {
    return (slot) => column.to(slot) > column.from(slot);
  }
  const wanted = wantedCodes(column, condition);
  const codes = column.codes.at;
  return (slot) => {
    const to = column.to(slot);
    for (let i = column.from(slot); i < to; i++) if (wanted[codes[i]!] === 1) return true;
    return false;
  };
}

type ValueCondition = Exclude<Condition, { is: 'present' | 'absent' }>;

/** Marks the values that a condition names with 1. */
function wantedCodes(column: Column, condition: ValueCondition): Uint8Array {
  const wanted = new Uint8Array(column.texts.length);
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

function inRange(column: Column, range: Extract<Condition, { is: 'range' }>): Test {
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return (code) => {
    const value = column.numbers[code]!;
    return value > gt && value >= gte && value < lt && value <= lte;
  };
}

/** No letter of the text stands for others: `50%` finds `50%` (decision 3). */
function containing(column: Column, text: string): Test {
  const part = text.toLowerCase();
  return (code) => column.texts[code]!.toLowerCase().includes(part);
}
