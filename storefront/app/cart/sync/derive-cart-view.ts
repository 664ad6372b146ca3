import { totalsOf } from '@fynbos/core/cart/cart-totals.ts';
import { type ViewLine, withPending } from '@fynbos/core/cart/pending-cart.ts';
import { isVirtual } from '@fynbos/core/checkout/checkout-steps.ts';
import { timesQuantity } from '@fynbos/core/money.ts';
import { payByVoucher, type VoucherTerms } from '@fynbos/core/promotions/voucher-payment.ts';
import { type CartOutbox, isKnown, type PendingEntry, snapshotOf } from './cart-outbox.ts';
import type {
  CartLine,
  CartRefusal,
  CartView,
  CartViewLine,
  CartViewTotals,
  ConfirmedLine,
  VoucherBalance,
} from './cart-view.ts';

/** Conditions of the browser and the operator that shape the view. */
export interface SeenFrom {
  online: boolean;
  /** Whether the server's totals are shown. */
  totalsSync: boolean;
  countUnits: boolean;
}

type SeenLine = ViewLine<CartLine & Partial<ConfirmedLine>>;

/**
 * The cart as the shopper sees it: computed, never stored.
 * @param unsaved entries that are still being written, so that a click shows at once
 */
export function seeCart(
  outbox: CartOutbox,
  unsaved: readonly PendingEntry[],
  from: SeenFrom,
): Pick<CartView, 'lines' | 'count' | 'totals' | 'confirmed' | 'refusals'> {
  const snapshot = snapshotOf(outbox);
  const entries = [...outbox.entries, ...unsaved.filter((entry) => !isKnown(outbox, entry))];
  const seen = withPending<CartLine & Partial<ConfirmedLine>>(snapshot.items, entries);
  const lines = seen.map((line) => viewLine(line, snapshot.refusals));
  const charged = entries.length === 0 && snapshot.totals ? snapshot.totals : undefined;
  const virtual = isVirtual(lines);
  const confirmed = charged && { estimate: !from.online, ...charged, virtual };
  return {
    lines,
    count: from.countUnits ? lines.reduce((sum, { qty }) => sum + qty, 0) : lines.length,
    totals: (from.totalsSync && confirmed) || estimate(seen, lines, outbox),
    confirmed,
    refusals: snapshot.refusals,
  };
}

function viewLine(line: SeenLine, refusals: readonly CartRefusal[]): CartViewLine {
  const { item_id: _, paid, discount, deals = [], problems = [], dealsMet, dealsMissed, ...rest } = line;
  const refusal = refusals.find(({ key }) => key === line.key);
  const isConfirmed = !line.pending && paid !== undefined;
  return {
    ...rest,
    row: isConfirmed ? paid : timesQuantity(line.unit, line.qty),
    discount: isConfirmed ? (discount ?? 0) : 0,
    deals: isConfirmed ? deals : [],
    ...(isConfirmed && { dealsMet, dealsMissed }),
    problems: isConfirmed ? problems : [],
    ...(refusal && { refusal }),
  };
}

/**
 * Totals estimated in the browser: goods at the last known prices, less the discounts that the lines show, plus the chosen
 * shipping, less what the voucher pays (wire contract 4.8).
 */
function estimate(
  seen: readonly SeenLine[],
  lines: readonly CartViewLine[],
  outbox: CartOutbox,
): CartViewTotals {
  const { totals: known } = snapshotOf(outbox);
  const virtual = isVirtual(lines);
  // A product that the server has not seen yet may need cold.
  const hasNew = seen.some(({ item_id }) => item_id === undefined);
  const shipping =
    known?.shipping === undefined || lines.length === 0 || virtual
      ? undefined
      : { price: known.shipping, discount: 0, rate: 0 };
  const voucher = known?.voucherBalance;
  const terms = voucher && termsOf(voucher, seen);
  const goods = lines.map(totalsLine);
  const worked = payByVoucher(totalsOf(goods, shipping), terms);
  return {
    estimate: true,
    subtotal: worked.subtotal,
    discount: worked.discount,
    goodsValue: goods.reduce((value, { deal }) => value - deal, worked.subtotal),
    shipping: shipping?.price,
    tax: undefined,
    grandTotal: worked.grand_total,
    coupon: known?.coupon,
    voucher: known?.voucher,
    voucherBalance: voucher && { ...voucher, after: voucher.before - worked.voucher },
    freeDeliveryFrom: known?.freeDeliveryFrom,
    freeDeliveryBy: known?.freeDeliveryBy,
    needsCold: known?.needsCold || !hasNew ? known?.needsCold : undefined,
    delivery: shipping && known?.delivery,
    virtual,
    segments: [],
    taxes: [],
  };
}

/** A voucher for certain goods pays no line that the server has not confirmed: only it knows their categories. */
function termsOf({ before, items }: VoucherBalance, seen: readonly SeenLine[]): VoucherTerms {
  if (!items) return { balance: before };
  const paid = seen.filter(({ item_id }) => item_id !== undefined && items.includes(item_id));
  return { balance: before, keys: paid.map(({ key }) => key) };
}

/**
 * Prices include tax; only the server knows the tax amount. What promotions do not explain of a discount comes from a coupon;
 * an older snapshot does not say which.
 */
function totalsLine({ key, qty, unit, original, discount, dealsMet }: CartViewLine) {
  const saving = dealsMet?.reduce((sum, deal) => sum + deal.saving, 0) ?? discount;
  const deal = Math.min(saving, discount);
  const price = {
    ...{ original: 0, special: 0, final: 0, special_incl_tax: 0 },
    original_incl_tax: original,
    final_incl_tax: unit,
  };
  return { key, qty, price, shares: [{ rate: 0, weight: 1 }], deal, coupon: discount - deal };
}

/**
 * Detects whether the cart changed since it was last confirmed (CART-8): lines, quantities and the token.
 * It is neither a secret nor a proof, so a short hash is sufficient.
 */
export function cartHash(lines: readonly CartViewLine[], token: string | undefined): string {
  const text = JSON.stringify([token ?? '', lines.map(({ key, qty }) => [key, qty])]);
  let [first, second] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < text.length; index++) {
    first = Math.imul(first ^ text.charCodeAt(index), 0x01000193);
    second = Math.imul(second + text.charCodeAt(index), 0x85ebca6b) ^ (second >>> 13);
  }
  return (first >>> 0).toString(16).padStart(8, '0') + (second >>> 0).toString(16).padStart(8, '0');
}
