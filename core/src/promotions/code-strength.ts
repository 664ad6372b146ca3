/**
 * Minimum entropy of a code, in bits: guessing at a thousand attempts per second takes longer than a
 * lifetime (T2).
 */
const minBits = 60;

/**
 * Whether a code is short enough to be found by random guessing. Only its length and its kinds of characters count: a
 * name with a year passes, although it is easy to guess.
 */
export function isGuessableCode(code: string): boolean {
  const characters = code.replace(/[^\p{L}\p{Nd}]/gu, '');
  const kinds = (/\p{Nd}/u.test(characters) ? 10 : 0) + (/\p{L}/u.test(characters) ? 26 : 0);
  return characters.length * Math.log2(Math.max(2, kinds)) < minBits;
}
