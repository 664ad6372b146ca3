import type { Product } from '@fynbos/core/catalogue/entities.ts';
import type { ForgottenTags } from '@fynbos/core/operation/page-tags.ts';
import { piecesSaid } from '@fynbos/core/stock/quantity.ts';
import type { Change } from './live.ts';
import type { Kept } from './shelf.ts';

/** More than this is an import: comparing would take longer than making the pages anew. */
const mostCompared = 50;

/**
 * Which products pages show differently after a change. An order leaves fewer pieces and nothing else, so that a product stands
 * in the same lists at the same place; and as long as more than a few are left, its own pages read the same too.
 *
 * @param pairs each product as it was and as it is; undefined where it is or was not there
 */
export function shownOtherwise(
  pairs: readonly (readonly [Kept | undefined, Kept | undefined])[],
): Change['shown'] {
  if (pairs.length > mostCompared) return 'everywhere';
  const shown: number[] = [];
  for (const [before, after] of pairs) {
    if (!before || !after) return 'everywhere';
    const [was, is] = [split(before.json), split(after.json)];
    if (was.rest !== is.rest) return 'everywhere';
    if (was.pieces !== is.pieces) shown.push(after.id);
  }
  return shown;
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

/**
 * The kept pages that a change makes old (SHELL-2): those of the products that look different where no list does, and
 * otherwise all: what is sold stands in lists, searches and menus too.
 */
export function stalePages({ shown }: Change): ForgottenTags {
  return shown === 'everywhere' ? '*' : shown.map((id) => `P${id}`);
}
