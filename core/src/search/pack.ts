import type { ProductType, Visibility } from '../catalogue/entities.ts';
import { type CurrentColumns, type ProductColumns, readColumns, writeColumns } from './pack-columns.ts';

/**
 * The catalogue in the pocket (SEA-4): what searching and browsing need of every listed product of a store view,
 * small enough to be kept on a phone. A pack of another format is dropped and fetched anew.
 */
export const packFormat = 1;

/** What stays as it is from one day to the next. */
export interface SteadyFacts {
  id: number;
  sku: string;
  name: string;
  brand: string;
  type_id: ProductType;
  visibility: Visibility;
  position: number;
  /** What it is, in words that are searched and never shown: the labels of its type. */
  kind: string;
  category_ids: readonly number[];
  url_path: string;
  image: string;
  /** The size by which it is compared with others, as it is written on the pack; empty where there is none. */
  packsize: string;
  /** There is something to choose before it can be bought, which needs the network. */
  choose: boolean;
}

/** What changes from one hour to the next; amounts in cents, tax included. Guests' prices: no group's leaves the shop. */
export interface CurrentFacts {
  price: number;
  /** The price before a special; 0 where there is none. */
  was: number;
  /** Of a product with variants: the price of the one that `packsize` belongs to; 0 otherwise. */
  measured: number;
  inStock: boolean;
}

export type PackProduct = SteadyFacts & CurrentFacts;

export interface PackCategory {
  id: number;
  parent_id: number;
  name: string;
  url_path: string;
  position: number;
  image: string;
}

/** What a pack holds besides products. */
export interface PackFrame {
  /** The code of the store view whose prices and names these are. */
  view: string;
  /** When it was true, as ISO 8601. */
  made: string;
  /** Categories that have products, all above them included. */
  categories: readonly PackCategory[];
  /** The shop's synonyms, as its operator writes them. */
  synonyms: string;
}

export interface Pack extends PackFrame {
  /** In the order of their ids. */
  products: readonly PackProduct[];
}

/** A pack as it travels and is kept: columns, which compress to a quarter of what records would. */
export interface WrittenPack extends PackFrame {
  format: number;
  columns: ProductColumns & CurrentColumns;
}

export function writePack({ products, ...frame }: Pack): WrittenPack {
  return { format: packFormat, ...frame, columns: writeColumns(products) };
}

/** What was written; nothing where it is no pack, or one of another format. Whoever wrote it is not trusted. */
export function readPack(written: unknown): Pack | undefined {
  const { format, columns, ...rest } = (written ?? {}) as Partial<WrittenPack>;
  const frame = readFrame(rest);
  const products = format === packFormat ? readColumns(columns) : undefined;
  return frame && products && { ...frame, products };
}

/** The frame in what was given, if there is one. */
export function readFrame({
  view,
  made,
  categories,
  synonyms,
}: Record<string, unknown>): PackFrame | undefined {
  if (typeof view !== 'string' || typeof made !== 'string' || Number.isNaN(Date.parse(made)))
    return undefined;
  if (typeof synonyms !== 'string' || !Array.isArray(categories) || !categories.every(isCategory))
    return undefined;
  return { view, made, categories, synonyms };
}

function isCategory(given: unknown): given is PackCategory {
  const { id, parent_id, name, url_path, position, image } = (given ?? {}) as Record<string, unknown>;
  return (
    [id, parent_id, position].every(Number.isInteger) &&
    [name, url_path, image].every((text) => typeof text === 'string')
  );
}
