import { parseDecimal } from '@fynbos/core/money.ts';
import { ImportError, quoted, readAmount, readOptionalInstant, readWhole, shortenedCode } from './cells.ts';
import type { CsvRow } from './csv.ts';
import type { Findings } from './findings.ts';

/** The reader of each column of a table. */
export type Readers<Columns> = {
  [Column in keyof Columns]-?: (cell: string) => Columns[Column] | ImportError;
};

/** Reads the cells of a row. Unknown columns and invalid cells are reported as problems. */
export function readColumns<Columns>(
  { at, cells }: CsvRow,
  readers: Readers<Columns>,
  table: string,
  findings: Findings,
): Partial<Columns> {
  const values: Partial<Columns> = {};
  for (const [column, cell] of cells) {
    // `Object.hasOwn` proves that the column is a key of the readers.
    const read = Object.hasOwn(readers, column) ? readers[column as keyof Columns] : undefined;
    const value = read
      ? (shortenedCode(cell.trim()) ?? read(cell.trim()))
      : new ImportError(`is no column of ${table}`);
    if (value instanceof ImportError) findings.problem(at, column, value.reason);
    // A cell has a value only if its column has a reader.
    else values[column as keyof Columns] = value;
  }
  return values;
}

const maxTextLength = 200;

/** Reads a text of at most 200 characters. */
export function readText(cell: string): string | ImportError {
  return cell.length > maxTextLength ? new ImportError(`has more than ${maxTextLength} characters`) : cell;
}

export function fitting(pattern: RegExp, otherwise: string) {
  return (cell: string) => (pattern.test(cell) ? cell : new ImportError(`${quoted(cell)} ${otherwise}`));
}

export function oneOf<Word extends string>(allowed: readonly Word[]) {
  return (cell: string): Word | ImportError =>
    allowed.find((word) => word === cell) ??
    new ImportError(`${quoted(cell)} is none of ${allowed.join(', ')}`);
}

/** Wraps a reader so that an empty cell is read as null. */
export function orNull<T>(read: (cell: string) => T | ImportError) {
  return (cell: string): T | null | ImportError => (cell === '' ? null : read(cell));
}

/** Reads an amount with tax, as cents. */
export function readCents(cell: string): number | ImportError {
  const digits = readAmount(cell, true);
  // `readAmount` has parsed the same digits with two decimals.
  return digits instanceof ImportError ? digits : parseDecimal(digits, 2)!;
}

export const wholeBetween = (min: number, max: number) => (cell: string) => readWhole(cell, min, max);

export const readFirst = (cell: string) => readOptionalInstant(cell);
/** A last day is valid to its end. */
export const readLast = (cell: string) => readOptionalInstant(cell, true);
