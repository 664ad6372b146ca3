import { CsvError, parse } from 'csv-parse/sync';
import type { Findings, Origin } from './findings.ts';

/** One row of a table: its cells by column, in column order. */
export interface CsvRow {
  at: Origin;
  cells: Map<string, string>;
}

/**
 * Reads a table (RFC 4180) whose first row names the columns. Cells are separated by commas, or by
 * semicolons as in the exports of some spreadsheets. Every error is reported: unclosed quotes, rows with
 * too few or too many cells, unnamed or repeated columns.
 */
export function readCsv(text: string, file: string, findings: Findings): CsvRow[] {
  const records = parseRecords(text, file, findings);
  if (!records) return [];
  const [header, ...body] = records;
  if (!header) {
    findings.problem({ file, line: 1 }, '1', 'the file is empty');
    return [];
  }
  const columns = readHeader(header, findings);
  return columns ? body.flatMap((record) => readRow(record, columns, findings)) : [];
}

interface TextRecord {
  at: Origin;
  cells: string[];
}

function parseRecords(text: string, file: string, findings: Findings): TextRecord[] | undefined {
  try {
    // The option `info` wraps each record; the types of the parser leave that out.
    const parsed = parse(text, {
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    let breaks = 0;
    return parsed.map(({ record, info }) => {
      const inside = lineBreaks(record);
      const line = info.lines - inside;
      const row = line - breaks;
      breaks += inside;
      return { at: { file, line, row }, cells: record };
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    findings.problem({ file, line: lineOf(error, text) }, '1', reasons[error.code] ?? reasons.other ?? '');
    return undefined;
  }
}

const reasons: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened here and never closed: is the end of the file missing?',
  other: 'unexpected quote: a quote inside a cell must be doubled (""), and the cell quoted',
};

/**
 * The parser reports the line where it stopped. For an unclosed quote the line that opens it is more
 * useful.
 */
function lineOf(error: CsvError, text: string): number {
  if (error.code !== 'CSV_QUOTE_NOT_CLOSED') return Number(error.lines ?? 1);
  return text.slice(0, openQuote(text)).split('\n').length;
}

/** The position of the quote that is never closed. A doubled quote closes and opens again. */
function openQuote(text: string): number {
  let isOpen = false;
  let openedAt = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
    isOpen = !isOpen;
    if (isOpen && text[at - 1] !== '"') openedAt = at;
  }
  return openedAt;
}

/** Line breaks in the cells of a record: the parser gives its last line, reports name the first. */
const lineBreaks = (cells: readonly string[]): number =>
  cells.reduce((lines, cell) => lines + (cell.split('\n').length - 1), 0);

function delimiterOf(text: string): string {
  const end = text.indexOf('\n');
  const header = end < 0 ? text : text.slice(0, end);
  return !header.includes(',') && header.includes(';') ? ';' : ',';
}

function readHeader(header: TextRecord, findings: Findings): string[] | undefined {
  const columns = header.cells.map((cell) => cell.trim());
  const before = findings.problemCount;
  for (const [index, column] of columns.entries()) {
    if (column === '') findings.problem(header.at, String(index + 1), 'the column has no name');
    else if (columns.indexOf(column) < index) findings.problem(header.at, column, 'the column appears twice');
  }
  return findings.problemCount === before ? columns : undefined;
}

function readRow({ at, cells }: TextRecord, columns: readonly string[], findings: Findings): CsvRow[] {
  if (cells.length !== columns.length) {
    const last = columns[Math.min(cells.length, columns.length) - 1] ?? '1';
    findings.problem(
      at,
      last,
      `the row has ${cells.length} cells, the header ${columns.length}: is the row cut off, or a comma not quoted?`,
    );
    return [];
  }
  return [{ at, cells: new Map(columns.map((column, index) => [column, (cells[index] ?? '').trim()])) }];
}

/** Writes rows as a table (RFC 4180). */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(quotedCell).join(',')}\n`).join('');

const quotedCell = (cell: string): string =>
  /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
