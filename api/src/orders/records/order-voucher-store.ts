import { sql } from 'kysely';
import type { Db } from '../../db.ts';

/** What an order takes from a voucher, in cents. */
export interface VoucherTaken {
  code: string;
  cents: number;
}

/** What an order takes from its voucher now; undefined without one, and once it was given back. */
export async function findVoucherTaken(db: Db, orderId: number): Promise<VoucherTaken | undefined> {
  const { rows } = await sql<VoucherTaken>`select coupon_code as code, voucher_cents as cents from coupon_use
    where order_id = ${orderId} and returned_at is null and voucher_cents > 0`.execute(db);
  return rows[0];
}

/** Reduces what an order takes from its voucher. */
export async function reduceVoucher(db: Db, orderId: number, { code, cents }: VoucherTaken): Promise<void> {
  await sql`update coupon_use set voucher_cents = voucher_cents - ${cents}::bigint
    where order_id = ${orderId} and coupon_code = ${code}`.execute(db);
}
