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

export const isFilled = (cell: string): boolean => cell.trim() !== '';
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
  const end = records.findLastIndex((record) => !isNote(record)) + 1;
  const [above, below] = [records.slice(0, top), records.slice(Math.max(end, top + 1))];
  for (const { at, cells } of [...above, ...below])
    findings.notice(
      `${at.file}: rows outside of the table were not read`,
      `row ${at.row}: ${cells.find(isFilled)}`,
    );
  return { header: records[top], body: records.slice(top + 1, Math.max(end, top + 1)) };
}

/** `Prices include VAT.` below a table of three columns or more. A lone SKU or path is no note. */
function isNote(record: TextRecord): boolean {
  const [text = '', ...more] = filled(record);
  return record.cells.length > 2 && more.length === 0 && /\s.*[.:!]$/s.test(text.trim());
}

/** The column of a header as people write it: `SKU`, `Special price`. */
export const columnNamed = (header: string): string => header.toLowerCase().replace(/[\s-]+/g, '_');

/** The names of the columns. A column without a name and without cells is empty; its name is ''. */
export function readHeader(
  header: TextRecord,
  body: readonly TextRecord[],
  findings: Findings,
  nameOf: (header: string) => string = (name) => name,
): string[] | undefined {
  const names = header.cells.map((cell) => nameOf(cell.trim()));
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
