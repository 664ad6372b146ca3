import { sql } from 'kysely';
import type { Db } from '../../db.ts';

/** What an order takes from a voucher, in cents. */
export interface VoucherTaken {
  code: string;
  cents: number;
}

/**
 * What an order takes from its voucher now; undefined without one, and once it was given back. An order that
 * awaits its payment keeps it until it ends, because it may still be placed.
 */
export async function findVoucherTaken(db: Db, orderId: number): Promise<VoucherTaken | undefined> {
  const { rows } =
    await sql<VoucherTaken>`select coupon_use.coupon_code as code, coupon_use.voucher_cents as cents
    from coupon_use join sales_order on sales_order.id = coupon_use.order_id
    where coupon_use.order_id = ${orderId} and returned_at is null and coupon_use.voucher_cents > 0
      and state <> 'pending_payment'`.execute(db);
  return rows[0];
}

/** Reduces what an order takes from its voucher. */
export async function reduceVoucher(db: Db, orderId: number, { code, cents }: VoucherTaken): Promise<void> {
  await sql`update coupon_use set voucher_cents = voucher_cents - ${cents}::bigint
    where order_id = ${orderId} and coupon_code = ${code}`.execute(db);
}
