// Writing systems in which a joiner between letters changes how a word is written.
const cursiveScript =
  '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Nko}\\p{Script=Devanagari}\\p{Script=Bengali}' +
  '\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}' +
  '\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Myanmar}\\p{Script=Khmer}\\p{Script=Tibetan}]';
const emojiPart = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F\\u{E007F}]';

/** Characters that show nothing and are no part of the text around them. */
const invisible = new RegExp(
  [
    // Not the signs of Arabic and other scripts that are format characters by name only, the joiners and the
    // tags of a flag.
    '(?![\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}\\u200C\\u200D\\u{E0020}-\\u{E007F}])\\p{Cf}',
    `(?<!${cursiveScript}|${emojiPart})\\u200D`,
    `(?<=${emojiPart})\\u200D(?!\\p{Extended_Pictographic})`,
    `(?<!${cursiveScript})\\u200C|\\u200C(?!${cursiveScript})`,
    '(?<![\\u{1F3F4}\\u{E0020}-\\u{E007E}])[\\u{E0020}-\\u{E007F}]',
    // Selectors of a glyph after a letter or digit of ours, unless they belong to a keycap.
    '(?<=[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Nd}])[\\uFE00-\\uFE0F](?!\\u20E3)',
    // The grapheme joiner and the Hangul fillers.
    '[\\u034F\\u115F\\u1160\\u3164\\uFFA0]',
  ].join('|'),
  'gu',
);
const asciiText = /^[\n -~]*$/;

/**
 * Cleans a text that a person typed, pasted or keeps in a spreadsheet: composed characters (NFC), no invisible
 * format characters, one kind of space and of line break. What a reader sees stays the same (spec D34).
 */
export function cleanText(text: string): string {
  const visible = asciiText.test(text) ? text : text.replace(invisible, '').normalize('NFC');
  return visible
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[\p{Zs}\t\v\f]+/gu, ' ')
    .trim();
}

/**
 * Cleans a text of one line. Control characters, which could start a new line in a mail or a log, become
 * spaces (T21).
 */
export function cleanLine(text: string): string {
  return cleanText(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));
}

/**
 * Cleans a text with a grammar, such as an e-mail address, a SKU or a path: a printed dash or quote means the
 * one on the keyboard.
 */
export function cleanCode(text: string): string {
  const line = cleanLine(text);
  if (asciiText.test(line)) return line;
  return line
    .replace(/[\u2010-\u2015\u2212\uFE58\uFE63]/g, '-')
    .replace(/[\u2018-\u201B\u2032\u02BC]/g, "'")
    .replace(/[\u201C-\u201F\u2033]/g, '"');
}

/**
 * Cleans a number, a telephone number or a code of letters and digits: the digits of any script are read, and
 * characters in full width.
 */
export function cleanNumber(text: string): string {
  const code = cleanCode(text);
  if (asciiText.test(code)) return code;
  return plainDigits(code)
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
}

/** Replaces the digits of every script by 0 to 9. */
export const plainDigits = (text: string): string => text.replace(/\p{Nd}/gu, digitOf);

/** The digits of a script are ten characters in a row, and rows of several scripts may touch. */
function digitOf(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let first = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((point - first) % 10);
}
