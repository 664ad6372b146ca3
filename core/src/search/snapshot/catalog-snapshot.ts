import type { ProductType, Visibility } from '../../catalogue/entities.ts';
import { type CurrentColumns, type ProductColumns, readColumns, writeColumns } from './snapshot-columns.ts';

/**
 * Format of the offline catalogue (SEA-4): the data to search and browse every listed product of a store
 * view, small enough for a phone. A snapshot of another format is discarded and downloaded again.
 */
export const snapshotFormat = 1;

/** Fields that rarely change. */
export interface SteadyFacts {
  id: number;
  sku: string;
  name: string;
  brand: string;
  /** The slug of the brand's page, where it does not follow from the name. */
  brandSlug?: string;
  type_id: ProductType;
  visibility: Visibility;
  position: number;
  /** Labels of the product's type, which are searched but never shown. */
  kind: string;
  category_ids: readonly number[];
  url_path: string;
  image: string;
  /** The size for unit prices as printed on the product; empty when there is none. */
  packsize: string;
  /** The product has options to choose before it can be bought, which needs the network. */
  choose: boolean;
  /** The minimum quantity of an order line, if above 1. */
  minimum?: number;
}

/**
 * Fields that change often; amounts in cents, tax included. Only guest prices: group prices are never
 * included.
 */
export interface CurrentFacts {
  price: number;
  /** The price before a special; 0 when there is none. */
  was: number;
  /** For a product with variants: the price of the variant with `packsize`; otherwise 0. */
  measured: number;
  inStock: boolean;
}

export type SnapshotProduct = SteadyFacts & CurrentFacts;

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
