import { isComposite } from '@fynbos/core/catalogue/composite-type.ts';
import type { availableTags, ForgottenTags } from '@fynbos/core/operation/page-tags.ts';
import { displayedUnitsLeft } from '@fynbos/core/stock/quantity.ts';
import type { LiveProduct } from './documents/product-index.ts';
import { parseProduct } from './documents/product-index.ts';

/** A larger change is an import: comparing would take longer than rendering the pages again. */
const maxCompared = 300;

/** The pages on which a change is visible: all pages, or those of some products and possibly product lists. */
export type ShownOtherwise = 'everywhere' | { products: readonly number[]; lists: boolean };

/** A product before and after a change. */
export type Pair = readonly [before: LiveProduct | undefined, after: LiveProduct | undefined];

/**
 * Finds the pages on which a change is visible. An order only reduces stock: the product keeps its place in
 * lists, and its own pages change only when few units are left. Any other change, above all of the price,
 * may move the product within lists or remove it. A product that appears, disappears or changes its
 * category may be named on any page.
 * @param pairs each product before and after, and the composite products that contain one; undefined where
 * it does not exist
 */
export function shownOtherwise(pairs: readonly Pair[]): ShownOtherwise {
  const products: number[] = [];
  let lists = false;
  const differing = pairs.filter(([before, after]) => !before || !after || !before.json.equals(after.json));
  if (differing.length > maxCompared) return 'everywhere';
  for (const [before, after] of differing) {
    if (!before || !after || before.listable !== after.listable) return 'everywhere';
    if (before.categoryIds.join() !== after.categoryIds.join()) return 'everywhere';
    const [was, is] = [split(before.json), split(after.json)];
    if (was.rest === is.rest && was.units === is.units) continue;
    products.push(after.id);
    lists ||= was.rest !== is.rest;
  }
  // The page of a set shows its parts, but its own document contains little of them.
  const sets = pairs.flatMap(([, after]) => (after && isComposite(after.type) ? after.id : []));
  return { products: products.length > 0 ? [...new Set([...products, ...sets])] : [], lists };
}

/** Splits off the displayed stock quantities of a product and its variants. */
function split(json: Buffer): { rest: string; units: string } {
  const product = parseProduct(json);
  const shownUnits: (number | undefined)[] = [];
  for (const item of [product, ...product.configurable_children]) {
    shownUnits.push(displayedUnitsLeft(item.stock));
    item.stock.qty = 0;
  }
  return { rest: JSON.stringify(product), units: shownUnits.join() };
}

/** Pages with product lists, whose products may change. */
const listing = ['home', 'category', 'search', 'page'] as const satisfies (typeof availableTags)[number][];

/** The cached pages that a change makes stale (SHELL-2). */
export function stalePages({ shown }: { shown: ShownOtherwise }): ForgottenTags {
  if (shown === 'everywhere') return '*';
  return [...shown.products.map((id) => `P${id}`), ...(shown.lists ? listing : [])];
}
