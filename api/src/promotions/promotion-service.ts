import { cleanNumber } from '@fynbos/core/clean-text.ts';
import { isWithin } from '@fynbos/core/pricing/tax.ts';
import { type Coupon, isMoney } from '@fynbos/core/promotions/coupon.ts';
import { type Deal, dealHoldsIn } from '@fynbos/core/promotions/deals.ts';
import type { ProductLabels, PromotionLabels } from '../catalogue/documents/promotion-labels.ts';
import { type CatalogueText, catalogueTexts } from '../catalogue/labels/catalogue-labels.ts';
import type { Db } from '../db.ts';
import {
  countUse,
  deleteDealProducts,
  insertCouponOnce,
  insertDealProducts,
  returnUses,
  updateCoupon,
  updateMaxUses,
  upsertCoupons,
  upsertDeals,
} from './promotion-store.ts';
import {
  type CouponRow,
  type DealRow,
  findCouponRow,
  type MovedCouponRow,
  readCoupons,
  readDealProducts,
  readDeals,
  readVoucherMovements,
} from './read-store.ts';

/** The catalogue promotions of this process, in memory with the catalogue. */
export interface Deals {
  /** The promotions that apply to any of these products in this currency. */
  for(skus: Iterable<string>, currency: string): Deal[];
  /** The labels of the promotions of this moment, which may be translated (spec D68). */
  texts(now: Date): readonly CatalogueText[];
  /** Labels of promotions on products; refreshing them re-reads the promotions. */
  promotionLabels: PromotionLabels;
}

/** Reads the promotions; the catalogue refreshes them when it refreshes itself. */
export async function openDeals(db: Db): Promise<Deals> {
  let bySku = new Map<string, Deal[]>();
  let texts: readonly (CatalogueText & Pick<Deal, 'valid_from' | 'valid_to'>)[] = [];
  async function refresh(): Promise<void> {
    const products = Map.groupBy(await readDealProducts(db), (row) => row.deal_id);
    const next = new Map<string, Deal[]>();
    const rows = await readDeals(db);
    const deals = rows.map((row) => dealOf(row, products.get(row.id) ?? []));
    for (const deal of deals) {
      for (const sku of deal.products.keys()) next.set(sku, [...(next.get(sku) ?? []), deal]);
    }
    bySku = next;
    // `deals` has the length and the order of `rows`.
    texts = catalogueTexts(rows, 'label').map((text, at) => ({ ...deals[at]!, ...text, isShared: true }));
  }
  await refresh();
  const dealsFor = (skus: Iterable<string>, currency: string) =>
    [...new Set([...skus].flatMap((sku) => bySku.get(sku) ?? []))].filter((deal) =>
      dealHoldsIn(deal, currency),
    );
  return {
    for: dealsFor,
    texts: (now) => texts.filter(({ valid_from, valid_to }) => isWithin(now, valid_from, valid_to)),
    promotionLabels: {
      refresh,
      of: (skus, now, currency) => promotionLabelsOf(dealsFor(skus, currency), now),
    },
  };
}

function promotionLabelsOf(deals: readonly Deal[], now: Date): ProductLabels {
  const ends = deals
    .flatMap(({ valid_from, valid_to }) => [
      valid_from ? Date.parse(valid_from) : Number.NaN,
      valid_to ? Date.parse(valid_to) + 1 : Number.NaN,
    ])
    .filter((instant) => instant > now.getTime());
  const inForce = deals.filter((deal) => isWithin(now, deal.valid_from, deal.valid_to));
  return {
    labels: [...new Set(inForce.map((deal) => deal.label))],
    codes: inForce.map((deal) => deal.code),
    quantities: [...new Set(inForce.flatMap(({ kind, qty }) => (kind === 'combo' ? [] : qty)))],
    changesAt: ends.length > 0 ? Math.min(...ends) : undefined,
  };
}

