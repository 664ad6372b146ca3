import { centsToDecimal, lessPercent, parseDecimal } from '@fynbos/core/money.ts';
import { isRecord } from '../../../platform/json/is-record.ts';

/**
 * The source of a column value in a mapping file: a field name, a rule, or a list of them. The first one
 * with a value applies.
 */
export type Rule = string | RuleObject | Rule[];

interface RuleObject {
  /** The rule applies only where this condition holds. */
  when?: Condition;
  /** The name of a field; inner fields are separated by a point: `promotion.price`. */
  from?: string;
  /** A constant value. */
  value?: string;
  /** Several rules, joined by `with`; the result is empty when one of them is empty. */
  join?: Rule[];
  with?: string;
  /** Several rules; the result is the list of their non-empty values. */
  list?: Rule[];
  /** Splits a text. The result is a list, or only the entry with the index `part` (from 0). */
  split?: string;
  part?: number;
  /** Translation of values; others stay unchanged or become `otherwise`. */
  values?: Record<string, string>;
  otherwise?: string;
  /** Multiplies exactly: cents into rand with "0.01", grams into kilograms with "0.001". */
  times?: string;
  /** Subtracts the amount in this field. */
  less?: string;
  /** Subtracts the percentage in this field, rounded half up to cents. */
  lessPercent?: string;
  prefix?: string;
  suffix?: string;
}

/** Conditions by field; all of them must hold. */
export type Condition = Record<string, string | number | boolean | string[] | Bounds>;

interface Bounds {
  atLeast?: string | number;
  below?: string | number;
  present?: boolean;
}

export const ruleKeys = new Set(
  'when from value join with list split part values otherwise times less lessPercent prefix suffix'.split(
    ' ',
  ),
);

export type InputFields = Record<string, unknown>;

/** Applies a rule to one row or entity. The result is an empty text when the rule gives no value. */
export function applyRule(rule: Rule, fields: InputFields): string {
  if (typeof rule === 'string') return textOf(fieldOf(fields, rule)).join('|');
  if (Array.isArray(rule)) return firstOf(rule, fields);
  if (rule.when && !holds(rule.when, fields)) return '';
  const texts = sourceOf(rule, fields)
    .map((text) => translated(rule, text))
    .map((text) => calculated(rule, text, fields))
    .filter((text) => text !== '');
  if (texts.length === 0) return rule.otherwise ?? '';
  return `${rule.prefix ?? ''}${texts.join('|')}${rule.suffix ?? ''}`;
}

function firstOf(rules: readonly Rule[], fields: InputFields): string {
  for (const rule of rules) {
    const text = applyRule(rule, fields);
    if (text !== '') return text;
  }
  return '';
}

function sourceOf(rule: RuleObject, fields: InputFields): string[] {
  if (rule.value !== undefined) return [rule.value];
  if (rule.list) return rule.list.map((innerRule) => applyRule(innerRule, fields));
  if (rule.join) {
    const parts = rule.join.map((innerRule) => applyRule(innerRule, fields));
    return parts.includes('') ? [] : [parts.join(rule.with ?? ' ')];
  }
  const texts = textOf(fieldOf(fields, rule.from ?? ''));
  if (rule.split === undefined) return texts;
  const parts = texts.flatMap((text) => text.split(rule.split ?? '')).map((part) => part.trim());
  return rule.part === undefined ? parts : [parts[rule.part] ?? ''];
}

function translated({ values, otherwise }: RuleObject, text: string): string {
  if (!values || text === '') return text;
  return Object.hasOwn(values, text) ? (values[text] ?? '') : (otherwise ?? text);
}

function calculated(rule: RuleObject, text: string, fields: InputFields): string {
  if (text === '') return text;
  if (rule.times !== undefined) return multiplied(text, rule.times) ?? text;
  const cents = parseDecimal(text, 2);
  if (cents === undefined) return text;
  if (rule.less !== undefined) {
    const off = parseDecimal(textOf(fieldOf(fields, rule.less)).join(''), 2);
    return off === undefined || off > cents ? '' : String(centsToDecimal(cents - off));
  }
  if (rule.lessPercent === undefined) return text;
  const percent = Number(textOf(fieldOf(fields, rule.lessPercent)).join('') || 'none');
  return percent >= 0 && percent <= 100 ? String(centsToDecimal(lessPercent(cents, percent))) : '';
}

const decimal = /^(-?\d+)(?:\.(\d+))?$/;

/** Multiplies two decimals exactly, so that 0.1 times 3 is 0.3. */
function multiplied(left: string, right: string): string | undefined {
  const [a, b] = [decimal.exec(left), decimal.exec(right)];
  if (!a || !b) return undefined;
  const places = (a[2] ?? '').length + (b[2] ?? '').length;
  const digits = BigInt(`${a[1]}${a[2] ?? ''}`) * BigInt(`${b[1]}${b[2] ?? ''}`);
  const sign = digits < 0n ? '-' : '';
  const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0');
  const integerPart = text.slice(0, text.length - places);
  const fraction = text.slice(text.length - places).replace(/0+$/, '');
  return `${sign}${integerPart}${fraction && `.${fraction}`}`;
}

/**
 * The fields whose values are calculated with, or are copied to a column of numbers.
 * @param isNumber whether the rule gives a number
 */
export function numberFields(rule: Rule, isNumber: boolean): string[] {
  if (typeof rule === 'string') return isNumber ? [rule] : [];
  if (Array.isArray(rule)) return rule.flatMap((innerRule) => numberFields(innerRule, isNumber));
  const { from, values, split, times, less, lessPercent } = rule;
  const isCalculated = times !== undefined || less !== undefined || lessPercent !== undefined;
  const isCopied = isNumber && !values && split === undefined;
  return [
    ...(from !== undefined && (isCalculated || isCopied) ? [from] : []),
    ...[less, lessPercent].filter((field) => field !== undefined),
  ];
}

/** Whether a condition holds for a row or entity. */
export function holds(condition: Condition, fields: InputFields): boolean {
  return Object.entries(condition).every(([field, expected]) => {
    const texts = textOf(fieldOf(fields, field));
    if (Array.isArray(expected)) return texts.some((text) => expected.includes(text));
    if (typeof expected === 'object') return isWithin(texts[0] ?? '', expected);
    return texts.includes(String(expected));
  });
}

function isWithin(text: string, { atLeast, below, present }: Bounds): boolean {
  if (present !== undefined && present !== (text !== '')) return false;
  if (text === '' && (atLeast !== undefined || below !== undefined)) return false;
  return (
    (atLeast === undefined || compare(text, atLeast) >= 0) &&
    (below === undefined || compare(text, below) < 0)
  );
}

/** Compares numbers by value and other texts (dates) lexically. */
function compare(text: string, bound: string | number): number {
  const [left, right] = [Number(text), Number(bound)];
  if (!Number.isNaN(left) && !Number.isNaN(right)) return left - right;
  return text < String(bound) ? -1 : text > String(bound) ? 1 : 0;
}

/** A field by its name: `promotion.price` is the field `price` of `promotion`, `children.0` the first child. */
export function fieldOf(fields: InputFields, name: string): unknown {
  if (Object.hasOwn(fields, name)) return fields[name];
  let value: unknown = fields;
  for (const part of name.split('.')) {
    if (Array.isArray(value)) value = value[Number(part)];
    else value = isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  }
  return value;
}

function textOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textOf);
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
}
