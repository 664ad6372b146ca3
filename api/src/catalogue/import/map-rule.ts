import { centsToDecimal, lessPercent, parseDecimal } from '@fynbos/core/money.ts';
import { isRecord } from '../../is-record.ts';

/**
 * How a mapping file says where the value of a column comes from: the name of a field, a rule, or a
 * list of them of which the first that gives something counts.
 */
export type Rule = string | RuleObject | Rule[];

export interface RuleObject {
  /** The rule counts only where this holds. */
  when?: Condition;
  /** The name of a field; inner fields with a point: `promotion.price`. */
  from?: string;
  /** The same text for everything. */
  value?: string;
  /** Several rules, put together with `with` between; nothing when one of them gives nothing. */
  join?: Rule[];
  with?: string;
  /** Several rules, those that give something as a list. */
  list?: Rule[];
  /** Takes a text apart; the result is a list, or its part number `part` (from 0). */
  split?: string;
  part?: number;
  /** What values become; others stay as they are, or become `otherwise`. */
  values?: Record<string, string>;
  otherwise?: string;
  /** Multiplies, exactly: cents into rand with "0.01", grams into kilograms with "0.001". */
  times?: string;
  /** Takes the amount in this field away. */
  less?: string;
  /** Takes the percentage in this field away, rounded half up to cents. */
  lessPercent?: string;
  prefix?: string;
  suffix?: string;
}

/** Fields and what they must be: all of them must hold. */
export type Condition = Record<string, string | number | boolean | string[] | Bounds>;

export interface Bounds {
  atLeast?: string | number;
  below?: string | number;
  present?: boolean;
}

export const ruleKeys = new Set(
  'when from value join with list split part values otherwise times less lessPercent prefix suffix'.split(
    ' ',
  ),
);

export type Fields = Record<string, unknown>;

/** What a rule gives for one row or entity; an empty text when it gives nothing. */
export function applyRule(rule: Rule, fields: Fields): string {
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

function firstOf(rules: readonly Rule[], fields: Fields): string {
  for (const rule of rules) {
    const text = applyRule(rule, fields);
    if (text !== '') return text;
  }
  return '';
}

function sourceOf(rule: RuleObject, fields: Fields): string[] {
  if (rule.value !== undefined) return [rule.value];
  if (rule.list) return rule.list.map((one) => applyRule(one, fields));
  if (rule.join) {
    const parts = rule.join.map((one) => applyRule(one, fields));
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

function calculated(rule: RuleObject, text: string, fields: Fields): string {
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

/** Multiplies two decimals digit by digit, so that 0.1 times 3 is 0.3. */
function multiplied(one: string, other: string): string | undefined {
  const [a, b] = [decimal.exec(one), decimal.exec(other)];
  if (!a || !b) return undefined;
  const places = (a[2] ?? '').length + (b[2] ?? '').length;
  const digits = BigInt(`${a[1]}${a[2] ?? ''}`) * BigInt(`${b[1]}${b[2] ?? ''}`);
  const sign = digits < 0n ? '-' : '';
  const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0');
  const whole = text.slice(0, text.length - places);
  const fraction = text.slice(text.length - places).replace(/0+$/, '');
  return `${sign}${whole}${fraction && `.${fraction}`}`;
}

/** Whether a condition holds for a row or entity. */
export function holds(condition: Condition, fields: Fields): boolean {
  return Object.entries(condition).every(([field, wanted]) => {
    const texts = textOf(fieldOf(fields, field));
    if (Array.isArray(wanted)) return texts.some((text) => wanted.includes(text));
    if (typeof wanted === 'object') return isWithin(texts[0] ?? '', wanted);
    return texts.includes(String(wanted));
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

/** Numbers by their size, other texts (dates) by their letters. */
function compare(text: string, bound: string | number): number {
  const [one, other] = [Number(text), Number(bound)];
  if (!Number.isNaN(one) && !Number.isNaN(other)) return one - other;
  return text < String(bound) ? -1 : text > String(bound) ? 1 : 0;
}

/** A field by its name; `promotion.price` is the field `price` of `promotion`, `children.0` the first child. */
export function fieldOf(fields: Fields, name: string): unknown {
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
