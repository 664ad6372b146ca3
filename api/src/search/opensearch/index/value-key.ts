import type { Scalar } from '@fynbos/core/search/search-request.ts';

const numberPrefix = '\u0001';
const textPrefix = '\u0002';
/** Length of the marker and the 16 digits before the text of a number. */
const prefixLength = 17;

/**
 * Encodes a value for the engine. Text is stored unchanged, or after a marker when empty; a number follows
 * 16 digits that sort like it. One field can thus filter, count and sort like the in-process engine. Texts
 * sort by character, numbers by size and before all texts, and `40` differs from `40.0`.
 */
export function valueKey(value: Scalar): string {
  const text = String(value);
  const number = numberIn(text);
  if (!Number.isNaN(number)) return numberPrefix + sortable(number) + text;
  return text < '\u0003' ? textPrefix + text : text;
}

/** The value of a key, as text. */
export function valueIn(key: string): string {
  if (key.startsWith(numberPrefix)) return key.slice(prefixLength);
  return key.startsWith(textPrefix) ? key.slice(1) : key;
}

/** Parses a number; NaN when the text is not a number. */
export function numberIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

const bits = new DataView(new ArrayBuffer(8));

/** The bits of a double, arranged so that they sort like the numbers. */
function sortable(number: number): string {
  bits.setFloat64(0, number + 0);
  const raw = bits.getBigUint64(0);
  const turned = raw >> 63n ? ~raw & 0xffff_ffff_ffff_ffffn : raw | (1n << 63n);
  return turned.toString(16).padStart(16, '0');
}

/**
 * A Lucene pattern for keys whose value contains a text, ignoring case; undefined when it would be too
 * long.
 */
export function containing(text: string): string | undefined {
  const pattern = Array.from(text, either).join('');
  return pattern.length > maxPatternLength
    ? undefined
    : `(${numberPrefix}.{16}.*|[^${numberPrefix}].*|())${pattern}.*`;
}

/** The engine rejects longer patterns; see `settings`. */
export const maxPatternLength = 8000;

/** Matches a character in both cases, literally. */
function either(character: string): string {
  const cases = new Set([character, character.toLowerCase(), character.toUpperCase()]);
  const single = [...cases].filter((variant) => Array.from(variant).length === 1).map(escaped);
  const alternatives = single.join('|');
  return single.length === 1 ? alternatives : `(${alternatives})`;
}

/** Escapes all but letters and digits, because an escaped letter is a character class. */
function escaped(character: string): string {
  return /[\p{L}\p{N}]/u.test(character) ? character : `\\${character}`;
}
