import { largestQuantity, lineKey, readQuantity } from '@fynbos/core/cart/line.ts';
import { readProductOption } from '@fynbos/core/catalogue/product-option.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../db.ts';
import type { Carts, Shopper } from './carts.ts';
import { findLineFacts, problemOf } from './line-facts.ts';
import { type Asked, type Resolved, resolve } from './resolve.ts';
import { type CartRow, deleteLine, type LineRow, readLines, updateLine, upsertLine } from './store.ts';
import { type WriteKey, type Written, write } from './write.ts';

/** A line as a client asks for it (wire contract 1.1 «update»). */
export interface AskedItem extends Asked {
  qty: number | string;
  item_id?: number | string | null | undefined;
}

const mostLines = 500;

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
  cart: CartRow,
  asked: AskedItem,
  key: WriteKey,
): Promise<Written<{ line: number | undefined }>> {
  const qty = readQuantity(asked.qty);
  const wanted = asked.item_id === null || asked.item_id === undefined ? undefined : Number(asked.item_id);
  if (qty === undefined || (qty === 0 && wanted === undefined)) throw new Problem('quantity_invalid');
  return write(carts, cart.id, key, async (trx) => {
    const lines = await readLines(trx, cart.id);
    if (wanted === undefined) return addLines(carts, shopper, trx, cart, lines, asked, qty);
    const line = lines.find((one) => one.id === wanted);
    if (!line) throw new Problem('cart_item_not_found');
    return changeLine(carts, shopper, trx, cart, lines, line, asked, qty);
  });
}

async function addLines(
  carts: Carts,
  shopper: Shopper,
  trx: Db,
  cart: CartRow,
  lines: readonly LineRow[],
  asked: Asked,
  qty: number,
): Promise<{ line: number | undefined }> {
  const all = resolve(shopper.view.catalogue, asked);
  const written: LineRow[] = [];
  for (const one of all) {
    const before = lines.find((line) => line.line_key === one.key);
    const sum = Math.min(qty + (before?.qty ?? 0), largestQuantity);
    mustBeAllowed(carts, shopper, one, sum);
    if (!before && lines.length + written.length >= mostLines)
      throw new Problem('cart_full', { limit: mostLines });
    written.push(await upsertLine(trx, newLine(cart, one, sum)));
  }
  return { line: written.length === 1 ? written[0]!.id : undefined };
}

async function changeLine(
  carts: Carts,
  shopper: Shopper,
  trx: Db,
  cart: CartRow,
  lines: readonly LineRow[],
  line: LineRow,
  asked: Asked,
  qty: number,
): Promise<{ line: number | undefined }> {
  if (qty === 0) {
    await deleteLine(trx, line.id);
    return { line: undefined };
  }
  const next = meantBy(shopper, line, asked);
  const twin = lines.find((one) => one.line_key === next.key && one.id !== line.id);
  const sum = Math.min(qty + (twin?.qty ?? 0), largestQuantity);
  // Taking some away is always allowed: that is the way out when fewer are left than are in the cart.
  if (next.key !== line.line_key || sum > line.qty) mustBeAllowed(carts, shopper, next, sum);
  if (twin) await deleteLine(trx, twin.id);
  await updateLine(trx, line.id, newLine(cart, next, sum));
  return { line: line.id };
}

/** A quantity alone says nothing of options: those of the line stay (old clients send the parent's sku). */
function meantBy({ view }: Shopper, line: LineRow, asked: Asked): Resolved {
  const same = asked.product_option === undefined && [line.sku, line.parent_sku].includes(asked.sku);
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

function newLine(cart: CartRow, { key, sku, parent_sku, product_option }: Resolved, qty: number) {
  return { cart_id: cart.id, line_key: key, sku, parent_sku, product_option, qty };
}

/** Removes a line, by its id or by what it is; one that is gone was removed already. */
export function deleteItem(
  carts: Carts,
  cart: CartRow,
  asked: { sku?: string; item_id?: number | string | null; product_option?: unknown },
  key: WriteKey,
): Promise<Written<true>> {
  return write(carts, cart.id, key, async (trx) => {
    const lines = await readLines(trx, cart.id);
    for (const line of lines.filter((one) => isMeant(one, asked))) await deleteLine(trx, line.id);
    return true as const;
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
  if (product_option === undefined) return true;
  return line.line_key === lineKey({ sku: line.sku, product_option: readProductOption(product_option) });
}
