import type { Findings, Origin } from './findings.ts';

/** A cell that should contain a number or a date, and how to replace its text. */
export interface WrittenCell {
  at: Origin;
  column: string;
  text: string;
  replace(text: string): unknown;
}

const amountColumn =
  /^((price|special_price|final_price)(_incl_tax)?|amount|minimum_spend|from_amount)(_[a-z]{2})?$/;
const quantityColumn = /^(qty|min_qty|min_sale_qty|max_sale_qty)$/;

/** Whether a column of the import contains amounts or quantities. */
export const isNumberColumn = (column: string): boolean =>
  amountColumn.test(column) || quantityColumn.test(column);

const plain = /^[+-]?\d+(\.\d+)?$/;
const currency = /^(R|ZAR|EUR|€)\s*|\s*(ZAR|EUR|€)$/gi;
const blank = /[\s\u00a0\u202f\u2009']/g;
const number = /^-?\d[\d.,]*$/;

type Separator = '.' | ',';

/**
 * Rewrites the numbers of one column as digits with a decimal point: currency signs, spaces and thousands
 * separators are removed (`R 1 189,51` is 1189.51). Other texts stay, and their reader reports them. A number
 * with two meanings is read as the other numbers of its column are, or else those of its file, and is a problem if they
 * do not tell.
 * @param inFile all numbers of the file
 */
export function rewriteNumbers(
  cells: readonly WrittenCell[],
  findings: Findings,
  inFile: readonly WrittenCell[] = [],
): void {
  const written = cells.filter(({ text }) => text !== '' && !(plain.test(text) && !isAmbiguous(text)));
  if (written.length === 0) return;
  const [shown, shownByFile] = [separatorsIn(cells), separatorsIn(inFile)];
  for (const { at, column, text, replace } of written) {
    const digits = strip(text);
    if (!number.test(digits)) continue;
    const separator = decimalSeparatorOf(digits) ?? assumedSeparator(digits, shown, shownByFile);
    if (separator === undefined) {
      findings.problem(at, column, `"${text}" has two meanings: write 1234 or 1.234`);
      // The problem is known, so the reader of the column need not report the same text.
      replace('');
      continue;
    }
    const value = withPoint(digits, separator);
    if (value === undefined || value === text) continue;
    replace(value);
    if (separator === ',') findings.format(at.file, 'decimal commas');
    findings.notice(`${column}: numbers read as digits with a decimal point`, `"${text}" as ${value}`);
  }
}

/** The decimal separators that these numbers show. */
const separatorsIn = (cells: readonly WrittenCell[]): ReadonlySet<string> =>
  new Set(cells.flatMap(({ text }) => decimalSeparatorOf(strip(text)) ?? []));

const strip = (text: string): string => text.replace(currency, '').replace(blank, '');

/** Whether the only separator of a number has exactly three digits after it, as in `1,234`. */
const isAmbiguous = (digits: string): boolean => /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(digits);

/** The decimal separator that a number shows: '' for none, undefined where it does not tell. */
function decimalSeparatorOf(digits: string): Separator | '' | undefined {
  if (!number.test(digits) || isAmbiguous(digits)) return undefined;
  const [points, commas] = [digits.split('.').length - 1, digits.split(',').length - 1];
  if (points === 0 && commas === 0) return '';
  if (points > 0 && commas > 0) return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ',';
  if (points + commas > 1) return '';
  return points === 1 ? '.' : ',';
}

/** The meaning of `1,234` or `1.234` by other numbers, the nearest first. */
function assumedSeparator(digits: string, ...shown: ReadonlySet<string>[]): Separator | '' | undefined {
  const own: Separator = digits.includes('.') ? '.' : ',';
  for (const separators of shown) {
    const isOwn = separators.has(own);
    if (isOwn !== separators.has(own === '.' ? ',' : '.')) return isOwn ? own : '';
    // Both are in use, so that no farther number tells.
    if (isOwn) break;
  }
  return own === '.' ? '.' : undefined;
}

/** @returns undefined when the separators do not form a number, as in `1,2,3` */
function withPoint(digits: string, separator: Separator | ''): string | undefined {
  const at = separator === '' ? digits.length : digits.lastIndexOf(separator);
  const [whole, decimals] = [digits.slice(0, at), digits.slice(at + 1)];
  if (!/^-?\d+$/.test(whole) && !/^-?\d{1,3}([.,]\d{3})+$/.test(whole)) return undefined;
  if (separator !== '' && !/^\d+$/.test(decimals)) return undefined;
  return whole.replace(/[.,]/g, '') + (decimals === '' ? '' : `.${decimals}`);
}
