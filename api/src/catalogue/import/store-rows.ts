import { services } from '@fynbos/core/stores/contract.ts';
import { readHours } from '@fynbos/core/stores/hours.ts';
import type { NewStore } from '../../stores/service.ts';
import { Fault, quoted, readList, readWhole } from './cells.ts';
import type { Row } from './csv.ts';
import type { StoreDraft } from './drafts.ts';
import type { Findings } from './findings.ts';
import type { Entity } from './json-lines.ts';

const storeCode = /^[\w-]{1,64}$/;
const longestText = 200;

type Readers = { [Column in keyof Omit<NewStore, 'code'>]: (cell: string) => NewStore[Column] | Fault };

/** How each column of stores is read. */
const readers: Readers = {
  name: readText,
  street: readText,
  suburb: readText,
  city: readText,
  region_code: fitting(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, 'is no code of a province, such as ZA-WC'),
  postcode: fitting(/^[\w -]{3,10}$/, 'is no postal code'),
  latitude: degrees(90),
  longitude: degrees(180),
  telephone: fitting(/^(\+\d{6,15})?$/, 'is no number as the world dials it, such as +27210000101'),
  hours: (cell) =>
    readHours(cell)
      ? cell
      : new Fault(`${quoted(cell)} are no hours, such as Mo-Fr 08:00-19:00; Sa 08:00-14:00`),
  services: readServices,
  position: (cell) => readWhole(cell, 0, 1_000_000),
};

/** Reads `stores.csv`: the stores a shopper can choose from, a row each, in their order. */
export function readStores(
  rows: readonly Row[],
  entities: readonly Entity[],
  findings: Findings,
): StoreDraft[] {
  const seen = new Map<string, number>();
  return [...rows, ...entities.map(asRow)].flatMap(({ at, cells }) => {
    const code = cells.get('code') ?? '';
    const first = seen.get(code);
    if (!storeCode.test(code)) findings.problem(at, 'code', `${quoted(code)} is no code of a store`);
    else if (first !== undefined)
      findings.problem(at, 'code', `${quoted(code)} stands already in line ${first}`);
    seen.set(code, at.line);
    return { at, code, said: readCells({ at, cells }, findings) };
  });
}

function asRow({ at, value }: Entity): Row {
  const text = (cell: unknown) => (Array.isArray(cell) ? cell.join('|') : String(cell ?? ''));
  // The id is the shop's own; a store is known by its code.
  const { id: _, ...fields } = value;
  return { at, cells: new Map(Object.entries(fields).map(([name, cell]) => [name, text(cell)])) };
}

function readCells({ at, cells }: Row, findings: Findings): StoreDraft['said'] {
  const said: Record<string, unknown> = {};
  for (const [column, cell] of cells) {
    if (column === 'code') continue;
    const read = readers[column as keyof Readers];
    const value = read ? read(cell) : new Fault('is no column of stores');
    if (value instanceof Fault) findings.problem(at, column, value.reason);
    else said[column] = value;
  }
  return said;
}

function readText(cell: string): string | Fault {
  return cell.length > longestText ? new Fault(`has more than ${longestText} letters`) : cell;
}

function fitting(pattern: RegExp, otherwise: string) {
  return (cell: string) => (pattern.test(cell) ? cell : new Fault(`${quoted(cell)} ${otherwise}`));
}

/** Degrees with a point before the decimals; the schema keeps five, about a metre. */
function degrees(most: number) {
  return (cell: string): number | Fault => {
    const value = /^-?\d{1,3}(\.\d{1,10})?$/.test(cell) ? Number(cell) : Number.NaN;
    if (Number.isNaN(value)) return new Fault(`${quoted(cell)} is no number of degrees, such as -33.98056`);
    if (Math.abs(value) > most) return new Fault(`${cell} is not between -${most} and ${most} degrees`);
    return Math.round(value * 100_000) / 100_000;
  };
}

function readServices(cell: string): string[] | Fault {
  const list = [...new Set(readList(cell))];
  const unknown = list.find((word) => !services.some((service) => service === word));
  return unknown === undefined ? list : new Fault(`${quoted(unknown)} is none of ${services.join(', ')}`);
}
