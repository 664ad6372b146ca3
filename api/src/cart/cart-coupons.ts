import {
  type Coupon,
  type CouponFault,
  type CouponLine,
  couponFault,
  couponHoldsIn,
} from '@fynbos/core/promotions/coupon.ts';
import { findCoupon, normalCode } from '../promotions/service.ts';
import type { Carts, Shopper } from './carts.ts';
import type { CartRow } from './store.ts';

/** The coupon and the voucher of a cart, as far as they hold for what is in it now. */
export async function findCoupons(
  carts: Carts,
  shopper: Shopper,
  { coupon_code, voucher_code }: Pick<CartRow, 'coupon_code' | 'voucher_code'>,
  goods: readonly CouponLine[],
): Promise<{ coupon: Coupon | undefined; voucher: Coupon | undefined }> {
  const held = async (code: string | null, voucher: boolean) => {
    if (!code) return undefined;
    const found = await checkCoupon(carts, shopper, code, voucher, goods);
    return found.fault ? undefined : found.coupon;
  };
  return { coupon: await held(coupon_code, false), voucher: await held(voucher_code, true) };
}

export type Checked =
  | { coupon: Coupon; fault?: undefined }
  | { coupon: Coupon | undefined; fault: CouponFault };

/** Whether a code holds for a cart and its shopper; applying it only checks, the order counts the use (decision 24). */
export async function checkCoupon(
  carts: Carts,
  { customer, guestEmail, view }: Shopper,
  typed: string,
  voucher: boolean,
  goods: readonly CouponLine[],
): Promise<Checked> {
  const email = customer?.email ?? guestEmail;
  const coupon = (await findCoupon(carts.db, typed)) ?? (await newsletterCoupon(carts, typed, email));
  if (!coupon || coupon.is_voucher !== voucher) return { coupon: undefined, fault: 'wrong' };
  if (!couponHoldsIn(coupon, view.catalogue.view.currency)) return { coupon, fault: 'wrong' };
  const person = email === undefined ? undefined : { customerId: customer?.id, email };
  const isPersonal = coupon.max_uses_per_customer !== null || coupon.first_order;
  const past =
    person && isPersonal ? await carts.pastOrders(carts.db, person, coupon.code) : { orders: 0, uses: 0 };
  const fault = couponFault(coupon, goods, { email, ...past }, carts.now());
  return fault ? { coupon, fault } : { coupon };
}

/** The newsletter's 10 %: one for each reader, who alone may use it, once (decision 40). */
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
  valid_from: null,
  valid_to: null,
  enabled: true,
};
