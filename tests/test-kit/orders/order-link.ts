import { connectDb, type Db } from '@fynbos/api/db.ts';
import { linkKey, linkOf } from '@fynbos/api/orders/records/order-link.ts';
import { readSigningSecret } from '@fynbos/api/platform/database/signing-key-store.ts';

/** The secret in the mailed link of a guest's order. */
export async function orderLinkOf(db: Db, number: string): Promise<string> {
  const { order_id } = await db
    .selectFrom('sales_order')
    .select('order_id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  return linkOf(await readSigningSecret(db, linkKey), 'order link', order_id);
}

/** Like `orderLinkOf`, for a test that knows the address of the database only. */
export async function orderLinkIn(databaseUrl: string, number: string): Promise<string> {
  const db = connectDb(databaseUrl);
  return orderLinkOf(db, number).finally(() => db.destroy());
}
