import { centsToDecimal } from '@fynbos/core/money.ts';
import { formatPrice } from '@fynbos/core/pricing/price-format.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { type Coupon, missingSpend } from '@fynbos/core/promotions/coupon.ts';
import type { Db } from '../db.ts';
import { clientBuckets } from '../platform/rate-limit/client-ip-rates.ts';
import { bucketKey } from '../platform/rate-limit/rate-limits.ts';
import { giveBackTokens, takeTokens } from '../platform/rate-limit/token-buckets.ts';
import { findCouponPromotion } from '../promotions/promotion-service.ts';
import { workOut } from './calculated-cart.ts';
import { type CodeKind, checkCoupon, kindOf } from './cart-coupons.ts';
import type { Carts, Shopper } from './records/cart-context.ts';
import type { FoundCart, StoredCart } from './records/cart-store.ts';
import { type WriteKey, type Written, writeOnce } from './records/idempotent-write.ts';

/**
 * Limits wrong codes to five per cart in ten minutes and twenty per client IP in an hour, against guessing
 * (T2).
 */
const perCart = { burst: 5, perHour: 30 };
const guesses = { clientIp: { burst: 20, perHour: 20 }, network: { burst: 1000, perHour: 1000 } };
/** Limits refused orders that reveal something about an e-mail address (T6). Real buyers stay far below it. */
const personalCodeLimits = { clientIp: { burst: 60, perHour: 60 }, network: { burst: 1000, perHour: 1000 } };

/**
 * Applies a coupon or voucher: it is checked, not used (spec D24). An invalid code changes nothing. Every
 * refusal is an attempt, also one that says why (spec D69).
 * @param kind undefined if the code may be either
 * @param ip the caller's address, for the limit of guesses
 * @throws Problem coupon_wrong, coupon_used, coupon_first_order, coupon_spend_more, coupon_not_for_goods,
 * too_many_attempts
 */
export async function applyCouponCode(
  carts: Carts,
  shopper: Shopper,
  cart: FoundCart,
  { kind, typed, ip, key }: { kind: CodeKind | undefined; typed: string; ip: string; key: WriteKey },
): Promise<Written<true>> {
  const buckets = [
    { key: bucketKey('coupon-cart', String(cart.cart.id)), rate: perCart },
    ...clientBuckets('coupon', ip, guesses),
  ];
  const decide = async (current: StoredCart, db: Db) => {
    const coupon = await mustHold({ ...carts, db }, shopper, current, { kind, typed });
    return { fields: codeOf(kindOf(coupon), coupon.code), result: true as const };
  };
  // A repeated request with a stored response is not a guess.
  if (cart.before) return writeOnce(carts, cart, key, decide);
  await takeTokens(carts.limits, buckets);
  const done = await writeOnce(carts, cart, key, decide);
  await giveBackTokens(carts.limits, buckets);
  return done;
}

/**
 * Counts a refused order of a shopper without a proven address whose cart has a code tied to a person. The response reveals whether the
 * address on the order has ordered before, which is private. The order counts whether or not the code was
 * valid: a limit on one of the two responses would reveal the difference itself.
 * @throws Problem too_many_attempts
 */
export async function limitPersonalCouponCode(
  { db, limits }: Pick<Carts, 'db' | 'limits'>,
  { coupon_code, voucher_code }: Pick<FoundCart['cart'], 'coupon_code' | 'voucher_code'>,
  ip: string,
): Promise<void> {
  const codes = [coupon_code, voucher_code].flatMap((code) => code ?? []);
  const coupons = await Promise.all(codes.map((code) => findCouponPromotion(db, code)));
  // A code that is in no table is a newsletter coupon, which is personal.
  const isPersonal = coupons.some(
    (coupon) => !coupon || coupon.first_order || coupon.max_uses_per_customer !== null || coupon.email,
  );
  if (!isPersonal) return;
  await takeTokens(limits, clientBuckets('personal-code', ip, personalCodeLimits));
}

/** Removes the coupon or voucher, if the cart has one. */
export function removeCouponCode(
  carts: Carts,
  cart: FoundCart,
  kind: CodeKind,
  key: WriteKey,
): Promise<Written<true>> {
  return writeOnce(carts, cart, key, () => ({ fields: codeOf(kind, null), result: true as const }));
}

function codeOf(kind: CodeKind, code: string | null) {
  return kind === 'coupon' ? { coupon_code: code } : { voucher_code: code };
}

async function mustHold(
  carts: Carts,
  shopper: Shopper,
  { cart, lines }: StoredCart,
  { kind, typed }: { kind: CodeKind | undefined; typed: string },
): Promise<Coupon> {
  const bare = { ...cart, coupon_code: null, voucher_code: null };
  const { goods } = await workOut(carts, shopper, { cart: bare, lines });
  const { coupon, error } = await checkCoupon(carts, shopper, { typed, kind, goods });
  if (!coupon || error === 'wrong') throw new Problem('coupon_wrong');
  if (error === 'used' || error === 'first_order') throw new Problem(`coupon_${error}`);
  if (error === 'nothing_counts') throw new Problem('coupon_not_for_goods');
  if (error === 'spend_more')
    throw new Problem('coupon_spend_more', {
      amount: formatPrice(centsToDecimal(coupon.minimum_spend)),
      missing: formatPrice(centsToDecimal(missingSpend(coupon, goods))),
    });
  return coupon;
}
