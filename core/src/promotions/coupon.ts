import { type Cents, type Percent, percentOf, shareOut } from '../money.ts';
import { isWithin } from '../pricing/tax.ts';
import { shop } from '../shop.ts';
import type { VoucherTerms } from './voucher-payment.ts';

/** A coupon or voucher as it was created (spec D24). */
export interface Coupon {
  code: string;
  label: string;
  kind: 'percent' | 'fixed' | 'free_delivery';
  percent: Percent | null;
  amount: Cents | null;
  minimum_spend: Cents;
  first_order: boolean;
  /** Applies only to these categories and their descendants; empty means all. */
  category_ids: readonly number[];
  /** Only this address may use it; null means everyone. */
  email: string | null;
  max_uses: number | null;
  max_uses_per_customer: number | null;
  uses: number;
  is_voucher: boolean;
  /** What is left of a voucher of an amount, which is money (ADR-036); null for a discount. */
  balance: Cents | null;
  valid_from: string | null;
  valid_to: string | null;
  enabled: boolean;
}

/** Whether a coupon is valid in this currency: an amount in rand has no value in euros. */
export function couponHoldsIn(
  { amount, minimum_spend }: Pick<Coupon, 'amount' | 'minimum_spend'>,
  currency: string,
): boolean {
  return (amount === null && minimum_spend === 0) || currency === shop.currency;
}

/**
 * The person who wants to use the coupon. A guest is unknown yet; rules about the person are checked again
 * when the order is placed.
 */
export interface CouponUser {
  email: string | undefined;
  /** Orders placed by this person, and how many of them used this coupon. */
  orders: number;
  uses: number;
}

export interface CouponLine {
  key: string;
  /** Price of the line with tax, after promotions. */
  amount: Cents;
  /** Its categories and their ancestors. */
  category_ids: readonly number[];
}

/**
 * Why a coupon is refused for this cart. A code that is unknown, not valid now, used up by others or
 * someone else's is always `wrong`, so that guessing reveals nothing (spec D69).
 */
export type CouponRefusal = 'wrong' | 'used' | 'first_order' | 'spend_more' | 'nothing_counts';

/** Whether all uses, or all the money, of a code are spent. */
const isSpent = ({ balance, max_uses, uses }: Coupon): boolean =>
  balance !== null ? balance <= 0 : max_uses !== null && uses >= max_uses;

/** Whether the past orders of a person can be the reason for a refusal. */
export const needsPastOrders = (coupon: Coupon): boolean =>
  coupon.first_order || coupon.max_uses_per_customer !== null || isSpent(coupon);

/** Whether a code is a voucher of an amount: money that the shopper owns, not a discount (ADR-036). */
export const isMoney = ({ is_voucher, kind }: Pick<Coupon, 'is_voucher' | 'kind'>): boolean =>
  is_voucher && kind === 'fixed';

export function couponRefusal(
  coupon: Coupon,
  lines: readonly CouponLine[],
  user: CouponUser,
  now: Date,
): CouponRefusal | undefined {
  if (!coupon.enabled || !isWithin(now, coupon.valid_from, coupon.valid_to)) return 'wrong';
  if (coupon.email !== null && user.email !== undefined && coupon.email !== user.email) return 'wrong';
  if (isSpent(coupon)) return user.uses > 0 ? 'used' : 'wrong';
  if (coupon.max_uses_per_customer !== null && user.uses >= coupon.max_uses_per_customer) return 'used';
  if (coupon.first_order && user.orders > 0) return 'first_order';
  const counting = lines.filter((line) => counts(coupon, line));
  if (counting.length === 0) return 'nothing_counts';
  return sumOf(counting) < coupon.minimum_spend ? 'spend_more' : undefined;
}

/** Returns how much more of the goods that count a coupon needs, in cents; 0 from its minimum spend on. */
export function missingSpend(coupon: Coupon, lines: readonly CouponLine[]): Cents {
  return Math.max(0, coupon.minimum_spend - sumOf(lines.filter((line) => counts(coupon, line))));
}

/** Returns the discount per line of a valid coupon, in cents; never more than the line costs. Money gives none. */
export function couponDiscounts(coupon: Coupon, lines: readonly CouponLine[]): Map<string, Cents> {
  if (isMoney(coupon)) return new Map();
  const counting = lines.filter((line) => counts(coupon, line));
  const off = amounts(coupon, counting);
  // `amounts` returns one amount for each line.
  return new Map(counting.map((line, index) => [line.key, off[index]!]));
}

/** What a voucher can pay: all that is due, or the goods of its categories only (ADR-036); undefined for a discount. */
export function voucherTerms(voucher: Coupon, lines: readonly CouponLine[]): VoucherTerms | undefined {
  const { balance, category_ids } = voucher;
  if (balance === null) return undefined;
  if (category_ids.length === 0) return { balance };
  return { balance, keys: lines.filter((line) => counts(voucher, line)).map(({ key }) => key) };
}

function amounts(coupon: Coupon, lines: readonly CouponLine[]): Cents[] {
  if (coupon.kind === 'percent') return lines.map((line) => percentOf(line.amount, coupon.percent ?? 0));
  if (coupon.kind === 'free_delivery') return lines.map(() => 0);
  return shareOut(
    Math.min(coupon.amount ?? 0, sumOf(lines)),
    lines.map((line) => line.amount),
  );
}

function counts(coupon: Coupon, line: CouponLine): boolean {
  return coupon.category_ids.length === 0 || line.category_ids.some((id) => coupon.category_ids.includes(id));
}

const sumOf = (lines: readonly CouponLine[]): Cents => lines.reduce((sum, line) => sum + line.amount, 0);
