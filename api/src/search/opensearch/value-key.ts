import type { Scalar } from '@fynbos/core/search/request.ts';

const numberSign = '\u0001';
const textSign = '\u0002';
/** The sign and the sixteen digits before the text of a number. */
const prefixLength = 17;

/**
 * How a value is kept in the engine: a text as it is (an empty one behind a sign), a number behind sixteen digits that sort as it does. So one
 * field filters, counts and sorts as the engine in this process does: texts by their letters, numbers by size
 * and before all texts, and `40` is not `40.0`.
 */
export function valueKey(value: Scalar): string {
  const text = String(value);
  const number = numberIn(text);
  if (!Number.isNaN(number)) return numberSign + sortable(number) + text;
  return text < '\u0003' ? textSign + text : text;
}

/** The value of a key, as text. */
export function valueIn(key: string): string {
  if (key.startsWith(numberSign)) return key.slice(prefixLength);
  return key.startsWith(textSign) ? key.slice(1) : key;
}

/** The number that a text is, NaN where it is none. */
export function numberIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

const bits = new DataView(new ArrayBuffer(8));

/** The bits of a double, turned so that they sort as the numbers do. */
function sortable(number: number): string {
  bits.setFloat64(0, number + 0);
  const raw = bits.getBigUint64(0);
  const turned = raw >> 63n ? ~raw & 0xffff_ffff_ffff_ffffn : raw | (1n << 63n);
  return turned.toString(16).padStart(16, '0');
}

/** A pattern (Lucene's) of the keys whose value contains a text, in capitals or not; undefined when it is too long to ask for. */
export function containing(text: string): string | undefined {
  const letters = Array.from(text, either).join('');
  return letters.length > mostPattern
    ? undefined
    : `(${numberSign}.{16}.*|[^${numberSign}].*|())${letters}.*`;
}

/** The engine refuses longer ones; see `settings`. */
export const mostPattern = 8000;

/** A letter in both its cases, every sign standing for itself. */
function either(letter: string): string {
  const cases = new Set([letter, letter.toLowerCase(), letter.toUpperCase()]);
  const single = [...cases].filter((one) => Array.from(one).length === 1).map(standingForItself);
  return single.length === 1 ? single[0]! : `(${single.join('|')})`;
}

/** A letter or digit behind the sign would be a class of letters. */
function standingForItself(letter: string): string {
  return /[\p{L}\p{N}]/u.test(letter) ? letter : `\\${letter}`;
}
