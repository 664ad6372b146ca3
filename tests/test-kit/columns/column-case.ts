import { describe, expect, test } from 'vitest';
import type { TestShop } from '../shop/test-shop.ts';

type Row = Readonly<Record<string, string>>;

/** What a column does: two rows that differ in it, and what shoppers see of each. */
interface ColumnCase {
  /** The cell of the row that has the column, or several cells. */
  cell: string | Row;
  /** Cells of both rows. */
  both?: Row;
  /** Cells of the row without the column. */
  without?: Row;
  /** @param id the value of the identifying column of the row */
  see: (shop: TestShop, id: string) => Promise<unknown>;
  shows: unknown;
  /** What the row without the column shows. */
  else: unknown;
}

export type ColumnCases = Readonly<Record<string, ColumnCase>>;

/** A table of the import whose rows are tested by pairs. */
export interface ColumnTable {
  /** The identifying column. */
  key: string;
  /** Cells of every row that a case does not set. */
  plain: (id: string) => Row;
  cases: ColumnCases;
  /** More rows, which the cases refer to. */
  more?: readonly Row[];
}

/** Writes the rows of all cases as one file. */
export function csvOf(table: ColumnTable): string {
  const rows = Object.entries(table.cases).flatMap(([column, given]) => {
    const { off, on } = pairOf(table, column, given);
    return [off, on];
  });
  const all = [...(table.more ?? []), ...rows];
  const header = [...new Set(all.flatMap((row) => Object.keys(row)))];
  const lines = all.map((row) => header.map((column) => quoted(row[column] ?? '')).join(','));
  return `${[header.join(','), ...lines].join('\n')}\n`;
}

/** The values of the identifying column in all rows of the cases. */
export function idsOf(table: ColumnTable): string[] {
  const pairs = Object.entries(table.cases).map(([column, given]) => pairOf(table, column, given));
  return pairs.flatMap(({ on, off }) => [on[table.key]!, off[table.key]!]);
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

function pairOf({ key, plain }: ColumnTable, column: string, given: ColumnCase): { on: Row; off: Row } {
  const name = column.replaceAll(/\W/g, '').toLowerCase();
  const cells = typeof given.cell === 'string' ? { [column]: given.cell } : given.cell;
  const rowOf = (id: string, more: Row | undefined) => ({ [key]: id, ...plain(id), ...given.both, ...more });
  return { on: rowOf(`${name}_on`, cells), off: rowOf(`${name}_off`, given.without) };
}

/** Tests that every documented column has a case, every case a column, and every column its effect. */
export function testColumns(table: ColumnTable, documented: readonly string[], shop: () => TestShop): void {
  describe.each(Object.entries(table.cases))('the column %s', (column, given) => {
    test('has an effect', async () => {
      const { on, off } = pairOf(table, column, given);
      expect(await given.see(shop(), on[table.key]!)).toEqual(given.shows);
      expect(await given.see(shop(), off[table.key]!)).toEqual(given.else);
    });
  });

  test('every documented column has a case, and every case a documented column', () => {
    expect(Object.keys(table.cases).toSorted()).toEqual(documented.toSorted());
  });
}
