import { type Selectable, sql } from 'kysely';
import type { Db } from '../db.ts';
import type { CartTables } from './tables.ts';

export type CartRow = Selectable<CartTables['cart']>;
export type LineRow = Selectable<CartTables['cart_line']>;

/** The cart a token opens; a cart that was merged into another is gone. */
export function findCartOfToken(db: Db, hash: Buffer): Promise<CartRow | undefined> {
  return db
    .selectFrom('cart')
    .innerJoin('cart_token', 'cart_token.cart_id', 'cart.id')
    .selectAll('cart')
    .where('cart_token.hash', '=', hash)
    .where('cart.merged_into', 'is', null)
    .executeTakeFirst();
}

/** The cart of a customer in a store view. */
export function findCartOfCustomer(
  db: Db,
  customerId: number,
  storeCode: string,
): Promise<CartRow | undefined> {
  return db
    .selectFrom('cart')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('store_code', '=', storeCode)
    .where('merged_into', 'is', null)
    .executeTakeFirst();
}

/** Makes a guest's cart. */
export function insertGuestCart(db: Db, storeCode: string): Promise<CartRow> {
  return db.insertInto('cart').values({ store_code: storeCode }).returningAll().executeTakeFirstOrThrow();
}

/** Makes the customer's cart unless another request just did. */
export async function insertCustomerCart(db: Db, customerId: number, storeCode: string): Promise<void> {
  await sql`insert into cart (customer_id, store_code) values (${customerId}, ${storeCode})
    on conflict (customer_id, store_code) where customer_id is not null and merged_into is null do nothing`.execute(
    db,
  );
}

export async function insertToken(db: Db, hash: Buffer, cartId: number): Promise<void> {
  await db.insertInto('cart_token').values({ hash, cart_id: cartId }).execute();
}

/** The cart, held until the transaction ends: writes to one cart happen one after another. */
export function lockCart(db: Db, id: number): Promise<CartRow | undefined> {
  return db
    .selectFrom('cart')
    .selectAll()
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Counts a write. @returns the version after it */
export async function countWrite(db: Db, id: number, now: Date): Promise<number> {
  const { version } = await db
    .updateTable('cart')
    .set((cart) => ({ version: cart('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** The lines of a cart, in the order they were added. */
export function readLines(db: Db, cartId: number): Promise<LineRow[]> {
  return db.selectFrom('cart_line').selectAll().where('cart_id', '=', cartId).orderBy('id').execute();
}

/** What a line is written as. */
export type NewLine = Pick<LineRow, 'cart_id' | 'line_key' | 'sku' | 'parent_sku' | 'qty' | 'product_option'>;

/** Writes a line; where an equal one is there, that one gets the quantity. @returns the line */
export function upsertLine(db: Db, line: NewLine): Promise<LineRow> {
  return db
    .insertInto('cart_line')
    .values({ ...line, product_option: JSON.stringify(line.product_option) })
    .onConflict((conflict) => conflict.columns(['cart_id', 'line_key']).doUpdateSet({ qty: line.qty }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes a line another: another variant, other options, another quantity. @returns the line */
export function updateLine(db: Db, id: number, line: NewLine): Promise<LineRow> {
  return db
    .updateTable('cart_line')
    .set({ ...line, product_option: JSON.stringify(line.product_option) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteLine(db: Db, id: number): Promise<void> {
  await db.deleteFrom('cart_line').where('id', '=', id).execute();
}

/** What was answered to a write with this key before. */
export function findWrite(db: Db, cartId: number, key: string) {
  return db
    .selectFrom('cart_write')
    .select(['fingerprint', 'answer'])
    .where('cart_id', '=', cartId)
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function insertWrite(
  db: Db,
  write: { cart_id: number; key: string; fingerprint: Buffer; answer: unknown },
): Promise<void> {
  await db
    .insertInto('cart_write')
    .values({ ...write, answer: JSON.stringify(write.answer) })
    .execute();
}

/** Uses a guest's cart up: its lines went into another. */
export async function closeMergedCart(db: Db, id: number, into: number): Promise<void> {
  await db.updateTable('cart').set({ merged_into: into }).where('id', '=', id).execute();
}

/** Keeps the codes of a cart. */
export async function saveCodes(
  db: Db,
  id: number,
  codes: { coupon_code: string | null } | { voucher_code: string | null },
): Promise<void> {
  await db.updateTable('cart').set(codes).where('id', '=', id).execute();
}

/** Keeps what was said of delivery. */
export async function saveShipping(db: Db, id: number, shipping: object): Promise<void> {
  await db
    .updateTable('cart')
    .set({ shipping: JSON.stringify(shipping) })
    .where('id', '=', id)
    .execute();
}
