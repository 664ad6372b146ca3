/**
 * Widths of bars and gaps of each Code 128 symbol, by its value; 103 to 105 are the start symbols, 106 is
 * the stop symbol.
 */
const symbols =
  '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232';

const patternOf = (value: number): string =>
  value === 106 ? '2331112' : symbols.slice(value * 6, value * 6 + 6);

const starts = { b: 104, c: 105 };

/**
 * Encodes a text as Code 128 (ISO/IEC 15417): digits in pairs if the text consists of pairs only, otherwise
 * one symbol per character. Supports characters from space to tilde.
 * @returns the widths of bar, gap, bar … in modules; undefined for a text that cannot be encoded
 */
export function code128(text: string): number[] | undefined {
  if (!/^[ -~]+$/.test(text)) return undefined;
  const pairs = /^(?:\d\d)+$/.test(text);
  const start = pairs ? starts.c : starts.b;
  const values = pairs
    ? (text.match(/\d\d/g) ?? []).map(Number)
    : [...text].map((character) => character.charCodeAt(0) - 32);
  const check = values.reduce((sum, value, at) => sum + value * (at + 1), start) % 103;
  return [start, ...values, check, 106].flatMap((value) => [...patternOf(value)].map(Number));
}