function dealOf(row: DealRow, products: readonly { sku: string; part: number }[]): Deal {
  const { price_cents, valid_from, valid_to, view_texts: _, ...rest } = row;
  return {
    ...rest,
    price: price_cents,
    products: new Map(products.map(({ sku, part }) => [sku, part])),
    valid_from: valid_from?.toISOString() ?? null,
    valid_to: valid_to?.toISOString() ?? null,
  };
}

/** Normalises a code for comparison: cleaned, no spaces, in capitals, because people type it from paper. */
export const normalCode = (typed: string): string => cleanNumber(typed).replaceAll(' ', '').toUpperCase();

/** A coupon or voucher by the code as typed; undefined when there is none. */
export async function findCouponPromotion(db: Db, typed: string): Promise<Coupon | undefined> {
  const code = normalCode(typed);
  const row = code === '' || code.length > 100 ? undefined : await findCouponRow(db, code);
  return row && couponOf(row);
}

function couponOf({
  amount_cents,
  minimum_spend_cents,
  moved_cents,
  valid_from,
  valid_to,
  ...row
}: MovedCouponRow): Coupon {
  const balance = isMoney(row) ? Math.max(0, (amount_cents ?? 0) + moved_cents) : null;
  return {
    ...row,
    // The balance alone limits how often money is spent.
    ...(balance !== null && { max_uses: null, max_uses_per_customer: null }),
    balance,
    amount: amount_cents,
    minimum_spend: minimum_spend_cents,
    valid_from: valid_from?.toISOString() ?? null,
    valid_to: valid_to?.toISOString() ?? null,
  };
}

/** The values of a promotion that an import writes; its products are sorted by sku. */
export type NewDeal = Omit<DealRow, 'id'> & { products: { sku: string; part: number }[] };
/** The values of a coupon that an import writes. */
export type NewCoupon = Omit<CouponRow, 'uses'>;

/** The stored promotions by code. */
export async function storedDeals(db: Db): Promise<Map<string, NewDeal>> {
  const products = Map.groupBy(await readDealProducts(db), (row) => row.deal_id);
  const withProducts = ({ id, ...deal }: DealRow): NewDeal => {
    const dealProducts = (products.get(id) ?? []).map(({ sku, part }) => ({ sku, part }));
    return { ...deal, products: dealProducts.toSorted((a, b) => (a.sku < b.sku ? -1 : 1)) };
  };
  return new Map((await readDeals(db)).map((row) => [row.code, withProducts(row)]));
}

/** Writes promotions, new ones and changed ones, within the caller's transaction. */
export async function saveDeals(db: Db, deals: readonly NewDeal[]): Promise<void> {
  if (deals.length === 0) return;
  await upsertDeals(
    db,
    deals.map(({ products: _, ...row }) => row),
  );
  await deleteDealProducts(
    db,
    deals.map(({ code }) => code),
  );
  await insertDealProducts(
    db,
    deals.flatMap(({ code, products }) => products.map((product) => ({ code, ...product }))),
  );
}

/** The stored coupons and vouchers by code. */
export async function storedCoupons(db: Db): Promise<Map<string, NewCoupon>> {
  return new Map((await readCoupons(db)).map(({ uses: _, moved_cents: __, ...row }) => [row.code, row]));
}

/** Writes coupons, new ones and changed ones, within the caller's transaction. */
export async function saveCoupons(db: Db, coupons: readonly NewCoupon[]): Promise<void> {
  if (coupons.length > 0) await upsertCoupons(db, coupons);
}

/**
 * Creates a coupon.
 * @returns whether the code was free
 */
export async function createCoupon(db: Db, coupon: NewCoupon): Promise<boolean> {
  if (await findCouponRow(db, coupon.code)) return false;
  await upsertCoupons(db, [coupon]);
  return true;
}

/**
 * Disables a coupon; carts that contain it lose the discount.
 * @returns whether it exists
 */
export function disableCoupon(db: Db, typed: string): Promise<boolean> {
  return updateCoupon(db, normalCode(typed), { enabled: false });
}

