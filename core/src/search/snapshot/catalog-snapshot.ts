import { type CurrentColumns, type ProductColumns, readColumns, writeColumns } from './snapshot-columns.ts';
import type { SnapshotProduct } from './snapshot-product.ts';

/**
 * Format of the offline catalogue (SEA-4): the data to search and browse every listed product of a store
 * view, small enough for a phone. A snapshot of another format is discarded and downloaded again.
 */
export const snapshotFormat = 1;

export interface SnapshotCategory {
  id: number;
  parent_id: number;
  name: string;
  url_path: string;
  position: number;
  image: string;
}

/** The parts of a snapshot other than products. */
export interface SnapshotFrame {
  /** Code of the store view of these prices and names. */
  view: string;
  /** Creation time as ISO 8601. */
  made: string;
  /** Categories with products, and all their ancestors. */
  categories: readonly SnapshotCategory[];
  /** The shop's synonyms in the operator's notation. */
  synonyms: string;
}

export interface CatalogSnapshot extends SnapshotFrame {
  /** Sorted by id. */
  products: readonly SnapshotProduct[];
}

/** A snapshot in transfer and storage format: columns, which compress to a quarter of the size of records. */
export interface SerializedSnapshot extends SnapshotFrame {
  format: number;
  columns: ProductColumns & CurrentColumns;
}

export function writeSnapshot({ products, ...frame }: CatalogSnapshot): SerializedSnapshot {
  return { format: snapshotFormat, ...frame, columns: writeColumns(products) };
}

/** Reads a serialized snapshot; undefined when it is invalid or of another format. The input is untrusted. */
export function readSnapshot(written: unknown): CatalogSnapshot | undefined {
  const { format, columns, ...rest } = fieldsOf(written);
  const frame = readFrame(rest);
  const products = format === snapshotFormat ? readColumns(columns) : undefined;
  return frame && products && { ...frame, products };
}

/** Validates the frame of a snapshot; undefined when invalid. */
export function readFrame({
  view,
  made,
  categories,
  synonyms,
}: Record<string, unknown>): SnapshotFrame | undefined {
  if (typeof view !== 'string' || typeof made !== 'string' || Number.isNaN(Date.parse(made)))
    return undefined;
  if (typeof synonyms !== 'string' || !Array.isArray(categories) || !categories.every(isCategory))
    return undefined;
  return { view, made, categories, synonyms };
}

function isCategory(value: unknown): value is SnapshotCategory {
  const { id, parent_id, name, url_path, position, image } = fieldsOf(value);
  return (
    [id, parent_id, position].every(Number.isInteger) &&
    [name, url_path, image].every((text) => typeof text === 'string')
  );
}

/** The fields of an object; none for other values. */
function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
