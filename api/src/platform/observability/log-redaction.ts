/**
 * The last filter of the log. It removes mail addresses, telephone numbers, cards and tokens anywhere in a
 * JSON log line, and escapes terminal control characters.
 */
export function redactLog(line: string): string {
  if (!suspicious.test(line)) return line;
  return `${JSON.stringify(cleaned(JSON.parse(line))).replace(obeyed, escaped)}\n`;
}

/** A fast pre-check that matches everything the following patterns could match; most lines do not match. */
const suspicious =
  /@|%40|eyJ|[\w-]{43}|(?<!\d|\d[.]|":)\d(?:[ -]?\d){8}|[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

const mail = /[\w.!#$&'*+=?^`{|}~%-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/gi;
/** 256 bits as the shop encodes them, and signed tokens. */
const token = /(?<![\w-])(?:[\w-]{43}|eyJ[\w-]{8,500}\.[\w-]{8,500}(?:\.[\w-]{8,500})?)(?![\w-])/g;
const digits = /(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g;
const telephone = /(?<![\w.-])(?:\+27|0)[ -]?\d{2}[ -]?\d{3}[ -]?\d{4}(?![\w-])/g;
/** Control characters that JSON does not escape by itself. */
const obeyed = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanedText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [cleanedText(name), cleaned(child)]),
  );
}

const cleanedText = (text: string): string =>
  text
    .replace(mail, '[mail]')
    .replace(token, '[token]')
    .replace(digits, (candidate) => (isCard(candidate) ? '[card]' : candidate))
    .replace(telephone, '[telephone]');

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Whether a number has the check digit of payment cards (Luhn). */
function isCard(text: string): boolean {
  const digitText = text.replace(/\D/g, '');
  let sum = 0;
  for (let place = 0; place < digitText.length; place++) {
    const digit = Number(digitText.at(-1 - place));
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
