import type { Selectable } from 'kysely';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db.ts';
import type { DeliveryTables } from '../schema/delivery-tables.ts';

export type MethodRow = Selectable<DeliveryTables['delivery_method']>;
export type RateRow = Selectable<DeliveryTables['delivery_rate']>;

/** The shipping methods, in the shop's order. */
export function readMethods(db: Db): Promise<MethodRow[]> {
  return db
    .selectFrom('delivery_method')
    .selectAll()
    .orderBy('position')
    .orderBy('carrier_code')
    .orderBy('method_code')
    .execute();
}

/** Whether orders with this method are collected at a store. */
export async function isCollected(
  db: Db,
  { carrier_code, method_code }: Pick<MethodRow, 'carrier_code' | 'method_code'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('delivery_method')
    .select('needs')
    .where('carrier_code', '=', carrier_code)
    .where('method_code', '=', method_code)
    .executeTakeFirst();
  return row?.needs === 'store';
}

/** The same for a query whose rows have the method in these columns. */
export const isCollectedWith = (
  carrier: RawBuilder<unknown>,
  method: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql`exists (select from delivery_method
    where delivery_method.carrier_code = ${carrier} and delivery_method.method_code = ${method} and needs = 'store')`;

/** The rates of all shipping methods. */
export function readRates(db: Db): Promise<RateRow[]> {
  return db.selectFrom('delivery_rate').selectAll().orderBy('id').execute();
}
