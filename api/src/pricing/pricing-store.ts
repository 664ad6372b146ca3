import type { TaxRate, TaxRule } from '@fynbos/core/pricing/tax.ts';
import { sql } from 'kysely';
import type { Db } from '../db.ts';
import type { PriceRow } from './read-store.ts';

/** The prices of many products in every store view. */
export function readPricesOf(db: Db, productIds: readonly number[]): Promise<PriceRow[]> {
  return db
    .selectFrom('product_price')
    .selectAll()
    .where(sql<boolean>`product_id = any(${productIds}::integer[])`)
    .execute();
}

/**
 * Writes prices, new rows and changed ones.
 * @param rows a few thousand at most
 */
export async function upsertPrices(db: Db, rows: readonly PriceRow[]): Promise<void> {
  await sql`insert into product_price (product_id, store_code, price, special_price, final_price, special_from_date, special_to_date)
    select product_id, store_code, price, special_price, final_price, special_from_date, special_to_date
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (product_id integer, store_code text, price bigint,
      special_price bigint, final_price bigint, special_from_date timestamptz, special_to_date timestamptz)
    on conflict (product_id, store_code) do update set price = excluded.price, special_price = excluded.special_price,
      final_price = excluded.final_price, special_from_date = excluded.special_from_date, special_to_date = excluded.special_to_date`.execute(
    db,
  );
}

/** Deletes the prices of products in a store view; they are then not sold there. */
export async function deletePrices(db: Db, storeCode: string, productIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('product_price')
    .where('store_code', '=', storeCode)
    .where(sql<boolean>`product_id = any(${productIds}::integer[])`)
    .execute();
}

/**
 * Writes a rule by its code.
 * @returns its id
 */
export async function upsertTaxRule(db: Db, rule: Omit<TaxRule, 'id' | 'rates'>): Promise<number> {
  const { id } = await db
    .insertInto('tax_rule')
    .values(rule)
    .onConflict((conflict) => conflict.column('code').doUpdateSet(rule))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteTaxRates(db: Db, ruleId: number): Promise<void> {
  await db.deleteFrom('tax_rate').where('rule_id', '=', ruleId).execute();
}

export async function insertTaxRates(
  db: Db,
  ruleId: number,
  rates: readonly Omit<TaxRate, 'id'>[],
): Promise<void> {
  await db
    .insertInto('tax_rate')
    .values(rates.map((rate) => ({ ...rate, rule_id: ruleId })))
    .execute();
}
