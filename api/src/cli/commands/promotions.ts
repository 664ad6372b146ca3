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
  findCouponPromotion,
  limitUses,
  listCoupons,
  type NewCoupon,
  normalCode,
  plainCoupon,
  setValidity,
  storedDeals,
} from '../../promotions/promotion-service.ts';
import { during, readShopTime } from '../format/shop-time.ts';
import {
  type AdminCommands,
  InvalidArgsError,
  takeCommandArgs,
  takeCommandOptions,
} from './admin-command.ts';

/** `npm run admin -- coupons …`. Coupons with further conditions are created by the import (docs/import.md). */
export const couponCommands: AdminCommands = {
  list: {
    args: '',
    does: 'list coupons and vouchers with their values and uses',
    async run({ db }, args) {
      takeCommandArgs(args, 0);
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
      return describe(await getCoupon(db, takeCommandArgs(args, 1)[0]));
    },
  },
  create: {
    args: 'CODE percent|fixed AMOUNT [--from DATE] [--to DATE]',
    does: 'create a coupon for all shoppers: 10 percent, or 50 rand; the last day counts in full',
    async run({ db }, args) {
      const { plain, options } = takeCommandOptions(args, ['from', 'to']);
      const coupon = { ...readCoupon(plain), ...readValidity(options) };
      if (!(await createCoupon(db, coupon)))
        throw new UserFacingError(`There is a coupon ${coupon.code} already.`);
      const { valid_from, valid_to } = coupon;
      return [`The coupon ${coupon.code} is valid${during(valid_from, valid_to) || ' now'}.`];
    },
  },
  'set-dates': {
    args: 'CODE DATE|none DATE|none',
    does: 'set the first and the last day on which a coupon is valid',
    async run({ db }, args) {
      const [code, from, to] = takeCommandArgs(args, 3);
      const validity = readValidity({ from, to });
      const { code: stored } = await getCoupon(db, code);
      await setValidity(db, stored, validity);
      return [
        `The coupon ${stored} is valid${during(validity.valid_from, validity.valid_to) || ' without a date'}.`,
      ];
    },
  },
  vouchers: {
    args: 'AMOUNT HOW-MANY',
    does: 'create vouchers of a rand amount, with unguessable codes; each is valid until its balance is spent',
    async run({ db }, args) {
      const [amount, many] = takeCommandArgs(args, 2);
      const units = parseDecimal(amount, 2);
      if (units === undefined || units <= 0 || !/^[1-9]\d{0,2}$/.test(many)) throw new InvalidArgsError();
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
      const [code] = takeCommandArgs(args, 1);
      if (!(await disableCoupon(db, code)))
        throw new UserFacingError(`There is no coupon ${normalCode(code)}.`);
      return [`The coupon ${normalCode(code)} is no longer valid.`];
    },
  },
  enable: {
    args: 'CODE',
    does: 'make a coupon valid again',
    async run({ db }, args) {
      const coupon = await getCoupon(db, takeCommandArgs(args, 1)[0]);
      await enableCoupon(db, coupon.code);
      return [`The coupon ${coupon.code} is valid again${during(coupon.valid_from, coupon.valid_to)}.`];
    },
  },
  'most-uses': {
    args: 'CODE N|none',
    does: 'set how often a coupon can be used in total',
    async run({ db }, args) {
      const [code, typed] = takeCommandArgs(args, 2);
      if (typed !== 'none' && !/^[1-9]\d{0,8}$/.test(typed)) throw new InvalidArgsError();
      const coupon = await getCoupon(db, code);
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
      takeCommandArgs(args, 0);
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
  const coupon = await findCouponPromotion(db, code);
  if (!coupon) throw new UserFacingError(`There is no coupon ${normalCode(code)}.`);
  return coupon;
}

function readCoupon(args: readonly string[]): NewCoupon {
  const [code, kind, amount] = takeCommandArgs(args, 3);
  const units = parseDecimal(amount, 2);
  const valid = /^[\w-]{3,100}$/.test(normalCode(code)) && units !== undefined && units > 0;
  if (!valid || (kind !== 'percent' && kind !== 'fixed')) throw new InvalidArgsError();
  const terms = { ...plainCoupon, code: normalCode(code), kind } as const;
  if (kind === 'fixed') return { ...terms, label: rand(units), amount_cents: units };
  if (Number(amount) > 100) throw new InvalidArgsError();
  return { ...terms, label: `${amount} %`, percent: Number(amount) };
}

/** Reads the days of a coupon; `none` and a missing day set no limit. */
function readValidity({ from = 'none', to = 'none' }: { from?: string; to?: string }) {
  const valid_from = from === 'none' ? null : readShopTime(from);
  const valid_to = to === 'none' ? null : readShopTime(to, true);
  if (valid_from && valid_to && valid_from > valid_to)
    throw new UserFacingError(`${from} is after ${to}. Nothing was changed.`);
  return { valid_from, valid_to };
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
    ...(coupon.balance === null ? [] : [`balance   ${rand(coupon.balance)}`]),
  ];
}

function gives({ kind, percent, amount }: Coupon): string {
  if (kind === 'percent') return `${percent} %`;
  return kind === 'fixed' ? rand(amount ?? 0) : 'free delivery';
}

const rand = (cents: Cents): string => String(formatPrice(centsToDecimal(cents)));
const counted = (uses: number): string => (uses === 1 ? 'used once' : `used ${uses} times`);
