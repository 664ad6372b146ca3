import type { AppliedMigration } from '../../database/migrate.ts';
import { isRecord } from '../../json/is-record.ts';
import type { Sum } from './checksum.ts';
import type { Sequence, Table } from './schema-store.ts';

/**
 * Format of a backup file: text, compressed with zstd.
 *
 * - its first line is the `Header`;
 * - for each table of the header, in its order: a line `{"table":"cart"}`, its rows as COPY writes them, a
 * line `\\.`, and a line with their `Sum`;
 * - its last line is the `Ending`. A file without one was cut off.
 *
 * Every line but the rows is JSON, so `zstd` and `psql` are enough to read it.
 */
export interface Header {
  fynbos: 'backup';
  format: number;
  /** The point in time of the snapshot. */
  takenAt: string;
  schema: AppliedMigration[];
  tables: TableNames[];
}

export type TableNames = Pick<Table, 'name' | 'columns'>;

export interface Ending {
  sequences: Sequence[];
}

/** The format version that this code writes, and the only one it reads. */
export const format = 1;

/** The line after the last row of a table; COPY never writes such a row. */
export const endOfRows = Buffer.from('\\.\n');

export const lineOf = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

/** Why a file is not a valid or complete backup. Completes a sentence: `FILE is damaged: …`. */
export class BrokenBackup extends Error {}

/** @throws BrokenBackup */
export function readBackupHeader(line: string): Header {
  const header = parse(line);
  if (header.fynbos !== 'backup') throw new BrokenBackup('it does not begin as a backup of a shop does');
  if (header.format !== format)
    throw new BrokenBackup(`its format is ${shown(header.format)}, this shop reads ${format}`);
  const { takenAt, schema, tables } = header;
  const fits =
    isDate(takenAt) && isListOf(schema, isMigration) && schema.length > 0 && isListOf(tables, isTable);
  if (!fits) throw new BrokenBackup('its first line lacks fields');
  return { fynbos: 'backup', format, takenAt, schema, tables };
}

/** @throws BrokenBackup */
export function readSum(line: string): Sum {
  const { rows, bytes, sha256 } = parse(line);
  if (!isCount(rows) || !isCount(bytes) || !isText(sha256)) throw new BrokenBackup('a sum is missing');
  return { rows, bytes, sha256 };
}

/** @throws BrokenBackup */
export function readEnding(line: string): Ending {
  const { sequences } = parse(line);
  if (!isListOf(sequences, isSequence)) throw new BrokenBackup('its last line lacks fields');
  return { sequences };
}

/** @throws BrokenBackup when the line is not that of this table */
export function expectTable(line: string, { name }: TableNames): void {
  if (parse(line).table !== name)
    throw new BrokenBackup(`the table ${shown(name)} is not where it should be`);
}

function parse(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    if (isRecord(value)) return value;
  } catch {
    // Reported below.
  }
  throw new BrokenBackup('a line cannot be parsed');
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isDate = (value: unknown): value is string => isText(value) && !Number.isNaN(Date.parse(value));

function isListOf<T>(value: unknown, is: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(is);
}

const isMigration = (value: unknown): value is AppliedMigration =>
  isRecord(value) && isCount(value.number) && isText(value.name);
const isTable = (value: unknown): value is TableNames =>
  isRecord(value) && isText(value.name) && isListOf(value.columns, isText);
const isSequence = (value: unknown): value is Sequence =>
  isRecord(value) &&
  isText(value.name) &&
  isText(value.last) &&
  /^-?\d{1,19}$/.test(value.last) &&
  typeof value.called === 'boolean';

/** A value from the file, cut to terminal width and without control characters. */
const shown = (value: unknown): string => (JSON.stringify(value) ?? 'not said').slice(0, 80);
