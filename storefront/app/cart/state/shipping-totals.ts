import type { Cents } from '@fynbos/core/money.ts';
import type { CartViewTotals, VoucherBalance } from '../sync/cart-view.ts';

/** The subtotal after discounts, without delivery, in cents. */
export const valueOfGoods = ({ subtotal, discount }: CartViewTotals): Cents => subtotal - discount;

/** The value on which delivery methods and fees depend: the shop does not take a coupon off it. */
export const valueForDelivery = (totals: CartViewTotals): Cents => totals.goodsValue ?? valueOfGoods(totals);

/** The totals with the price of a shipping method that the shop has not computed yet: an estimate. */
export function withShipping(totals: CartViewTotals, shipping: Cents): CartViewTotals {
  const due = valueOfGoods(totals) + shipping;
  const voucherBalance = totals.voucherBalance && paidBy(totals.voucherBalance, due);
  return {
    ...totals,
    ...{ estimate: true, shipping, tax: undefined, taxes: [], voucherBalance },
    grandTotal: due - (voucherBalance ? voucherBalance.before - voucherBalance.after : 0),
  };
}

/** Another price of delivery changes what a voucher pays, unless it is for certain goods. */
function paidBy(voucher: VoucherBalance, due: Cents): VoucherBalance {
  return voucher.items ? voucher : { ...voucher, after: voucher.before - Math.min(voucher.before, due) };
}
