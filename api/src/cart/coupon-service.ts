import { centsToDecimal } from '@fynbos/core/money.ts';
import { formatPrice } from '@fynbos/core/pricing/format.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../db.ts';
import { bucketKey } from '../limits/limits.ts';
import { machineBuckets } from '../limits/machines.ts';
import { giveBackAll, takeAll } from '../limits/take-all.ts';
import { findCoupon, normalCode } from '../promotions/service.ts';
import { checkCoupon } from './cart-coupons.ts';
import type { Carts, Shopper } from './carts.ts';
import type { FoundCart, KeptCart } from './store.ts';
import { workOut } from './worked-cart.ts';
import { type WriteKey, type Written, write } from './write.ts';

/** Five wrong codes a cart in ten minutes, twenty a machine in an hour: nobody guesses a code (T2). */
const perCart = { burst: 5, perHour: 30 };
const guesses = { machine: { burst: 20, perHour: 20 }, network: { burst: 1000, perHour: 1000 } };
/** Refused orders that tell something of an address (T6): nobody who means to buy has so many. */
const tellingOrders = { machine: { burst: 60, perHour: 60 }, network: { burst: 1000, perHour: 1000 } };

/** Which of the two codes a cart can have. */
export type CodeKind = 'coupon' | 'voucher';

/**
 * Applies a coupon or voucher: it is checked, not used (decision 24). What does not hold changes nothing.
 *
 * @param ip the caller's address, for the limit of guesses
 * @throws Problem coupon_wrong, coupon_spend_more, coupon_not_for_goods, too_many_attempts
 */
export async function applyCode(
  carts: Carts,
  shopper: Shopper,
  cart: FoundCart,
  kind: CodeKind,
  typed: string,
  ip: string,
  key: WriteKey,
): Promise<Written<true>> {
  const buckets = [
    { key: bucketKey('coupon-cart', String(cart.cart.id)), rate: perCart },
    ...machineBuckets('coupon', ip, guesses),
  ];
  const decide = async (current: KeptCart, db: Db) => {
    await mustHold({ ...carts, db }, shopper, current, kind, typed);
    return { kept: codeOf(kind, normalCode(typed)), answer: true as const };
  };
  // What was answered before is no guess.
  if (cart.before) return write(carts, cart, key, decide);
  await takeAll(carts.limits, buckets);
  const done = await write(carts, cart, key, decide);
  await giveBackAll(carts.limits, buckets);
  return done;
}

/**
 * Counts an order of a guest that was refused while a code in its cart asks who somebody is: the answer tells whether the
 * address on the order has ordered before, which is nobody's business but its owner's. Whether the code counted makes no
 * difference here: a limit that only one of the two answers met would tell them apart itself.
 *
 * @throws Problem too_many_attempts
 */
export async function limitPersonalCode(
  { db, limits }: Pick<Carts, 'db' | 'limits'>,
  { coupon_code, voucher_code }: Pick<FoundCart['cart'], 'coupon_code' | 'voucher_code'>,
  ip: string,
): Promise<void> {
  const codes = [coupon_code, voucher_code].flatMap((code) => code ?? []);
  const found = await Promise.all(codes.map((code) => findCoupon(db, code)));
  // One that is in no table is the newsletter's: a reader's own.
  const isPersonal = found.some(
    (one) => !one || one.first_order || one.max_uses_per_customer !== null || one.email,
  );
  if (!isPersonal) return;
  await takeAll(limits, machineBuckets('personal-code', ip, tellingOrders));
}

/** Takes the coupon or voucher away; it may be gone already. */
export function removeCode(
  carts: Carts,
  cart: FoundCart,
  kind: CodeKind,
  key: WriteKey,
): Promise<Written<true>> {
  return write(carts, cart, key, () => ({ kept: codeOf(kind, null), answer: true as const }));
}

function codeOf(kind: CodeKind, code: string | null) {
  return kind === 'coupon' ? { coupon_code: code } : { voucher_code: code };
}

async function mustHold(
  carts: Carts,
  shopper: Shopper,
  { cart, lines }: KeptCart,
  kind: CodeKind,
  typed: string,
): Promise<void> {
  const bare = { ...cart, coupon_code: null, voucher_code: null };
  const { goods } = await workOut(carts, shopper, { cart: bare, lines });
  const { coupon, fault } = await checkCoupon(carts, shopper, typed, kind === 'voucher', goods);
  if (fault === 'wrong') throw new Problem('coupon_wrong');
  if (fault === 'nothing_counts') throw new Problem('coupon_not_for_goods');
  if (fault === 'spend_more') {
    const amount = formatPrice(centsToDecimal(coupon?.minimum_spend ?? 0));
    throw new Problem('coupon_spend_more', { amount });
  }
}
