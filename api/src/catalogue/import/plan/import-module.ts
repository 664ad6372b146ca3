import type { ProductType } from '@fynbos/core/catalogue/entities.ts';
import type { Db } from '../../../db.ts';
import type { CsvRow } from '../format/csv.ts';
import type { Findings } from '../format/findings.ts';
import type { Entity } from '../format/json-lines.ts';

/**
 * An import part of another feature. Its files are recognised, checked and written in the same transaction
 * as the catalogue.
 */
export interface ImportPart {
  /** The kind of its rows in reports and mapping files: `deals`. */
  kind: string;
  /** Matches its file names, in lower case and without the extension. */
  fileName: RegExp;
  /**
   * Matches text files by their path relative to the imported folder: `content/pages/about.en.md`. Such a
   * file is one row with its content in the cell `text`.
   */
  documents?: RegExp;
  /** Matches its subfolders of the imported folder. */
  folders?: RegExp;
  /** Addresses that no product or category may use, with their owners. */
  addresses?(db: Db): Promise<ReadonlyMap<string, string>>;
  /** Checks the rows against the shop and plans the changes; problems go to the findings. */
  plan(db: Db, rows: readonly CsvRow[], goods: KnownGoods, findings: Findings): Promise<PlannedPart>;
}

/** The differences from the shop, and how they are written. */
export interface PlannedPart {
  /** Number of new and changed entries. */
  changed: number;
  /** Whether running shops cache the data and must be notified. */
  inMemory: boolean;
  /** Writes the changes within the caller's transaction. */
  write(db: Db): Promise<void>;
}

/** The entities that rows may refer to: those of the shop and those of the same import. */
export interface KnownGoods {
  typeOf(sku: string): ProductType | undefined;
  /** @param path the names from the top down */
  categoryId(path: readonly string[]): number | undefined;
  /** The owner of an address, as used in messages: `the product OATS-1KG`. */
  ownerOf(urlPath: string): string | undefined;
}

/** Converts an entity to a table row; list entries are joined by `|`. */
export function importRowOf({ at, value }: Entity): CsvRow {
  const text = (cell: unknown) => (Array.isArray(cell) ? cell.join('|') : String(cell ?? ''));
  return { at, cells: new Map(Object.entries(value).map(([name, cell]) => [name, text(cell)])) };
}
