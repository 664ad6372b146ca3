import { sql } from 'kysely';
import type { Db } from '../db.ts';
import type { MethodRow, RateRow } from './read-store.ts';

/** Inserts or updates shipping methods by their codes. */
export async function upsertDeliveryMethods(db: Db, rows: readonly MethodRow[]): Promise<void> {
  await sql`insert into delivery_method (carrier_code, method_code, carrier_title, method_title, needs, position, enabled,
      view_texts)
    select carrier_code, method_code, carrier_title, method_title, needs, position, enabled, view_texts
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (carrier_code text, method_code text,
      carrier_title text, method_title text, needs text, position integer, enabled boolean, view_texts jsonb)
    on conflict (carrier_code, method_code) do update set carrier_title = excluded.carrier_title,
      method_title = excluded.method_title, needs = excluded.needs, position = excluded.position,
      enabled = excluded.enabled, view_texts = excluded.view_texts`.execute(db);
}

/** Deletes the rates of a shipping method. */
export async function deleteDeliveryRates(db: Db, carrier: string, method: string): Promise<void> {
  await db
    .deleteFrom('delivery_rate')
    .where('carrier_code', '=', carrier)
    .where('method_code', '=', method)
    .execute();
}

/** Inserts rates of shipping methods, in their order. */
export async function insertDeliveryRates(db: Db, rows: readonly Omit<RateRow, 'id'>[]): Promise<void> {
  if (rows.length > 0)
    await db
      .insertInto('delivery_rate')
      .values([...rows])
      .execute();
}
