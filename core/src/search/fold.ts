/** Letters that Unicode does not take apart by itself, and the sign between a count and a size. */
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
 * Writes a text the way it is compared: lower case, without accents and apostrophes, so that
 * `Crème`, `creme` and `CREME` are one word, and `Nando's` and `nandos` too.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  const bare = isPlain(lower) ? lower : withoutAccents(lower);
  return readAnd(bare.replace(/'/g, ''));
}

/** Whether a text has no letters beyond the plain alphabet. */
export function isPlain(text: string): boolean {
  return plainText.test(text);
}

const plainText = /^[ -~\s]*$/;

function withoutAccents(lower: string): string {
  return lower
    .replace(/[’‘ʼ`´]/g, "'")
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßøæœłđðþı×]/g, (letter) => plain[letter]!);
}

/** `m&m` is one word; in `salt & vinegar` the sign is short for one. */
function readAnd(text: string): string {
  return text.includes('&') ? text.replace(initials, '$1$2').replaceAll('&', ' and ') : text;
}

const initials = /(?<![\p{L}\p{N}])(\p{L})&(\p{L}s?)(?![\p{L}\p{N}])/gu;
