import { type Cents, centsToDecimal, parseDecimal } from '@fynbos/core/money.ts';
import { formatPrice } from '@fynbos/core/pricing/price-format.ts';
import type { Coupon } from '@fynbos/core/promotions/coupon.ts';
import { newCouponCode } from '../../accounts/newsletter/coupon-code.ts';
import type { Db } from '../../db.ts';
import { UserFacingError } from '../../platform/errors/user-facing-error.ts';
import {
  createCoupon,
  disableCoupon,
  enableCoupon,
  findCoupon,
  limitUses,
  listCoupons,
  type NewCoupon,
  normalCode,
  plainCoupon,
  storedDeals,
} from '../../promotions/promotion-service.ts';
import { during } from '../format/shop-time.ts';
import { type AdminCommands, InvalidArgsError, takeArgs } from './admin-command.ts';

/** `npm run admin -- coupons …`. Coupons with further conditions are created by the import (docs/import.md). */
export const couponCommands: AdminCommands = {
  list: {
    args: '',
    does: 'list coupons and vouchers with their values and uses',
    async run({ db }, args) {
      takeArgs(args, 0);
      const coupons = await listCoupons(db);
      const lines = coupons.map(
        (coupon) =>
          `${coupon.code.padEnd(20)} ${gives(coupon).padEnd(14)} ${counted(coupon.uses)}${coupon.enabled ? '' : ', ended'}`,
      );
      return [...lines, coupons.length === 1 ? '1 coupon' : `${coupons.length} coupons`];
    },
  },
  show: {
    args: 'CODE',
    does: 'show one coupon in full',
    async run({ db }, args) {
      return describe(await getCoupon(db, takeArgs(args, 1)[0]!));
    },
  },
  create: {
    args: 'CODE percent|fixed AMOUNT',
    does: 'create a coupon for all shoppers, valid until disabled: 10 percent, or 50 rand',
    async run({ db }, args) {
      const coupon = readCoupon(args);
      if (!(await createCoupon(db, coupon)))
        throw new UserFacingError(`There is a coupon ${coupon.code} already.`);
      return [`The coupon ${coupon.code} is valid now.`];
    },
  },
  vouchers: {
    args: 'AMOUNT HOW-MANY',
    does: 'create single-use vouchers of a rand amount, with unguessable codes',
    async run({ db }, args) {
      const [amount, many] = takeArgs(args, 2);
      const units = parseDecimal(amount!, 2);
      if (units === undefined || units <= 0 || !/^[1-9]\d{0,2}$/.test(many!)) throw new InvalidArgsError();
      const codes = Array.from({ length: Number(many) }, newCouponCode);
      const terms = { ...plainCoupon, kind: 'fixed', label: rand(units), amount_cents: units } as const;
      for (const code of codes) await createCoupon(db, { ...terms, code, is_voucher: true, max_uses: 1 });
      return [...codes, `${codes.length === 1 ? '1 voucher' : `${codes.length} vouchers`} of ${rand(units)}`];
    },
  },
  disable: {
    args: 'CODE',
    does: 'end a coupon at once, also in carts that use it',
    async run({ db }, args) {
      const [code] = takeArgs(args, 1);
      if (!(await disableCoupon(db, code!)))
        throw new UserFacingError(`There is no coupon ${normalCode(code!)}.`);
      return [`The coupon ${normalCode(code!)} is no longer valid.`];
    },
  },
  enable: {
    args: 'CODE',
    does: 'make a coupon valid again',
    async run({ db }, args) {
      const coupon = await getCoupon(db, takeArgs(args, 1)[0]!);
      await enableCoupon(db, coupon.code);
      return [`The coupon ${coupon.code} is valid again${during(coupon.valid_from, coupon.valid_to)}.`];
    },
  },
  'most-uses': {
    args: 'CODE N|none',
    does: 'set how often a coupon can be used in total',
    async run({ db }, args) {
      const [code, typed] = takeArgs(args, 2);
      if (typed !== 'none' && !/^[1-9]\d{0,8}$/.test(typed!)) throw new InvalidArgsError();
      const coupon = await getCoupon(db, code!);
      const limit = typed === 'none' ? null : Number(typed);
      if (!(await limitUses(db, coupon.code, limit)))
        throw new UserFacingError(
          `The coupon ${coupon.code} was ${counted(coupon.uses)} already; to end it, disable it. Nothing was changed.`,
        );
      return [
        `The coupon ${coupon.code} can be used ${limit === null ? 'without end' : `${limit} times at most`} (${counted(coupon.uses)}).`,
      ];
    },
  },
};

/** `npm run admin -- deals …` */
export const dealCommands: AdminCommands = {
  list: {
    args: '',
    does: 'list the promotions on products with their periods',
    async run({ db }, args) {
      takeArgs(args, 0);
      const deals = [...(await storedDeals(db)).values()];
      const lines = deals.map(
        ({ code, label, products, valid_from, valid_to }) =>
          `${code}  ${label}  ${products.length} products${during(valid_from, valid_to)}`,
      );
      return [...lines, deals.length === 1 ? '1 promotion' : `${deals.length} promotions`];
    },
  },
};

async function getCoupon(db: Db, code: string): Promise<Coupon> {
  const coupon = await findCoupon(db, code);
  if (!coupon) throw new UserFacingError(`There is no coupon ${normalCode(code)}.`);
  return coupon;
}

function readCoupon(args: readonly string[]): NewCoupon {
  const [code, kind, amount] = takeArgs(args, 3);
  const units = parseDecimal(amount!, 2);
  const valid = /^[\w-]{3,100}$/.test(normalCode(code!)) && units !== undefined && units > 0;
  if (!valid || (kind !== 'percent' && kind !== 'fixed')) throw new InvalidArgsError();
  const terms = { ...plainCoupon, code: normalCode(code!), kind } as const;
  if (kind === 'fixed') return { ...terms, label: rand(units), amount_cents: units };
  if (Number(amount) > 100) throw new InvalidArgsError();
  return { ...terms, label: `${amount} %`, percent: Number(amount) };
}

function describe(coupon: Coupon): string[] {
  const limits = [
    coupon.max_uses === null ? '' : `, ${coupon.max_uses} at most`,
    coupon.max_uses_per_customer === null ? '' : `, ${coupon.max_uses_per_customer} for each customer`,
  ];
  const conditions = [
    coupon.minimum_spend > 0 ? `from ${rand(coupon.minimum_spend)}` : '',
    coupon.first_order ? 'first order' : '',
    coupon.category_ids.length > 0 ? `categories ${coupon.category_ids.join(', ')}` : '',
    coupon.email ?? '',
  ].filter(Boolean);
  return [
    `${coupon.code}  ${coupon.label}`,
    `gives     ${gives(coupon)}${coupon.is_voucher ? ', a voucher' : ''}`,
    `where     ${conditions.join('; ') || 'everywhere'}`,
    `when      ${coupon.enabled ? 'on' : 'ended'}${during(coupon.valid_from, coupon.valid_to)}`,
    `uses      ${counted(coupon.uses)}${limits.join('')}`,
  ];
}

function gives({ kind, percent, amount }: Coupon): string {
  if (kind === 'percent') return `${percent} %`;
  return kind === 'fixed' ? rand(amount ?? 0) : 'free delivery';
}

const rand = (cents: Cents): string => String(formatPrice(centsToDecimal(cents)));
const counted = (uses: number): string => (uses === 1 ? 'used once' : `used ${uses} times`);
