import { lineKey, readQuantity } from '@fynbos/core/cart/line.ts';
import { type ProductOption, readProductOption } from '@fynbos/core/catalogue/product-option.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { largestQuantity } from '@fynbos/core/stock/quantity.ts';
import type { Carts, Shopper } from './carts.ts';
import { findLineFacts, problemOf } from './line-facts.ts';
import { type Asked, type Resolved, resolve } from './resolve.ts';
import type { CartChange, FoundCart, LineRow, NewLine } from './store.ts';
import { type WriteKey, type Written, write } from './write.ts';

/** A line as a client asks for it (wire contract 1.1 «update»). */
export interface AskedItem extends Asked {
  qty: number | string;
  item_id?: number | string | null | undefined;
}

/** How many lines a cart takes by hand. */
export const mostLines = 500;

/** Which line a write was about, as it was then. */
export interface ItemAnswer {
  key: string | undefined;
}

/**
 * Puts so many into the cart. With `item_id` the line shall have this quantity, 0 removing it, and be this
 * product with these options; without, this many are added to the line that is equal, or a new one.
 *
 * @returns the line, or undefined when none is left, or when a grouped product became several
 * @throws Problem as the contract lists them; the cart is unchanged then
 */
export function updateItem(
  carts: Carts,
  shopper: Shopper,
  cart: FoundCart,
  asked: AskedItem,
  key: WriteKey,
): Promise<Written<ItemAnswer>> {
  const qty = readQuantity(asked.qty);
  const wanted = asked.item_id === null || asked.item_id === undefined ? undefined : Number(asked.item_id);
  if (qty === undefined || (qty === 0 && wanted === undefined)) throw new Problem('quantity_invalid');
  return write(carts, cart, key, ({ lines }) => {
    if (wanted === undefined) return addLines(carts, shopper, lines, asked, qty);
    const line = lines.find((one) => one.id === wanted);
    if (!line) throw new Problem('cart_item_not_found');
    return changeLine(carts, shopper, lines, line, asked, qty);
  });
}

function addLines(
  carts: Carts,
  shopper: Shopper,
  lines: readonly LineRow[],
  asked: Asked,
  qty: number,
): CartChange & { answer: ItemAnswer } {
  const put = resolve(shopper.view.catalogue, asked).map((one) => {
    const before = lines.find((line) => line.line_key === one.key);
    const sum = Math.min(qty + (before?.qty ?? 0), largestQuantity);
    mustBeAllowed(carts, shopper, one, sum);
    return newLine(one, sum);
  });
  const kept = new Set(lines.map((line) => line.line_key));
  const added = put.filter((line) => !kept.has(line.line_key));
  if (added.length > 0 && lines.length + added.length > mostLines)
    throw new Problem('cart_full', { limit: mostLines });
  return { put, answer: { key: put.length === 1 ? put[0]!.line_key : undefined } };
}

function changeLine(
  carts: Carts,
  shopper: Shopper,
  lines: readonly LineRow[],
  line: LineRow,
  asked: Asked,
  qty: number,
): CartChange & { answer: ItemAnswer } {
  if (qty === 0) return { remove: [line.id], answer: { key: undefined } };
  const next = meantBy(shopper, line, asked);
  const twin = lines.find((one) => one.line_key === next.key && one.id !== line.id);
  const sum = Math.min(qty + (twin?.qty ?? 0), largestQuantity);
  // Taking some away is always allowed: that is the way out when fewer are left than are in the cart.
  if (next.key !== line.line_key || sum > line.qty) mustBeAllowed(carts, shopper, next, sum);
  return {
    remove: twin ? [twin.id] : [],
    replace: [{ id: line.id, ...newLine(next, sum) }],
    answer: { key: next.key },
  };
}

/**
 * A quantity alone says nothing of options: those of the line stay. Old clients send the parent's sku with it,
 * and empty lists where they know no options; of a parent those choose nothing.
 */
function meantBy({ view }: Shopper, line: LineRow, asked: Asked): Resolved {
  const { extension_attributes: said } = readProductOption(asked.product_option);
  const isEmpty = said.configurable_item_options.length + said.custom_options.length === 0;
  const isSilent = asked.product_option === undefined || asked.product_option === null;
  const same = asked.sku === line.sku ? isSilent : asked.sku === line.parent_sku && isEmpty;
  if (same) {
    const product_option = readProductOption(line.product_option);
    return { ...line, product_option, key: line.line_key };
  }
  const [next, ...others] = resolve(view.catalogue, asked);
  if (!next || others.length > 0) throw new Problem('options_invalid');
  return next;
}

function mustBeAllowed(carts: Carts, shopper: Shopper, line: Resolved, qty: number): void {
  const facts = findLineFacts(carts, shopper, { ...line, qty });
  if (!facts) throw new Problem('product_not_found');
  const problem = problemOf(facts, qty, carts);
  if (problem) throw new Problem(problem, { maxQuantity: facts.candidate.available ?? 0 });
}

export function newLine({ key, sku, parent_sku, product_option }: Resolved, qty: number): NewLine {
  return { line_key: key, sku, parent_sku, product_option, qty };
}

/** Removes a line, by its id or by what it is; one that is gone was removed already. */
export function deleteItem(
  carts: Carts,
  cart: FoundCart,
  asked: { sku?: string; item_id?: number | string | null; product_option?: unknown },
  key: WriteKey,
): Promise<Written<true>> {
  return write(carts, cart, key, ({ lines }) => {
    const meant = lines.filter((one) => isMeant(one, asked));
    return { remove: meant.map((line) => line.id), answer: true };
  });
}

function isMeant(
  line: LineRow,
  {
    sku,
    item_id,
    product_option,
  }: { sku?: string; item_id?: number | string | null; product_option?: unknown },
): boolean {
  if (item_id !== undefined && item_id !== null) return line.id === Number(item_id);
  if (sku === undefined || ![line.sku, line.parent_sku].includes(sku)) return false;
  if (product_option === undefined || product_option === null) return true;
  const option = readProductOption(product_option);
  return line.line_key === lineKey({ sku: line.sku, product_option: option }) && isVariant(line, option);
}

/** A product's sku means all its variants; with attributes chosen, only the one that has them. */
function isVariant(line: LineRow, { extension_attributes: { configurable_item_options } }: ProductOption) {
  const own = readProductOption(line.product_option).extension_attributes.configurable_item_options;
  return configurable_item_options.every(({ option_id, option_value }) =>
    own.some((one) => one.option_id === option_id && one.option_value === option_value),
  );
}
