import { withPending } from '@fynbos/core/cart/entry.ts';
import { totalsOf } from '@fynbos/core/cart/totals.ts';
import { timesQuantity } from '@fynbos/core/money.ts';
import { type CartBox, isKnown, keptOf, type PendingEntry } from './cart-box.ts';
import type { CartLine, ConfirmedLine } from './cart-line.ts';
import type { CartView, CartViewLine, CartViewTotals, Refusal } from './cart-view.ts';

/** What of the browser and the operator shapes the view. */
export interface SeenFrom {
  online: boolean;
  /** The server's totals are shown. */
  totalsSync: boolean;
  countPieces: boolean;
}

type SeenLine = CartLine & Partial<ConfirmedLine> & { qty: number; key: string; pending: boolean };

/**
 * The cart as the shopper sees it: computed, never kept.
 *
 * @param unsaved entries that are being written down, so that a click shows at once
 */
export function seeCart(
  box: CartBox,
  unsaved: readonly PendingEntry[],
  from: SeenFrom,
): Pick<CartView, 'lines' | 'count' | 'totals' | 'refusals'> {
  const kept = keptOf(box);
  const entries = [...box.entries, ...unsaved.filter((entry) => !isKnown(box, entry))];
  const seen = withPending(kept.items as readonly (CartLine & { qty: number })[], entries) as SeenLine[];
  const lines = seen.map((line) => viewLine(line, kept.refusals));
  const isCurrent = entries.length === 0 && from.totalsSync;
  return {
    lines,
    count: from.countPieces ? lines.reduce((sum, { qty }) => sum + qty, 0) : lines.length,
    totals: isCurrent && kept.totals ? { estimate: !from.online, ...kept.totals } : estimate(lines, box),
    refusals: kept.refusals,
  };
}

function viewLine(line: SeenLine, refusals: readonly Refusal[]): CartViewLine {
  const { item_id: _, paid, discount, deals = [], problems = [], ...rest } = line;
  const refusal = refusals.find(({ key }) => key === line.key);
  const isConfirmed = !line.pending && paid !== undefined;
  return {
    ...rest,
    row: isConfirmed ? paid : timesQuantity(line.unit, line.qty),
    discount: isConfirmed ? (discount ?? 0) : 0,
    deals: isConfirmed ? deals : [],
    problems: isConfirmed ? problems : [],
    ...(refusal && { refusal }),
  };
}

/** Worked out here: goods at the prices last seen, and the delivery that was chosen, once (wire contract 4.8). */
function estimate(lines: readonly CartViewLine[], box: CartBox): CartViewTotals {
  const { totals: known } = keptOf(box);
  const shipping =
    known?.shipping === undefined || lines.length === 0
      ? undefined
      : { price: known.shipping, discount: 0, rate: 0 };
  const worked = totalsOf(lines.map(totalsLine), shipping);
  return {
    estimate: true,
    subtotal: worked.subtotal,
    discount: 0,
    shipping: shipping?.price,
    tax: undefined,
    grandTotal: worked.grand_total,
    coupon: known?.coupon,
    voucher: known?.voucher,
    freeDeliveryFrom: known?.freeDeliveryFrom,
    segments: [],
    taxes: [],
  };
}

/** Tax is contained in the price; how much of it is known to the server alone. */
function totalsLine({ key, qty, unit, original }: CartViewLine) {
  const price = {
    ...{ original: 0, special: 0, final: 0, special_incl_tax: 0 },
    original_incl_tax: original,
    final_incl_tax: unit,
  };
  return { key, qty, price, shares: [{ rate: 0, weight: 1 }], deal: 0, coupon: 0 };
}
