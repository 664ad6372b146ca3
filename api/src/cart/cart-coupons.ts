import {
  type Coupon,
  type CouponLine,
  type CouponRefusal,
  couponHoldsIn,
  couponRefusal,
  needsPastOrders,
} from '@fynbos/core/promotions/coupon.ts';
import { findCouponPromotion, normalCode } from '../promotions/promotion-service.ts';
import type { Carts, Shopper } from './records/cart-context.ts';
import type { CartRow } from './records/cart-store.ts';

/** The two kinds of codes of a cart. */
export type CodeKind = 'coupon' | 'voucher';

export const kindOf = ({ is_voucher }: Pick<Coupon, 'is_voucher'>): CodeKind =>
  is_voucher ? 'voucher' : 'coupon';

/** The coupon and the voucher of a cart, as far as they are valid for its current content. */
export async function findCoupons(
  carts: Carts,
  shopper: Shopper,
  { coupon_code, voucher_code }: Pick<CartRow, 'coupon_code' | 'voucher_code'>,
  goods: readonly CouponLine[],
): Promise<{ coupon: Coupon | undefined; voucher: Coupon | undefined }> {
  const held = async (code: string | null, kind: CodeKind) => {
    if (!code) return undefined;
    const checked = await checkCoupon(carts, shopper, { typed: code, kind, goods });
    return checked.error ? undefined : checked.coupon;
  };
  return { coupon: await held(coupon_code, 'coupon'), voucher: await held(voucher_code, 'voucher') };
}

export type CouponCheck =
  | { coupon: Coupon; error?: undefined }
  | { coupon: Coupon | undefined; error: CouponRefusal };

/**
 * Checks whether a code is valid for a cart and its shopper. Applying a code only checks it; the order
 * counts the use (spec D24).
 * @param kind undefined if the code may be either
 */
export async function checkCoupon(
  carts: Carts,
  { customer, guestEmail, view }: Shopper,
  { typed, kind, goods }: { typed: string; kind: CodeKind | undefined; goods: readonly CouponLine[] },
): Promise<CouponCheck> {
  const email = customer?.provenEmail ?? guestEmail;
  const coupon =
    (await findCouponPromotion(carts.db, typed)) ?? (await newsletterCoupon(carts, typed, email));
  if (!coupon || (kind && kind !== kindOf(coupon))) return { coupon: undefined, error: 'wrong' };
  if (!couponHoldsIn(coupon, view.catalogue.view.currency)) return { coupon, error: 'wrong' };
  const person = customer || email !== undefined ? { customerId: customer?.id, email } : undefined;
  const past =
    person && needsPastOrders(coupon)
      ? await carts.pastOrders(carts.db, person, coupon.code)
      : { orders: 0, uses: 0 };
  const error = couponRefusal(coupon, goods, { email, ...past }, carts.now());
  return error ? { coupon, error } : { coupon };
}

/** The newsletter's 10 % coupon: one for each reader, valid once and for that reader alone (spec D40). */
async function newsletterCoupon(
  carts: Carts,
  typed: string,
  email: string | undefined,
): Promise<Coupon | undefined> {
  const code = normalCode(typed);
  return (await carts.isNewsletterCoupon(carts.db, code, email)) ? { ...newsletterTerms, code } : undefined;
}

const newsletterTerms: Omit<Coupon, 'code'> = {
  label: '10 %',
  kind: 'percent',
  percent: 10,
  amount: null,
  minimum_spend: 0,
  first_order: false,
  category_ids: [],
  email: null,
  max_uses: 1,
  max_uses_per_customer: 1,
  uses: 0,
  is_voucher: false,
  balance: null,
  valid_from: null,
  valid_to: null,
  enabled: true,
};
