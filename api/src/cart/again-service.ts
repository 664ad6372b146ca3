import { orderProblem } from '@fynbos/core/cart/may-be-added.ts';
import { Problem, type ProblemCode } from '@fynbos/core/problem.ts';
import { largestQuantity } from '@fynbos/core/stock/quantity.ts';
import type { Carts, Shopper } from './carts.ts';
import { mostLines, newLine } from './item-service.ts';
import { findLineFacts } from './line-facts.ts';
import { type Asked, type Resolved, resolve } from './resolve.ts';
import type { FoundCart, NewLine } from './store.ts';
import { type WriteKey, type Written, write } from './write.ts';

/** What somebody had once and wants again. */
export interface Again extends Asked {
  name: string;
  qty: number;
}

/** What of it is in the cart now, and what is not, and why. */
export interface HadAgain {
  added: { sku: string; name: string; qty: number }[];
  unavailable: { sku: string; name: string; qty: number; problem: ProblemCode }[];
}

/** Puts as much as can be had of several things into a cart, in one write (ORD-1). What cannot be had is said. */
export function addAgain(
  carts: Carts,
  shopper: Shopper,
  cart: FoundCart,
  wanted: readonly Again[],
  key: WriteKey,
): Promise<Written<HadAgain>> {
  return write(carts, cart, key, ({ lines }) => {
    const put = new Map<string, NewLine>();
    const answer: HadAgain = { added: [], unavailable: [] };
    for (const one of wanted) {
      const { sku, name } = one;
      const there = (line: Resolved) =>
        put.get(line.key)?.qty ?? lines.find((row) => row.line_key === line.key)?.qty ?? 0;
      const { line, qty, problem } = whatCanBeHad(carts, shopper, one, there);
      const isNew = line && !put.has(line.key) && !lines.some((row) => row.line_key === line.key);
      const isFull = isNew && lines.length + put.size >= mostLines;
      const had = isFull ? 0 : qty;
      if (line && had > 0) {
        put.set(line.key, newLine(line, there(line) + had));
        answer.added.push({ sku, name, qty: had });
      }
      if (had < one.qty)
        answer.unavailable.push({
          ...{ sku, name, qty: one.qty - had },
          problem: isFull ? 'cart_full' : (problem ?? 'quantity_too_high'),
        });
    }
    return { put: [...put.values()], answer };
  });
}

/** How many of something can be had beside what is in the cart already; what it was may be gone, or be chosen otherwise now. */
function whatCanBeHad(
  carts: Carts,
  shopper: Shopper,
  wanted: Again,
  there: (line: Resolved) => number,
): { line?: Resolved; qty: number; problem?: ProblemCode | undefined } {
  const line = findOne(shopper, wanted);
  if (!line) return { qty: 0, problem: 'product_unavailable' };
  const before = there(line);
  const sum = Math.min(before + wanted.qty, largestQuantity);
  const facts = findLineFacts(carts, shopper, { ...line, qty: sum });
  if (!facts) return { qty: 0, problem: 'product_unavailable' };
  const most = Math.min(sum, facts.candidate.available ?? sum);
  const problem = orderProblem(facts.candidate, Math.max(1, most), carts.rules);
  return { line, qty: problem ? 0 : Math.max(0, most - before), problem };
}

function findOne({ view }: Shopper, wanted: Again): Resolved | undefined {
  try {
    return resolve(view.catalogue, wanted)[0];
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
