/** What whoever tries codes has to guess at the least: at a thousand tries a second it lasts longer than anybody (T2). */
const fewestBits = 60;

/**
 * Whether a code is too short to keep, like money, from who tries at random. It looks at the signs alone: a name and a
 * year are as long as they are, and guessed by somebody who thinks.
 */
export function isGuessable(code: string): boolean {
  const signs = code.replace(/[^\p{L}\p{Nd}]/gu, '');
  const kinds = (/\p{Nd}/u.test(signs) ? 10 : 0) + (/\p{L}/u.test(signs) ? 26 : 0);
  return signs.length * Math.log2(Math.max(2, kinds)) < fewestBits;
}
