import { sql } from 'kysely';
import type { Db, Tables } from '../db.ts';

/** A stored fulfilment store; its street has `|` between its lines. */
export type StoreRow = Omit<Tables['store'], 'id'> & { id: number };

/** Every store, in the order they are listed. */
export function readStores(db: Db): Promise<StoreRow[]> {
  return db.selectFrom('store').selectAll().orderBy('position').orderBy('id').execute();
}

/** Writes stores by their codes, new ones and changed ones; a new store gets its id here. */
export async function upsertStores(db: Db, rows: readonly Omit<StoreRow, 'id'>[]): Promise<void> {
  await sql`insert into store (code, name, street, suburb, city, region_code, postcode, latitude, longitude,
      telephone, hours, services, position)
    select code, name, street, suburb, city, region_code, postcode, latitude, longitude, telephone, hours,
      array(select json_array_elements_text(services)), position
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (code text, name text, street text, suburb text,
      city text, region_code text, postcode text, latitude numeric, longitude numeric, telephone text, hours text,
      services json, position integer)
    on conflict (code) do update set name = excluded.name, street = excluded.street, suburb = excluded.suburb,
      city = excluded.city, region_code = excluded.region_code, postcode = excluded.postcode,
      latitude = excluded.latitude, longitude = excluded.longitude, telephone = excluded.telephone,
      hours = excluded.hours, services = excluded.services, position = excluded.position`.execute(db);
}

/**
 * Deletes a store.
 * @returns whether it existed
 */
export async function deleteStore(db: Db, code: string): Promise<boolean> {
  const result = await db.deleteFrom('store').where('code', '=', code).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
