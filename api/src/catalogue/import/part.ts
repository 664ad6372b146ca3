import type { ProductType } from '@fynbos/core/catalogue/entities.ts';
import type { Db } from '../../db.ts';
import type { Row } from './csv.ts';
import type { Findings } from './findings.ts';
import type { Entity } from './json-lines.ts';

/**
 * What a noun after the catalogue loads by the same import: its files are recognised, checked and written
 * together with everything else, or not at all.
 */
export interface ImportPart {
  /** What its rows are, as reports and mapping files call them: `deals`. */
  kind: string;
  /** What its files are called, in small letters and without the ending. */
  fileName: RegExp;
  /**
   * Files that are a text each, by their names below the folder that is loaded: `content/pages/about.en.md`. Such a
   * file is one row, with all of it in the cell `text`.
   */
  documents?: RegExp;
  /** The folders below the one that is loaded in which its files stand. */
  folders?: RegExp;
  /** Addresses that no product and no category may have, and whose they are. */
  addresses?(db: Db): Promise<ReadonlyMap<string, string>>;
  /** Checks the rows against the shop and says what is to be written; faults go to the findings. */
  plan(db: Db, rows: readonly Row[], goods: KnownGoods, findings: Findings): Promise<PlannedPart>;
}

/** What differs from the shop, and how it is written. */
export interface PlannedPart {
  /** How many things are new or changed. */
  changed: number;
  /** Whether running shops keep it in memory and have to be told. */
  inMemory: boolean;
  /** Writes it within the caller's transaction. */
  write(db: Db): Promise<void>;
}

/** What rows may name: what the shop has, and what the same import brings. */
export interface KnownGoods {
  typeOf(sku: string): ProductType | undefined;
  /** @param path the names from the top down */
  categoryId(path: readonly string[]): number | undefined;
  /** Whose address this is, as a sentence would say it: `the product OATS-1KG`. */
  ownerOf(urlPath: string): string | undefined;
}

/** An entity as a row of a table: lists have `|` between their parts. */
export function rowOf({ at, value }: Entity): Row {
  const text = (cell: unknown) => (Array.isArray(cell) ? cell.join('|') : String(cell ?? ''));
  return { at, cells: new Map(Object.entries(value).map(([name, cell]) => [name, text(cell)])) };
}
