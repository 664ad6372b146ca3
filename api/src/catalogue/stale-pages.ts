import type { Product } from '@fynbos/core/catalogue/entities.ts';
import type { ForgottenTags } from '@fynbos/core/operation/page-tags.ts';
import type { Change } from './live.ts';
import type { Kept } from './shelf.ts';

/** More than this is an import: comparing would take longer than making the pages anew. */
const mostCompared = 50;

/**
 * Whether nothing but how many pieces there are has changed of a product, as each order does. It stands in the same lists at
 * the same place then, and is as much in stock as before.
 */
export function onlyPiecesChanged(before: Kept | undefined, after: Kept): boolean {
  return before !== undefined && withoutPieces(before.json) === withoutPieces(after.json);
}

function withoutPieces(json: Buffer): string {
  const { stock, configurable_children: children, ...product } = JSON.parse(json.toString()) as Product;
  const rest = children.map(({ stock: own, ...child }) => ({ ...child, stock: { ...own, qty: 0 } }));
  return JSON.stringify({ ...product, stock: { ...stock, qty: 0 }, children: rest });
}

/** @param pairs each product as it was and as it is; undefined where it is or was not there */
export function arePiecesOnly(pairs: readonly (readonly [Kept | undefined, Kept | undefined])[]): boolean {
  if (pairs.length > mostCompared) return false;
  return pairs.every(([before, after]) => after !== undefined && onlyPiecesChanged(before, after));
}

/**
 * The kept pages that a change makes old (SHELL-2): those that show the product where only pieces changed, and otherwise all:
 * it stands in lists, searches and menus too.
 */
export function stalePages({ changed, piecesOnly }: Change): ForgottenTags {
  return piecesOnly ? changed.map((id) => `P${id}`) : '*';
}
