import { type Selectable, sql } from 'kysely';
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

/** A coupon or voucher, and the sum of the movements of its balance. */
export type MovedCouponRow = CouponRow & { moved_cents: number };

const movedCoupons = (db: Db) =>
  db
    .selectFrom('coupon')
    .selectAll('coupon')
    .select(
      sql<number>`coalesce((select sum(cents)::bigint from voucher_movement where coupon_code = code), 0)`.as(
        'moved_cents',
      ),
    );

/** A coupon or voucher by its code, in capitals. */
export function findCouponRow(db: Db, code: string): Promise<MovedCouponRow | undefined> {
  return movedCoupons(db).where('code', '=', code).executeTakeFirst();
}

/** What each order moved of each voucher. */
export async function readVoucherMovements(
  db: Db,
): Promise<{ coupon_code: string; order_id: number; cents: number }[]> {
  const { rows } = await sql<{ coupon_code: string; order_id: number; cents: number }>`
    select coupon_code, order_id, sum(cents)::bigint as cents from voucher_movement group by coupon_code, order_id`.execute(
    db,
  );
  return rows;
}

/** What an order moved of its voucher, and what it gave back since the start and since the end of a period. */
export interface VoucherReturn {
  order_id: number;
  /** The sum of the movements of the balance. */
  moved: number;
  back_from_start: number;
  back_from_end: number;
}

/** The orders that gave money back to a voucher; some before they were placed. */
export async function readVoucherReturns(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<VoucherReturn[]> {
  const { rows } = await sql<VoucherReturn>`select order_id, sum(cents)::bigint as moved,
      coalesce(sum(cents) filter (where cents > 0 and occurred_at >= ${from}), 0)::bigint as back_from_start,
      coalesce(sum(cents) filter (where cents > 0 and occurred_at >= ${to}), 0)::bigint as back_from_end
    from voucher_movement group by order_id having bool_or(cents > 0)`.execute(db);
  return rows;
}

/** Every coupon and voucher, by code. */
export function readCoupons(db: Db): Promise<MovedCouponRow[]> {
  return movedCoupons(db).orderBy('code').execute();
}
