import { parseDecimal } from '@fynbos/core/money.ts';
import { shop } from '@fynbos/core/shop.ts';

/** The reason why a cell is invalid. Readers return it instead of a value. */
export class ImportError {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Reads `yes`, `no` and the spellings of other systems. */
export function readYesNo(text: string): boolean | ImportError {
  const word = text.toLowerCase();
  if (['yes', 'y', 'true', '1'].includes(word)) return true;
  if (['no', 'n', 'false', '0'].includes(word)) return false;
  return new ImportError(`${quoted(text)} is neither yes nor no`);
}

export function readWhole(text: string, min: number, max: number): number | ImportError {
  const value = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isInteger(value)) return new ImportError(`${quoted(text)} is no whole number`);
  if (value < min || value > max) return new ImportError(`${text} is not between ${min} and ${max}`);
  return value;
}

/** Reads a quantity with at most three decimals. */
export function readQuantity(text: string): number | ImportError {
  if (!/^-?\d{1,9}(\.\d{1,3}0*)?$/.test(text))
    return new ImportError(
      `${quoted(text)} is no quantity: digits, and at most three decimals after a point`,
    );
  const value = Number(text);
  return value < 0 ? new ImportError(`${text} is negative`) : value;
}

/**
 * Validates an amount of money and returns its digits. The tax rate that gives the net price is not known
 * yet.
 */
export function readAmount(text: string, includesTax: boolean): string | ImportError {
  const decimals = includesTax ? 2 : 4;
  if (!/^[+-]?\d+(\.\d+)?$/.test(text))
    return new ImportError(
      `${quoted(text)} is no price: digits with a point before the cents, such as 1234.50`,
    );
  const units = parseDecimal(text, decimals);
  if (units === undefined)
    return new ImportError(
      `${quoted(text)} has more than ${includesTax ? 'two' : 'four'} decimals or is too large`,
    );
  if (units < 0) return new ImportError(`the price ${text} is negative`);
  if (units > 1_000_000 * 10 ** decimals) return new ImportError(`the price ${text} is above 1000000`);
  return text;
}

const dateText = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,6})?)?)?(Z|[+-]\d\d:?\d\d)?$/;
const milliseconds = /^\d{12,13}$/;
const midnight = /[T ]00:00(:00(\.0+)?)?$/;

/**
 * Reads the forms of wire contract 2.1: `2026-11-20`, `2026-11-20 08:30:00`, ISO 8601, milliseconds. Without an
 * offset it is in the shop's time zone. A date without a time is midnight; as an end, a date and midnight are
 * the last millisecond of that day, because old shops and spreadsheets write a day as midnight.
 */
export function readInstant(text: string, end = false): Date | ImportError {
  if (milliseconds.test(text)) return new Date(Number(text));
  const match = dateText.exec(end ? text.replace(midnight, '') : text);
  if (!match) return new ImportError(`${quoted(text)} is no date: write 2026-11-20 or 2026-11-20 08:30`);
  const [, year, month, day, hour, minute = '00', second = '00', offset] = match;
  const date = `${year}-${month}-${day}`;
  if (!isCalendarDay(date) || Number(year) < 1970 || Number(hour ?? 0) > 23)
    return new ImportError(`${quoted(text)} is not in the calendar`);
  const time = hour === undefined ? (end ? '23:59:59.999' : '00:00:00') : `${hour}:${minute}:${second}`;
  const instant = new Date(`${date}T${time}${offset ?? offsetOf(date)}`);
  return Number.isNaN(instant.getTime()) ? new ImportError(`${quoted(text)} is no time of day`) : instant;
}

const emptyDate = /^0000-00-00([T ]00:00(:00(\.0+)?)?)?Z?$/;

/** Reads a date that may be missing: an empty text, and the empty date of old shops, are null. */
export function readOptionalInstant(text: string, end = false): Date | null | ImportError {
  return text === '' || emptyDate.test(text) ? null : readInstant(text, end);
}

function isCalendarDay(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}

const zone = new Intl.DateTimeFormat('en-US', { timeZone: shop.timeZone, timeZoneName: 'longOffset' });
const offsets = new Map<string, string>();

/** The shop's UTC offset on a day, as `+02:00`. */
function offsetOf(date: string): string {
  const known = offsets.get(date);
  if (known) return known;
  const parts = zone.formatToParts(new Date(`${date}T12:00:00Z`));
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const offset = name === 'GMT' ? 'Z' : name.slice(3);
  offsets.set(date, offset);
  return offset;
}

const shortenedNumber = /^\d([.,]\d+)?E\+\d{1,3}$/i;

/** The problem of a code that a spreadsheet replaced with a rounded number: `6.00101E+12`. */
export function shortenedCode(text: string): ImportError | undefined {
  if (!shortenedNumber.test(text)) return undefined;
  return new ImportError(
    `${quoted(text)} was shortened by a spreadsheet: format the column as text, enter the codes again, and export`,
  );
}

/** Splits a `|` list into trimmed parts and drops empty ones. */
export function readList(text: string): string[] {
  return text
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Quotes a text for use in a message; long texts are truncated. */
export function quoted(text: string): string {
  return `"${text.length > 60 ? `${text.slice(0, 57)}...` : text}"`;
}
