import type { Selectable } from 'kysely';
import type { Db } from '../db.ts';
import type { PromotionTables } from '../schema/promotion-tables.ts';

export type DealRow = Selectable<PromotionTables['deal']>;
export type CouponRow = Selectable<PromotionTables['coupon']>;

/** Every promotion, in the order of creation. */
export function readDeals(db: Db): Promise<DealRow[]> {
  return db.selectFrom('deal').selectAll().orderBy('id').execute();
}

/** The products of every promotion. */
export function readDealProducts(db: Db) {
  return db.selectFrom('deal_product').selectAll().orderBy('deal_id').orderBy('sku').execute();
}

/** A coupon or voucher by its code, in capitals. */
export function findCouponRow(db: Db, code: string): Promise<CouponRow | undefined> {
  return db.selectFrom('coupon').selectAll().where('code', '=', code).executeTakeFirst();
}

/** Every coupon and voucher, by code. */
export function readCoupons(db: Db): Promise<CouponRow[]> {
  return db.selectFrom('coupon').selectAll().orderBy('code').execute();
}
