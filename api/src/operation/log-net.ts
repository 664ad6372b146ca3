/**
 * The last net below the log: a line of JSON as it is written, without what looks like a mail address, a telephone number, a
 * card or a token, wherever in it that stands, and without signs that a terminal would obey.
 */
export function withoutPersons(line: string): string {
  if (!suspicious.test(line)) return line;
  return `${JSON.stringify(cleaned(JSON.parse(line))).replace(obeyed, escaped)}\n`;
}

/** Whatever any of the following could be, and as little else as one look can tell: most lines hold none. */
const suspicious =
  /@|%40|eyJ|[\w-]{43}|(?<!\d|\d[.]|":)\d(?:[ -]?\d){8}|[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

const mail = /[\w.!#$&'*+=?^`{|}~%-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/gi;
/** 256 bits as we write them (`accounts/token.ts`), and what is signed. */
const token = /(?<![\w-])(?:[\w-]{43}|eyJ[\w-]{8,500}\.[\w-]{8,500}(?:\.[\w-]{8,500})?)(?![\w-])/g;
const digits = /(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g;
const telephone = /(?<![\w.-])(?:\+27|0)[ -]?\d{2}[ -]?\d{3}[ -]?\d{4}(?![\w-])/g;
/** JSON escapes the lower controls by itself; these it lets through. */
const obeyed = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanedText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [cleanedText(name), cleaned(one)]));
}

const cleanedText = (text: string): string =>
  text
    .replace(mail, '[mail]')
    .replace(token, '[token]')
    .replace(digits, (found) => (isCard(found) ? '[card]' : found))
    .replace(telephone, '[telephone]');

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Whether a number has the check digit of payment cards (Luhn). */
function isCard(text: string): boolean {
  const figures = text.replace(/\D/g, '');
  let sum = 0;
  for (let place = 0; place < figures.length; place++) {
    const figure = Number(figures.at(-1 - place));
    const doubled = place % 2 === 1 ? figure * 2 : figure;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
