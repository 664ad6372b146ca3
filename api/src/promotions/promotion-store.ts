import { sql } from 'kysely';
import type { Db } from '../db.ts';
import type { CouponRow, DealRow } from './read-store.ts';

/** Writes promotions by their codes, new ones and changed ones. */
export async function upsertDeals(db: Db, rows: readonly Omit<DealRow, 'id'>[]): Promise<void> {
  await sql`insert into deal (code, label, kind, qty, pay_qty, price_cents, valid_from, valid_to, view_texts)
    select code, label, kind, qty, pay_qty, price_cents, valid_from, valid_to, view_texts
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (code text, label text, kind text, qty integer,
      pay_qty integer, price_cents bigint, valid_from timestamptz, valid_to timestamptz, view_texts jsonb)
    on conflict (code) do update set label = excluded.label, kind = excluded.kind, qty = excluded.qty,
      pay_qty = excluded.pay_qty, price_cents = excluded.price_cents, valid_from = excluded.valid_from,
      valid_to = excluded.valid_to, view_texts = excluded.view_texts`.execute(db);
}

/** Deletes the products of these promotions. */
export async function deleteDealProducts(db: Db, codes: readonly string[]): Promise<void> {
  await sql`delete from deal_product using deal where deal.id = deal_id and code = any(${codes}::text[])`.execute(
    db,
  );
}

/** Adds products to promotions by code. */
export async function insertDealProducts(
  db: Db,
  rows: readonly { code: string; sku: string; part: number }[],
): Promise<void> {
  await sql`insert into deal_product (deal_id, sku, part) select deal.id, row.sku, row.part
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (code text, sku text, part integer)
    join deal on deal.code = row.code`.execute(db);
}

/**
 * Changes one field of a coupon without overwriting concurrent changes.
 * @returns whether the coupon exists
 */
export async function updateCoupon(
  db: Db,
  code: string,
  change: Partial<Pick<CouponRow, 'enabled' | 'valid_from' | 'valid_to'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('coupon')
    .set(change)
    .where('code', '=', code)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/**
 * Limits the uses of a coupon, unless it has more already.
 * @returns whether the limit was set
 */
export async function updateMaxUses(db: Db, code: string, maxUses: number | null): Promise<boolean> {
  const { rows } = await sql`update coupon set max_uses = ${maxUses}::integer
    where code = ${code} and (${maxUses}::integer is null or uses <= ${maxUses}::integer) returning code`.execute(
    db,
  );
  return rows.length > 0;
}

/** Writes coupons by their codes, new ones and changed ones; the number of uses stays unchanged. */
export async function upsertCoupons(db: Db, rows: readonly Omit<CouponRow, 'uses'>[]): Promise<void> {
  await sql`insert into coupon (code, label, kind, percent, amount_cents, minimum_spend_cents, first_order, category_ids,
      email, max_uses, max_uses_per_customer, is_voucher, valid_from, valid_to, enabled)
    select code, label, kind, percent, amount_cents, minimum_spend_cents, first_order,
      array(select json_array_elements_text(category_ids)::integer), email, max_uses, max_uses_per_customer, is_voucher,
      valid_from, valid_to, enabled
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (code text, label text, kind text, percent numeric,
      amount_cents bigint, minimum_spend_cents bigint, first_order boolean, category_ids json, email text,
      max_uses integer, max_uses_per_customer integer, is_voucher boolean, valid_from timestamptz, valid_to timestamptz,
      enabled boolean)
    on conflict (code) do update set label = excluded.label, kind = excluded.kind, percent = excluded.percent,
      amount_cents = excluded.amount_cents, minimum_spend_cents = excluded.minimum_spend_cents,
      first_order = excluded.first_order, category_ids = excluded.category_ids, email = excluded.email,
      max_uses = excluded.max_uses, max_uses_per_customer = excluded.max_uses_per_customer, is_voucher = excluded.is_voucher,
      valid_from = excluded.valid_from, valid_to = excluded.valid_to, enabled = excluded.enabled`.execute(db);
}

/**
 * Counts a use of a coupon if it has one left; its row is locked until the transaction ends. A voucher of an
 * amount is used until its balance is spent, however often that is.
 * @returns whether it had one
 */
export async function countUse(db: Db, code: string): Promise<boolean> {
  const { rows } = await sql`update coupon set uses = uses + 1
    where code = ${code} and enabled and (max_uses is null or uses < max_uses or (is_voucher and kind = 'fixed'))
    returning code`.execute(db);
  return rows.length > 0;
}

/** Returns uses of coupons. */
export async function returnUses(db: Db, codes: readonly string[]): Promise<void> {
  await sql`with held as materialized (
    select code from coupon where code = any(${codes}::text[]) order by code for update
  ) update coupon set uses = uses - 1 from held where coupon.code = held.code and uses > 0`.execute(db);
}

/** Creates a coupon unless its code exists. */
export async function insertCouponOnce(db: Db, row: Omit<CouponRow, 'uses'>): Promise<void> {
  await db
    .insertInto('coupon')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