/**
 * Enables a coupon, within its dates and its uses.
 * @returns whether it exists
 */
export function enableCoupon(db: Db, typed: string): Promise<boolean> {
  return updateCoupon(db, normalCode(typed), { enabled: true });
}

/** Sets the instants between which a coupon is valid; null sets no limit. */
export function setValidity(
  db: Db,
  typed: string,
  validity: { valid_from: Date | null; valid_to: Date | null },
): Promise<boolean> {
  return updateCoupon(db, normalCode(typed), validity);
}

/**
 * Limits the total uses of a coupon.
 * @param maxUses null means unlimited
 * @returns whether its uses do not exceed the limit already
 */
export function limitUses(db: Db, typed: string, maxUses: number | null): Promise<boolean> {
  return updateMaxUses(db, normalCode(typed), maxUses);
}

/** Every coupon and voucher, by code. */
export async function listCoupons(db: Db): Promise<Coupon[]> {
  return (await readCoupons(db)).map(couponOf);
}

/** What each order moved of each voucher, in cents. */
export const voucherMovements = (db: Db) => readVoucherMovements(db);

/** The vouchers from which more was taken than they had, and their balances. */
export async function overdrawnVouchers(db: Db): Promise<{ code: string; cents: number }[]> {
  return (await readCoupons(db)).flatMap((row) => {
    const cents = (row.amount_cents ?? 0) + row.moved_cents;
    return isMoney(row) && cents < 0 ? [{ code: row.code, cents }] : [];
  });
}

/** A coupon with default values: for all customers and categories, without an end. */
export const plainCoupon: Omit<NewCoupon, 'code'> = {
  label: '',
  kind: 'percent',
  percent: null,
  amount_cents: null,
  minimum_spend_cents: 0,
  first_order: false,
  category_ids: [],
  email: null,
  max_uses: null,
  max_uses_per_customer: null,
  is_voucher: false,
  valid_from: null,
  valid_to: null,
  enabled: true,
};

/**
 * Counts a use within the transaction that places an order (spec D24); concurrent orders with the same
 * coupon wait for its end. A coupon without a row, such as the newsletter's, gets one with its first use
 * and then belongs to that email address.
 * @param by the email address, and the amount that a voucher pays
 * @returns whether it had a use left, and balance for the amount
 */
export async function useCoupon(
  db: Db,
  { uses: _, amount, minimum_spend, balance: __, ...coupon }: Coupon,
  { email, cents }: { email: string; cents: number },
): Promise<boolean> {
  if (await recountUse(db, coupon.code, cents)) return true;
  if (await findCouponRow(db, coupon.code)) return false;
  await insertCouponOnce(db, {
    ...coupon,
    email,
    category_ids: [...coupon.category_ids],
    amount_cents: amount,
    minimum_spend_cents: minimum_spend,
    valid_from: coupon.valid_from ? new Date(coupon.valid_from) : null,
    valid_to: coupon.valid_to ? new Date(coupon.valid_to) : null,
  });
  return countUse(db, coupon.code);
}

/**
 * Counts a use of a stored code, also one that was returned before.
 * @param cents the amount that a voucher pays
 * @returns whether it had one left, and balance for the amount
 */
export async function recountUse(db: Db, code: string, cents: number): Promise<boolean> {
  if (!(await countUse(db, code))) return false;
  // Read after the row was locked, so it includes every order that finished before.
  if (cents === 0 || (await voucherBalance(db, code)) >= cents) return true;
  await returnUses(db, [code]);
  return false;
}

/** What is left of a voucher of an amount. */
export async function voucherBalance(db: Db, code: string): Promise<number> {
  return (await findCouponPromotion(db, code))?.balance ?? 0;
}

/** Returns the coupon uses of a canceled order. The amount of a voucher is back once its use is marked as returned. */
export async function giveUsesBack(db: Db, codes: readonly string[]): Promise<void> {
  if (codes.length > 0) await returnUses(db, codes);
}
