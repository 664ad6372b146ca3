import { services } from '@fynbos/core/stores/contract.ts';
import { readHours } from '@fynbos/core/stores/opening-hours.ts';
import type { NewStore } from '../../../stores/store-service.ts';
import { ImportError, quoted, readList, readWhole } from '../format/cells.ts';
import type { CsvRow } from '../format/csv.ts';
import type { Findings } from '../format/findings.ts';
import type { Entity } from '../format/json-lines.ts';
import type { StoreDraft } from './drafts.ts';

const storeCode = /^[\w-]{1,64}$/;
const maxTextLength = 200;

type Readers = { [Column in keyof Omit<NewStore, 'code'>]: (cell: string) => NewStore[Column] | ImportError };

/** The reader of each column of stores. */
const readers: Readers = {
  name: readText,
  street: readText,
  suburb: readText,
  city: readText,
  region_code: fitting(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, 'is no province code, such as ZA-WC'),
  postcode: fitting(/^[\w -]{3,10}$/, 'is no postal code'),
  latitude: degrees(90),
  longitude: degrees(180),
  telephone: fitting(/^(\+\d{6,15})?$/, 'is no international telephone number, such as +27210000101'),
  hours: (cell) =>
    readHours(cell)
      ? cell
      : new ImportError(`${quoted(cell)} are no opening hours, such as Mo-Fr 08:00-19:00; Sa 08:00-14:00`),
  services: readServices,
  position: (cell) => readWhole(cell, 0, 1_000_000),
};

/** Reads `stores.csv`: one row per store that shoppers can choose, in display order. */
export function readStoreRows(
  rows: readonly CsvRow[],
  entities: readonly Entity[],
  findings: Findings,
): StoreDraft[] {
  const seen = new Map<string, number>();
  return [...rows, ...entities.map(asRow)].flatMap(({ at, cells }) => {
    const code = cells.get('code') ?? '';
    const first = seen.get(code);
    if (!storeCode.test(code)) findings.problem(at, 'code', `${quoted(code)} is no store code`);
    else if (first !== undefined)
      findings.problem(at, 'code', `${quoted(code)} stands already in line ${first}`);
    seen.set(code, at.line);
    return { at, code, fields: readCells({ at, cells }, findings) };
  });
}

function asRow({ at, value }: Entity): CsvRow {
  const text = (cell: unknown) => (Array.isArray(cell) ? cell.join('|') : String(cell ?? ''));
  // The id is internal to the shop; stores are matched by code.
  const { id: _, ...fields } = value;
  return { at, cells: new Map(Object.entries(fields).map(([name, cell]) => [name, text(cell)])) };
}

function readCells({ at, cells }: CsvRow, findings: Findings): StoreDraft['fields'] {
  const fields: Record<string, unknown> = {};
  for (const [column, cell] of cells) {
    if (column === 'code') continue;
    // `Object.hasOwn` proves that the column is a key of the readers.
    const read = Object.hasOwn(readers, column) ? readers[column as keyof Readers] : undefined;
    const value = read ? read(cell) : new ImportError('is no column of stores');
    if (value instanceof ImportError) findings.problem(at, column, value.reason);
    else fields[column] = value;
  }
  return fields;
}

function readText(cell: string): string | ImportError {
  return cell.length > maxTextLength ? new ImportError(`has more than ${maxTextLength} characters`) : cell;
}

function fitting(pattern: RegExp, otherwise: string) {
  return (cell: string) => (pattern.test(cell) ? cell : new ImportError(`${quoted(cell)} ${otherwise}`));
}

/** Degrees with a decimal point; the schema stores five decimals, about one metre. */
function degrees(max: number) {
  return (cell: string): number | ImportError => {
    const value = /^-?\d{1,3}(\.\d{1,10})?$/.test(cell) ? Number(cell) : Number.NaN;
    if (Number.isNaN(value))
      return new ImportError(`${quoted(cell)} is no number of degrees, such as -33.98056`);
    if (Math.abs(value) > max) return new ImportError(`${cell} is not between -${max} and ${max} degrees`);
    return Math.round(value * 100_000) / 100_000;
  };
}

function readServices(cell: string): string[] | ImportError {
  const list = [...new Set(readList(cell))];
  const unknown = list.find((word) => !services.some((service) => service === word));
  return unknown === undefined
    ? list
    : new ImportError(`${quoted(unknown)} is none of ${services.join(', ')}`);
}
