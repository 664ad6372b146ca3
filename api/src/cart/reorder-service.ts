import { orderProblem } from '@fynbos/core/cart/cart-rules.ts';
import { Problem, type ProblemCode } from '@fynbos/core/problem.ts';
import { largestQuantity } from '@fynbos/core/stock/quantity.ts';
import { type ProductRequest, type Resolved, resolve } from './items/cart-item-resolver.ts';
import { maxCartLines, newLine } from './items/cart-item-service.ts';
import { findLineFacts } from './items/line-facts.ts';
import type { Carts, Shopper } from './records/cart-context.ts';
import type { FoundCart, NewLine } from './records/cart-store.ts';
import { type WriteKey, type Written, writeOnce } from './records/idempotent-write.ts';

/** A product of an earlier order to order again. */
export interface ReorderItem extends ProductRequest {
  name: string;
  qty: number;
}

/** The products that were added to the cart, and the unavailable ones with the reason. */
export interface ReorderResult {
  added: { sku: string; name: string; qty: number }[];
  unavailable: { sku: string; name: string; qty: number; problem: ProblemCode }[];
}

/**
 * Adds as many of several products as are available to a cart, in one write (ORD-1). The result lists the
 * unavailable ones.
 */
export function addReorderItems(
  carts: Carts,
  shopper: Shopper,
  cart: FoundCart,
  { items, key }: { items: readonly ReorderItem[]; key: WriteKey },
): Promise<Written<ReorderResult>> {
  return writeOnce(carts, cart, key, ({ lines }) => {
    const put = new Map<string, NewLine>();
    const result: ReorderResult = { added: [], unavailable: [] };
    for (const item of items) {
      const { sku, name } = item;
      const quantityInCart = (line: Resolved) =>
        put.get(line.key)?.qty ?? lines.find((row) => row.line_key === line.key)?.qty ?? 0;
      const { line, qty, problem } = whatCanBeHad(carts, shopper, item, quantityInCart);
      const isNew = line && !put.has(line.key) && !lines.some((row) => row.line_key === line.key);
      const isFull = isNew && lines.length + put.size >= maxCartLines;
      const had = isFull ? 0 : qty;
      if (line && had > 0) {
        put.set(line.key, newLine(line, quantityInCart(line) + had));
        result.added.push({ sku, name, qty: had });
      }
      if (had < item.qty)
        result.unavailable.push({
          ...{ sku, name, qty: item.qty - had },
          problem: isFull ? 'cart_full' : (problem ?? 'quantity_too_high'),
        });
    }
    return { put: [...put.values()], result };
  });
}

/**
 * How many of a product are available in addition to the cart's quantity. The product may be gone or may
 * have other options by now.
 */
function whatCanBeHad(
  carts: Carts,
  shopper: Shopper,
  item: ReorderItem,
  quantityInCart: (line: Resolved) => number,
): { line?: Resolved; qty: number; problem?: ProblemCode | undefined } {
  const line = findOne(shopper, item);
  if (!line) return { qty: 0, problem: 'product_unavailable' };
  const before = quantityInCart(line);
  const sum = Math.min(before + item.qty, largestQuantity);
  const facts = findLineFacts(carts, shopper, { ...line, qty: sum });
  if (!facts) return { qty: 0, problem: 'product_unavailable' };
  const maxQty = Math.min(sum, facts.candidate.available ?? sum);
  const problem = orderProblem(facts.candidate, Math.max(1, maxQty), carts.rules);
  return { line, qty: problem ? 0 : Math.max(0, maxQty - before), problem };
}

function findOne({ view }: Shopper, item: ReorderItem): Resolved | undefined {
  try {
    return resolve(view.catalogue, item)[0];
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
