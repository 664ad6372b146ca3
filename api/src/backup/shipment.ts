import type { AppliedMigration } from '../migrate.ts';
import type { TableNames } from './backup-format.ts';
import type { Sequence } from './schema-store.ts';

/** A whole shop on its way into an empty database, from a file or from another database. */
export interface Shipment {
  /** What its database had been brought up to. */
  schema: readonly AppliedMigration[];
  tables: readonly TableNames[];
  /** Its tables in their order; the rows of one are read to their end before the next is asked for. */
  pieces(): AsyncIterable<Piece>;
  /** Asked for once all rows were read. */
  sequences(): Promise<readonly Sequence[]>;
}

export interface Piece {
  table: string;
  rows: AsyncIterable<Buffer>;
}
