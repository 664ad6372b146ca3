import type { Selectable } from 'kysely';
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

/** The rates of all shipping methods. */
export function readRates(db: Db): Promise<RateRow[]> {
  return db.selectFrom('delivery_rate').selectAll().orderBy('id').execute();
}
