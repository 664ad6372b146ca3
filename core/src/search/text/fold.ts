import { plainDigits } from '../../clean-text.ts';

/** Letters that Unicode does not decompose, and the multiplication sign of sizes. */
const plain: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  '×': 'x',
};

/**
 * Normalizes a text for comparison: lower case, without accents and apostrophes. `Crème`, `creme` and
 * `CREME` are one word, and so are `Nando's` and `nandos`.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  const bare = isPlain(lower) ? lower : withoutAccents(lower);
  return readAnd(bare.replace(/'/g, ''));
}

/** Whether a text is plain ASCII. */
export function isPlain(text: string): boolean {
  return plainText.test(text);
}

const plainText = /^[ -~\s]*$/;

function withoutAccents(lower: string): string {
  return plainDigits(lower)
    .replace(/[’‘ʼ`´]/g, "'")
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]+/gu, '')
    .replace(/[ßøæœłđðþı×]/g, (character) => plain[character] ?? character);
}

/** `m&m` is one word; in `salt & vinegar` the ampersand means “and”. */
function readAnd(text: string): string {
  return text.includes('&') ? text.replace(initials, '$1$2').replaceAll('&', ' and ') : text;
}

const initials = /(?<![\p{L}\p{N}])(\p{L})&(\p{L}s?)(?![\p{L}\p{N}])/gu;
