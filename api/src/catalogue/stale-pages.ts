import type { Product } from '@fynbos/core/catalogue/entities.ts';
import type { availableTags, ForgottenTags } from '@fynbos/core/operation/page-tags.ts';
import { piecesSaid } from '@fynbos/core/stock/quantity.ts';
import type { Change } from './live.ts';
import { isPutTogether } from './put-together.ts';
import type { Kept } from './shelf.ts';

/** More than this is an import: comparing would take longer than making the pages anew. */
const mostCompared = 300;

/** How pages look after a change: all of them otherwise, or those that show some products, and perhaps lists of any. */
export type ShownOtherwise = 'everywhere' | { products: readonly number[]; lists: boolean };

/** A product before a change and after it. */
export type Pair = readonly [before: Kept | undefined, after: Kept | undefined];

/**
 * What pages show differently after a change. An order leaves fewer pieces and nothing else, so that a product stands
 * in the same lists at the same place; and as long as more than a few are left, its own pages read the same too. What else a
 * product says, its price first of all, may move it in lists, or out of them. One that comes, goes or moves to another category may from
 * now on be named on pages of any other.
 *
 * @param pairs each product as it was and as it is, and what is put together from such; undefined where it is or was not there
 */
export function shownOtherwise(pairs: readonly Pair[]): ShownOtherwise {
  const products: number[] = [];
  let lists = false;
  const differing = pairs.filter(([before, after]) => !before || !after || !before.json.equals(after.json));
  if (differing.length > mostCompared) return 'everywhere';
  for (const [before, after] of differing) {
    if (!before || !after || before.listable !== after.listable) return 'everywhere';
    if (before.categoryIds.join() !== after.categoryIds.join()) return 'everywhere';
    const [was, is] = [split(before.json), split(after.json)];
    if (was.rest === is.rest && was.pieces === is.pieces) continue;
    products.push(after.id);
    lists ||= was.rest !== is.rest;
  }
  // A set's page shows its parts, of which its own document says little.
  const sets = pairs.flatMap(([, after]) => (after && isPutTogether(after.type) ? after.id : []));
  return { products: products.length > 0 ? [...new Set([...products, ...sets])] : [], lists };
}

/** A product, and apart from it how many pieces pages say there are of it and its variants. */
function split(json: Buffer): { rest: string; pieces: string } {
  const product = JSON.parse(json.toString()) as Product;
  const said: (number | undefined)[] = [];
  for (const one of [product, ...product.configurable_children]) {
    said.push(piecesSaid(one.stock));
    one.stock.qty = 0;
  }
  return { rest: JSON.stringify(product), pieces: said.join() };
}

/** Pages that list what they find: which products those are may be different now. */
const listing = ['home', 'category', 'search', 'page'] as const satisfies (typeof availableTags)[number][];

/** The kept pages that a change makes old (SHELL-2). */
export function stalePages({ shown }: Change): ForgottenTags {
  if (shown === 'everywhere') return '*';
  return [...shown.products.map((id) => `P${id}`), ...(shown.lists ? listing : [])];
}
