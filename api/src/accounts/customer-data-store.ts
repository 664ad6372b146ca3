import type { Db } from '../db.ts';

export async function findValue(db: Db, customerId: number, name: string): Promise<unknown> {
  const row = await db
    .selectFrom('customer_value')
    .select('value')
    .where('customer_id', '=', customerId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

export function readValues(db: Db, customerId: number) {
  return db
    .selectFrom('customer_value')
    .select(['name', 'value', 'updated_at'])
    .where('customer_id', '=', customerId)
    .orderBy('name')
    .execute();
}

export async function upsertValue(
  db: Db,
  row: { customer_id: number; name: string; value: string; updated_at: Date },
): Promise<void> {
  const { value, updated_at } = row;
  await db
    .insertInto('customer_value')
    .values(row)
    .onConflict((clash) => clash.columns(['customer_id', 'name']).doUpdateSet({ value, updated_at }))
    .execute();
}

export async function deleteValue(db: Db, customerId: number, name: string): Promise<void> {
  await db
    .deleteFrom('customer_value')
    .where('customer_id', '=', customerId)
    .where('name', '=', name)
    .execute();
}
