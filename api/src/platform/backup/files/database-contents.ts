import type { AppliedMigration } from '../../database/migrate.ts';
import type { TableNames } from './backup-format.ts';
import type { Sequence } from './schema-store.ts';

/** A whole shop to load into an empty database, from a file or from another database. */
export interface Shipment {
  /** The migrations of the source database. */
  schema: readonly AppliedMigration[];
  tables: readonly TableNames[];
  /** Its tables in order; the rows of one table must be read completely before the next one. */
  tableRows(): AsyncIterable<TableRows>;
  /** Call it after all rows were read. */
  sequences(): Promise<readonly Sequence[]>;
}

export interface TableRows {
  table: string;
  rows: AsyncIterable<Buffer>;
}
