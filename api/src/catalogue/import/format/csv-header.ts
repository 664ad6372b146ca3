import { cleanLine } from '@fynbos/core/clean-text.ts';
import type { Findings, Origin } from './findings.ts';

/** One record of a table, as the parser reads it. */
export interface TextRecord {
  at: Origin;
  cells: string[];
}

const delimiters = [',', ';', '\t'] as const;
const delimiterLine = /^"?sep=(.?)"?[,;\t]*$/i;
const sampledRows = 30;

/** The delimiter that the line `sep=;` names, or else the one that divides most lines into the most cells. */
export function delimiterOf(text: string): string {
  const lines = text.split('\n', sampledRows).map((line) => line.replace(/"[^"]*"/g, ''));
  const named = delimiterLine.exec(text.slice(0, text.indexOf('\n')))?.[1];
  if (named) return named;
  const inHeader = delimiters.filter((delimiter) => lines[0]?.includes(delimiter));
  const candidates = inHeader.length > 0 ? inHeader : delimiters;
  const scored = candidates.map((delimiter) => ({ delimiter, score: scoreOf(lines, delimiter) }));
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}

/** Lines with the most common number of cells, times this number less one. */
function scoreOf(lines: readonly string[], delimiter: string): number {
  const counts = Map.groupBy(lines, (line) => line.split(delimiter).length - 1);
  return Math.max(...[...counts].map(([count, same]) => count * same.length));
}

/** Control and format characters alone fill no cell. */
export const isFilled = (cell: string): boolean => cleanLine(cell) !== '';
const filled = ({ cells }: TextRecord): string[] => cells.filter(isFilled);

/**
 * The header and the rows of a table. The header is the first record that fills more than two thirds of the cells of the fullest of
 * the first records; a record above it is a title. A sentence below the table that fills one cell is a note.
 */
export function tableIn(
  all: readonly TextRecord[],
  findings: Findings,
): { header: TextRecord | undefined; body: TextRecord[] } {
  const isDelimiterLine = delimiterLine.test(all[0]?.cells.join('') ?? '');
  const records = all.slice(isDelimiterLine ? 1 : 0).filter((record) => filled(record).length > 0);
  const widest = Math.max(0, ...records.slice(0, sampledRows).map((record) => filled(record).length));
  const top = records.findIndex((record) => filled(record).length * 3 > widest * 2);
  const end = Math.max(records.findLastIndex((record) => !isNote(record)) + 1, top + 1);
  const header = records[top];
  const isBetween = (record: TextRecord) => isPageNumber(record) || isSame(record, header);
  const body = records.slice(top + 1, end);
  const outside = [...records.slice(0, top), ...body.filter(isBetween), ...records.slice(end)];
  for (const { at, cells } of outside)
    findings.rowNotice(
      `${at.file}: rows outside of the table were not read`,
      `row ${at.row}: ${cells.find(isFilled)}`,
    );
  return { header, body: body.filter((record) => !isBetween(record)) };
}

const sentence = /\s.*[.:!]$/s;
const total = /^(sub-?|grand )?tota(l|le|ls|al)\b( (incl|excl)\w*)?( vat| btw)?[ :]*(\d[\d.,\s]*)?\w*$/i;
const pageNumber = /^(page|bladsy|seite|pagina)\s*\d+(\s*(of|van|von|di|\/)\s*\d+)?$|^\d+\s*\/\s*\d+$/i;
const smallPrint =
  /^e\s*&\s*o\s*\.?\s*e\b|^(all )?(prices?|pryse)\s.*\b(valid|includ|exclud|incl|excl|vat|subject|geldig|btw)|^valid (until|from|till)\b|^terms and conditions|^(printed|generated|exported) (on|at|by)\b|^end of (list|report)|^©|^\*+\s/i;

/**
 * A line below a table of three columns or more: a sentence, small print, a page number, or a total whose other cells
 * are numbers. A lone SKU or path is none of them.
 */
function isNote(record: TextRecord): boolean {
  const [text = '', ...more] = filled(record).map((cell) => cell.trim());
  if (record.cells.length <= 2) return false;
  if (total.test(text) && (more.length > 0 || /[\d:]/.test(text)))
    return more.every((cell) => !/\p{L}{4}/u.test(cell));
  return more.length === 0 && [sentence, smallPrint, pageNumber].some((form) => form.test(text));
}

/** Exports of printed lists repeat page numbers and the header between the rows. */
function isPageNumber(record: TextRecord): boolean {
  const [text = '', ...more] = filled(record).map((cell) => cell.trim());
  return record.cells.length > 2 && more.length === 0 && pageNumber.test(text);
}

const isSame = (record: TextRecord, header: TextRecord | undefined): boolean =>
  header !== undefined && filled(header).length > 1 && record.cells.join('\0') === header.cells.join('\0');

/** The column of a header as people write it: `SKU`, `Special price`. */
export const columnNamed = (header: string): string => header.toLowerCase().replace(/[\s-]+/g, '_');

/** The names of the columns. A column without a name and without cells is empty; its name is ''. */
export function readCsvHeader(
  header: TextRecord,
  body: readonly TextRecord[],
  findings: Findings,
  nameOf: (header: string) => string = (name) => name,
): string[] | undefined {
  const names = header.cells.map((cell) => nameOf(cleanLine(cell)));
  const columns = names.slice(0, names.findLastIndex(isFilled) + 1);
  const before = findings.problemCount;
  for (const [index, column] of columns.entries()) {
    if (column === '' && body.some(({ cells }) => isFilled(cells[index] ?? '')))
      findings.problem(header.at, String(index + 1), 'the column has no name');
    if (column !== '' && columns.indexOf(column) < index)
      findings.problem(header.at, column, 'the column appears twice');
  }
  return findings.problemCount === before ? columns : undefined;
}
