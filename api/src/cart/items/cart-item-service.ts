import { readQuantity } from '@fynbos/core/cart/cart-line.ts';
import type { ProductOption } from '@fynbos/core/catalogue/product-option.ts';
import { readProductOption } from '@fynbos/core/catalogue/read-product-option.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { largestQuantity } from '@fynbos/core/stock/quantity.ts';
import type { LiveCatalogue } from '../../catalogue/live-catalogue.ts';
import type { Carts, Shopper } from '../records/cart-context.ts';
import type { CartChange, FoundCart, LineRow, NewLine } from '../records/cart-store.ts';
import { type WriteKey, type Written, writeOnce } from '../records/idempotent-write.ts';
import { type ProductRequest, type Resolved, resolve } from './cart-item-resolver.ts';
import { findLineFacts, lineProblemOf } from './line-facts.ts';
import { readStoredOption } from './product-facts.ts';
import { storedLineKey } from './stored-line-key.ts';

/** A line as a client requests it (wire contract 1.1 «update»). */
export interface CartItemRequest extends ProductRequest {
  qty: number | string;
  item_id?: number | string | null | undefined;
}

/** The maximum number of lines of a cart. */
export const maxCartLines = 500;

/** The line that a write changed, in its state after the write. */
export interface ItemWriteResult {
  key: string | undefined;
}

/**
 * Puts a quantity into the cart. With `item_id`, the line gets this quantity, product and options, and 0
 * removes it. Without it, the quantity is added to an equal line or to a new one.
 * @returns the line, or undefined when none is left, or when a grouped product became several lines
 * @throws Problem as listed in the contract; the cart is unchanged then
 */
export function updateItem(
  carts: Carts,
  shopper: Shopper,
  cart: FoundCart,
  { item, key }: { item: CartItemRequest; key: WriteKey },
): Promise<Written<ItemWriteResult>> {
  const qty = readQuantity(item.qty);
  const itemId = item.item_id === null || item.item_id === undefined ? undefined : Number(item.item_id);
  if (qty === undefined || (qty === 0 && itemId === undefined)) throw new Problem('quantity_invalid');
  return writeOnce(carts, cart, key, ({ lines }) => {
    if (itemId === undefined) return addLines(carts, shopper, lines, { item, qty });
    const line = lines.find((candidate) => candidate.id === itemId);
    if (!line) throw new Problem('cart_item_not_found');
    return changeLine(carts, shopper, lines, { line, item, qty });
  });
}

function addLines(
  carts: Carts,
  shopper: Shopper,
  lines: readonly LineRow[],
  { item, qty }: { item: ProductRequest; qty: number },
): CartChange & { result: ItemWriteResult } {
  const put = resolve(shopper.view.catalogue, item).map((resolvedLine) => {
    const before = lines.find((line) => line.line_key === resolvedLine.key);
    const sum = Math.min(qty + (before?.qty ?? 0), largestQuantity);
    mustBeAllowed(carts, shopper, resolvedLine, sum);
    return newLine(resolvedLine, sum);
  });
  const existingKeys = new Set(lines.map((line) => line.line_key));
  const added = put.filter((line) => !existingKeys.has(line.line_key));
  if (added.length > 0 && lines.length + added.length > maxCartLines)
    throw new Problem('cart_full', { limit: maxCartLines });
  const [only] = put;
  return { put, result: { key: put.length === 1 ? only?.line_key : undefined } };
}

function changeLine(
  carts: Carts,
  shopper: Shopper,
  lines: readonly LineRow[],
  { line, item, qty }: { line: LineRow; item: ProductRequest; qty: number },
): CartChange & { result: ItemWriteResult } {
  if (qty === 0) return { remove: [line.id], result: { key: undefined } };
  const next = meantBy(shopper, line, item);
  const twin = lines.find((candidate) => candidate.line_key === next.key && candidate.id !== line.id);
  const sum = Math.min(qty + (twin?.qty ?? 0), largestQuantity);
  // Reducing a quantity is always allowed, because the stock may have fallen below the quantity in the
  // cart.
  if (next.key !== line.line_key || sum > line.qty) mustBeAllowed(carts, shopper, next, sum);
  return {
    remove: twin ? [twin.id] : [],
    replace: [{ id: line.id, ...newLine(next, sum) }],
    result: { key: next.key },
  };
}

/**
 * An update that names no options keeps those of the line. Old clients send the parent's sku with the
 * quantity, and empty lists for unknown options. For a parent, empty lists choose nothing.
 */
function meantBy({ view }: Shopper, line: LineRow, item: ProductRequest): Resolved {
  const { extension_attributes: options } = readProductOption(item.product_option);
  const isEmpty = options.configurable_item_options.length + options.custom_options.length === 0;
  const isSilent = item.product_option === undefined || item.product_option === null;
  const same = item.sku === line.sku ? isSilent : item.sku === line.parent_sku && isEmpty;
  if (same) {
    const product_option = readProductOption(line.product_option);
    return { ...line, product_option, key: line.line_key };
  }
  const [next, ...rest] = resolve(view.catalogue, item);
  if (!next || rest.length > 0) throw new Problem('options_invalid');
  return next;
}

function mustBeAllowed(carts: Carts, shopper: Shopper, line: Resolved, qty: number): void {
  const facts = findLineFacts(carts, shopper, { ...line, qty });
  if (!facts) throw new Problem('product_not_found');
  const problem = lineProblemOf(facts, qty, carts);
  const { available = 0, minimum = 1 } = facts.candidate;
  if (problem) throw new Problem(problem, { maxQuantity: available, minQuantity: minimum });
}

export function newLine({ key, sku, parent_sku, product_option }: Resolved, qty: number): NewLine {
  return { line_key: key, sku, parent_sku, product_option, qty };
}

/** Removes a line by its id or its product. A line that does not exist counts as removed. */
export function deleteItem(
  carts: Carts,
  shopper: Shopper,
  cart: FoundCart,
  { item, key }: { item: DeletedItem; key: WriteKey },
): Promise<Written<true>> {
  return writeOnce(carts, cart, key, ({ lines }) => {
    const meant = lines.filter((line) => isMeant(shopper.view.catalogue, line, item));
    return { remove: meant.map((line) => line.id), result: true };
  });
}

/** The line to remove, by its id or its product. */
interface DeletedItem {
  sku?: string;
  item_id?: number | string | null;
  product_option?: unknown;
}

function isMeant(
  catalogue: LiveCatalogue,
  line: LineRow,
  { sku, item_id, product_option }: DeletedItem,
): boolean {
  if (item_id !== undefined && item_id !== null) return line.id === Number(item_id);
  if (sku === undefined || ![line.sku, line.parent_sku].includes(sku)) return false;
  if (product_option === undefined || product_option === null) return true;
  const option = readStoredOption(catalogue, line.sku, product_option);
  return (
    line.line_key === storedLineKey({ sku: line.sku, product_option: option }) && isVariant(line, option)
  );
}

/** A product's sku means all its variants; with attributes chosen, only the matching variant. */
function isVariant(line: LineRow, { extension_attributes: { configurable_item_options } }: ProductOption) {
  const lineOptions = readProductOption(line.product_option).extension_attributes.configurable_item_options;
  return configurable_item_options.every(({ option_id, option_value }) =>
    lineOptions.some((option) => option.option_id === option_id && option.option_value === option_value),
  );
}
