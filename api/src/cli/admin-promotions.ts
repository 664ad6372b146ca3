import { type Cents, centsToDecimal, parseDecimal } from '@fynbos/core/money.ts';
import { formatPrice } from '@fynbos/core/pricing/format.ts';
import type { Coupon } from '@fynbos/core/promotions/coupon.ts';
import { newCouponCode } from '../accounts/coupon-code.ts';
import { StartProblem } from '../database/start-problem.ts';
import type { Db } from '../db.ts';
import {
  createCoupon,
  disableCoupon,
  enableCoupon,
  findCoupon,
  keptDeals,
  limitUses,
  listCoupons,
  type NewCoupon,
  normalCode,
  plainCoupon,
} from '../promotions/service.ts';
import { type AdminCommands, takeWords, WrongWords } from './admin-command.ts';
import { during } from './shop-time.ts';

/** `npm run admin -- coupons …`; what has more terms than these comes by the import (docs/import.md). */
export const couponCommands: AdminCommands = {
  list: {
    words: '',
    does: 'coupons and vouchers, what they give and how often they were used',
    async run({ db }, words) {
      takeWords(words, 0);
      const coupons = await listCoupons(db);
      const lines = coupons.map(
        (one) =>
          `${one.code.padEnd(20)} ${gives(one).padEnd(14)} ${counted(one.uses)}${one.enabled ? '' : ', ended'}`,
      );
      return [...lines, coupons.length === 1 ? '1 coupon' : `${coupons.length} coupons`];
    },
  },
  show: {
    words: 'CODE',
    does: 'one coupon, whole',
    async run({ db }, words) {
      return describe(await getCoupon(db, takeWords(words, 1)[0]!));
    },
  },
  create: {
    words: 'CODE percent|fixed AMOUNT',
    does: 'makes a coupon for everybody, until it is disabled: 10 percent, or 50 rand',
    async run({ db }, words) {
      const coupon = readCoupon(words);
      if (!(await createCoupon(db, coupon)))
        throw new StartProblem(`There is a coupon ${coupon.code} already.`);
      return [`The coupon ${coupon.code} counts now.`];
    },
  },
  vouchers: {
    words: 'AMOUNT HOW-MANY',
    does: 'makes vouchers over so many rand, each to be used once, with codes nobody can guess',
    async run({ db }, words) {
      const [amount, many] = takeWords(words, 2);
      const units = parseDecimal(amount!, 2);
      if (units === undefined || units <= 0 || !/^[1-9]\d{0,2}$/.test(many!)) throw new WrongWords();
      const codes = Array.from({ length: Number(many) }, newCouponCode);
      const terms = { ...plainCoupon, kind: 'fixed', label: rand(units), amount_cents: units } as const;
      for (const code of codes) await createCoupon(db, { ...terms, code, is_voucher: true, max_uses: 1 });
      return [...codes, `${codes.length === 1 ? '1 voucher' : `${codes.length} vouchers`} of ${rand(units)}`];
    },
  },
  disable: {
    words: 'CODE',
    does: 'ends a coupon at once, in carts that have it too',
    async run({ db }, words) {
      const [code] = takeWords(words, 1);
      if (!(await disableCoupon(db, code!)))
        throw new StartProblem(`There is no coupon ${normalCode(code!)}.`);
      return [`The coupon ${normalCode(code!)} counts no more.`];
    },
  },
  enable: {
    words: 'CODE',
    does: 'lets a coupon count again',
    async run({ db }, words) {
      const coupon = await getCoupon(db, takeWords(words, 1)[0]!);
      await enableCoupon(db, coupon.code);
      return [`The coupon ${coupon.code} counts again${during(coupon.valid_from, coupon.valid_to)}.`];
    },
  },
  'most-uses': {
    words: 'CODE N|none',
    does: 'how often a coupon may be used in all',
    async run({ db }, words) {
      const [code, typed] = takeWords(words, 2);
      if (typed !== 'none' && !/^[1-9]\d{0,8}$/.test(typed!)) throw new WrongWords();
      const coupon = await getCoupon(db, code!);
      const most = typed === 'none' ? null : Number(typed);
      if (!(await limitUses(db, coupon.code, most)))
        throw new StartProblem(
          `The coupon ${coupon.code} was ${counted(coupon.uses)} already; to end it, disable it. Nothing was changed.`,
        );
      return [
        `The coupon ${coupon.code} counts ${most === null ? 'without end' : `${most} times at most`} (${counted(coupon.uses)}).`,
      ];
    },
  },
};

/** `npm run admin -- deals …` */
export const dealCommands: AdminCommands = {
  list: {
    words: '',
    does: 'the promotions on products, and how long they last',
    async run({ db }, words) {
      takeWords(words, 0);
      const deals = [...(await keptDeals(db)).values()];
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
  if (!coupon) throw new StartProblem(`There is no coupon ${normalCode(code)}.`);
  return coupon;
}

function readCoupon(words: readonly string[]): NewCoupon {
  const [code, kind, amount] = takeWords(words, 3);
  const units = parseDecimal(amount!, 2);
  const valid = /^[\w-]{3,100}$/.test(normalCode(code!)) && units !== undefined && units > 0;
  if (!valid || (kind !== 'percent' && kind !== 'fixed')) throw new WrongWords();
  const given = { ...plainCoupon, code: normalCode(code!), kind } as const;
  if (kind === 'fixed') return { ...given, label: rand(units), amount_cents: units };
  if (Number(amount) > 100) throw new WrongWords();
  return { ...given, label: `${amount} %`, percent: Number(amount) };
}

function describe(coupon: Coupon): string[] {
  const most = [
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
    `uses      ${counted(coupon.uses)}${most.join('')}`,
  ];
}

function gives({ kind, percent, amount }: Coupon): string {
  if (kind === 'percent') return `${percent} %`;
  return kind === 'fixed' ? rand(amount ?? 0) : 'free delivery';
}

const rand = (cents: Cents): string => String(formatPrice(centsToDecimal(cents)));
const counted = (uses: number): string => (uses === 1 ? 'used once' : `used ${uses} times`);
