import { parseDecimal } from '@fynbos/core/money.ts';
import { Fault, quoted, readAmount, readInstant, readWhole } from './cells.ts';
import type { Row } from './csv.ts';
import type { Findings } from './findings.ts';

/** How each column of a table is read. */
export type Readers<Said> = { [Column in keyof Said]-?: (cell: string) => Said[Column] | Fault };

/** Reads the cells of a row; columns nobody knows and cells that make no sense are problems. */
export function readColumns<Said>(
  { at, cells }: Row,
  readers: Readers<Said>,
  table: string,
  findings: Findings,
): Partial<Said> {
  const said: Partial<Said> = {};
  for (const [column, cell] of cells) {
    const read = Object.hasOwn(readers, column) ? readers[column as keyof Said] : undefined;
    const value = read ? read(cell.trim()) : new Fault(`is no column of ${table}`);
    if (value instanceof Fault) findings.problem(at, column, value.reason);
    else said[column as keyof Said] = value;
  }
  return said;
}

const longestText = 200;

/** A text of at most 200 letters. */
export function readText(cell: string): string | Fault {
  return cell.length > longestText ? new Fault(`has more than ${longestText} letters`) : cell;
}

export function fitting(pattern: RegExp, otherwise: string) {
  return (cell: string) => (pattern.test(cell) ? cell : new Fault(`${quoted(cell)} ${otherwise}`));
}

export function oneOf<Word extends string>(words: readonly Word[]) {
  return (cell: string): Word | Fault =>
    words.find((word) => word === cell) ?? new Fault(`${quoted(cell)} is none of ${words.join(', ')}`);
}

/** An empty cell is null. */
export function orNull<T>(read: (cell: string) => T | Fault) {
  return (cell: string): T | null | Fault => (cell === '' ? null : read(cell));
}

/** An amount with tax, as cents. */
export function readCents(cell: string): number | Fault {
  const digits = readAmount(cell, true);
  return digits instanceof Fault ? digits : parseDecimal(digits, 2)!;
}

export const wholeBetween = (least: number, most: number) => (cell: string) => readWhole(cell, least, most);

export const readFirst = orNull((cell) => readInstant(cell));
/** A last day counts to its end. */
export const readLast = orNull((cell) => readInstant(cell, true));
