import { CsvError, parse } from 'csv-parse/sync';
import { delimiterOf, isFilled, readCsvHeader, type TextRecord, tableIn } from './csv-header.ts';
import type { Findings, Origin } from './findings.ts';

/** One row of a table: its cells by column, in column order. */
export interface CsvRow {
  at: Origin;
  cells: Map<string, string>;
}

/**
 * Reads a table (RFC 4180, and as spreadsheets save it) whose header names the columns. Rows of empty cells, titles
 * above the header and notes below the table are left out, the last two with a notice. Every error is reported:
 * unclosed quotes, rows with too few or too many cells, unnamed or repeated columns.
 * @param columnNamed the name of the column with this header
 */
export function readCsv(
  text: string,
  file: string,
  findings: Findings,
  columnNamed?: (header: string) => string,
): CsvRow[] {
  const records = parseRecords(text.replace(/\r\n?/g, '\n'), file, findings);
  if (!records) return [];
  const { header, body } = tableIn(records, findings);
  if (!header) {
    findings.problem({ file, line: 1 }, '1', 'the file is empty');
    return [];
  }
  const columns = readCsvHeader(header, body, findings, columnNamed);
  return columns ? body.flatMap((record) => readRow(record, columns, findings)) : [];
}

function parseRecords(text: string, file: string, findings: Findings): TextRecord[] | undefined {
  const delimiter = delimiterOf(text);
  if (delimiter !== ',')
    findings.format(file, `${delimiterNames[delimiter] ?? `"${delimiter}"`} between cells`);
  try {
    // The option `info` wraps each record; the types of the parser leave that out.
    const parsed = parse(text, {
      delimiter,
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

const delimiterNames: Record<string, string> = { ';': 'semicolons', '\t': 'tabs' };

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

function readRow({ at, cells }: TextRecord, columns: readonly string[], findings: Findings): CsvRow[] {
  const extra = cells.slice(columns.length);
  if (cells.length < columns.length || extra.some(isFilled)) {
    const last = columns[Math.min(cells.length, columns.length) - 1] ?? '1';
    findings.problem(
      at,
      last,
      `the row has ${cells.length} cells, the header ${columns.length}: is the row cut off, or a comma not quoted?`,
    );
    return [];
  }
  const named = columns.flatMap((column, index): [string, string][] =>
    column === '' ? [] : [[column, (cells[index] ?? '').trim()]],
  );
  return [{ at, cells: new Map(named) }];
}

/** Writes rows as a table (RFC 4180). */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(quotedCell).join(',')}\n`).join('');

const quotedCell = (cell: string): string =>
  /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
