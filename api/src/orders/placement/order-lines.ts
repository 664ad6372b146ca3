import { decimalToCents, netToDecimal } from '@fynbos/core/money.ts';
import { Problem, type ProblemCode } from '@fynbos/core/problem.ts';
import type { WorkedCart, WorkedLine } from '../../cart/calculated-cart.ts';
import { itemsOnWire, totalsOnWire } from '../../cart/cart-response.ts';
import { readStoredOption } from '../../cart/items/product-facts.ts';
import { storedLineKey } from '../../cart/items/stored-line-key.ts';
import type { LiveCatalogue } from '../../catalogue/live-catalogue.ts';
import type { Sent } from './order-details.ts';

/** A line that can be ordered because its product exists. */
export type OrderableLine = WorkedLine & { facts: NonNullable<WorkedLine['facts']> };

/**
 * The lines of a cart, if all of them can be ordered.
 * @throws Problem order_empty; order_lines_unavailable, whose `meta.lines` contain the lines and the
 * reasons
 */
export function orderableLines({ lines }: WorkedCart): OrderableLine[] {
  if (lines.length === 0) throw new Problem('order_empty');
  const problems = lines.flatMap((line) => (line.problem ? [lineProblem(line, line.problem)] : []));
  if (problems.length > 0) throw new Problem('order_lines_unavailable', {}, [], { lines: problems });
  // A line without a problem has its facts.
  return lines as OrderableLine[];
}

/** Refuses lines whose stock turned out to be insufficient. */
export function refuseMissing(lines: readonly OrderableLine[], missing: readonly number[]): never {
  const missingLines = lines.filter(({ facts }) => facts.units.some(({ id }) => missing.includes(id)));
  throw new Problem('order_lines_unavailable', {}, [], {
    lines: missingLines.map((line) => lineProblem(line, 'out_of_stock')),
  });
}

function lineProblem({ row, facts }: WorkedLine, problem: ProblemCode) {
  const name = (facts?.parent ?? facts?.facts)?.name ?? row.sku;
  const available = facts?.candidate.available ?? null;
  return { item_id: row.id, sku: row.sku, name, qty: row.qty, available, problem };
}

/**
 * Compares the client's view of the cart with the current one (spec D6): the lines, their prices, the
 * total. Amounts sent by a client are never used.
 * @throws Problem total_changed, whose `meta.items` and `meta.totals` are current
 */
export function compareWithSent(worked: WorkedCart, sent: Sent, catalogue: LiveCatalogue): void {
  const isSame =
    sent.products.length === worked.lines.length &&
    areLines(worked.lines, sent.products, catalogue) &&
    (sent.grand_total === undefined
      ? !isCodeGone(worked)
      : decimalToCents(sent.grand_total) === worked.totals.grand_total);
  if (!isSame) refuseTotal(worked, catalogue);
}

/**
 * Whether a code of the cart is no longer valid. A client that sent no total must not be charged more than
 * shown.
 */
function isCodeGone({ cart, coupon, voucher }: WorkedCart): boolean {
  return (cart.coupon_code !== null && !coupon) || (cart.voucher_code !== null && !voucher);
}

/** @throws Problem total_changed */
export function refuseTotal(worked: WorkedCart, catalogue: LiveCatalogue): never {
  throw new Problem('total_changed', {}, [], {
    items: itemsOnWire(worked, catalogue),
    totals: totalsOnWire(worked, catalogue),
    cartVersion: worked.cart.version,
  });
}

/** Whether every line was sent with its quantity and price. Products with options are matched first. */
function areLines(
  lines: readonly WorkedLine[],
  products: readonly Product[],
  catalogue: LiveCatalogue,
): boolean {
  const named = Map.groupBy(
    products.filter((product) => product.product_option),
    ({ sku, product_option: sent }) =>
      storedLineKey({ sku, product_option: readStoredOption(catalogue, sku, sent) }),
  );
  const plain = Map.groupBy(
    products.filter((product) => !product.product_option),
    (product) => product.sku,
  );
  const takeFrom = (list: Product[] | undefined, line: WorkedLine) => {
    const index = list?.findIndex((product) => isLine(line, product)) ?? -1;
    if (index >= 0) list?.splice(index, 1);
    return index >= 0;
  };
  const rest = lines.filter((line) => !takeFrom(named.get(line.row.line_key), line));
  return rest.every((line) => takeFrom(plain.get(line.row.sku), line));
}

type Product = Sent['products'][number];

function isLine({ row, facts }: WorkedLine, product: Product): boolean {
  if (product.sku !== row.sku || Number(product.qty) !== row.qty) return false;
  const { final = 0, final_incl_tax: unit = 0 } = facts?.price ?? {};
  return (
    isMoney(product.price_incl_tax, unit) &&
    isMoney(product.priceInclTax, unit) &&
    isNet(product.price, final)
  );
}

function isMoney(sent: number | null | undefined, cents: number): boolean {
  return sent === undefined || sent === null || decimalToCents(sent) === cents;
}

/** Old clients round net prices to cents. */
function isNet(sent: number | null | undefined, net: number): boolean {
  return sent === undefined || sent === null || Math.abs(sent - netToDecimal(net)) < 0.01;
}
