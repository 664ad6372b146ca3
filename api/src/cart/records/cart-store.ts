import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import type { CartTables } from '../../schema/cart-tables.ts';

export type CartRow = Omit<
  Selectable<CartTables['cart']>,
  'created_at' | 'updated_at' | 'merged_into' | 'ordered_at' | 'apart'
>;
export type LineRow = Omit<Selectable<CartTables['cart_line']>, 'cart_id' | 'added_at'>;

/** A stored cart with its lines in the order they were added. */
export interface StoredCart {
  cart: CartRow;
  lines: LineRow[];
}

/** A cart, and the stored result of an earlier write with the same key. */
export interface FoundCart extends StoredCart {
  before: { fingerprint: string; answer: unknown } | undefined;
}

type LineCells = [
  id: number,
  key: string,
  sku: string,
  parentSku: string,
  qty: number,
  option: LineRow['product_option'],
];
type FoundRow = CartRow & { lines: LineCells[]; before: FoundCart['before'] | null };

/** Reads everything about a cart in one statement: one snapshot and one round trip. */
const wholeCart = (key: string | undefined) => sql`
  cart.id, cart.customer_id, cart.store_code, cart.version, cart.coupon_code, cart.voucher_code, cart.shipping,
  (select coalesce(json_agg(json_build_array(id, line_key, sku, parent_sku, qty, product_option) order by id), '[]')
    from cart_line where cart_id = cart.id) as lines,
  (select json_build_object('fingerprint', encode(fingerprint, 'hex'), 'answer', coalesce(response, answer))
    from cart_write where cart_id = cart.id and key = ${key ?? null}::text) as before`;

/** The cart of a token. A cart that was merged into another is not found. */
export async function findCartOfToken(db: Db, hash: Buffer, key?: string): Promise<FoundCart | undefined> {
  const { rows } = await sql<FoundRow>`/* prepared: cart of token */ select ${wholeCart(key)}
    from cart_token join cart on cart.id = cart_id where hash = ${hash} and merged_into is null and ordered_at is null`.execute(
    db,
  );
  return rows[0] && foundCart(rows[0]);
}

/** A cart by its id. */
export async function findCart(db: Db, id: number, key?: string): Promise<FoundCart | undefined> {
  const { rows } = await sql<FoundRow>`/* prepared: cart */ select ${wholeCart(key)}
    from cart where id = ${id} and merged_into is null and ordered_at is null`.execute(db);
  return rows[0] && foundCart(rows[0]);
}

function foundCart({ lines, before, ...cart }: FoundRow): FoundCart {
  const rows = lines.map(([id, line_key, sku, parent_sku, qty, product_option]) => ({
    id,
    line_key,
    sku,
    parent_sku,
    qty,
    product_option,
  }));
  return { cart, lines: rows, before: before ?? undefined };
}

/** Creates a guest's cart and its token. */
export async function insertGuestCart(db: Db, storeCode: string, hash: Buffer): Promise<void> {
  await sql`/* prepared: new cart */ with made as (insert into cart (store_code) values (${storeCode}) returning id)
    insert into cart_token (hash, cart_id) select ${hash}, id from made`.execute(db);
}

/**
 * Creates the customer's cart unless it exists, and locks it.
 * @returns its id
 */
export async function lockCustomerCart(db: Db, customerId: number, storeCode: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into cart (customer_id, store_code)
    values (${customerId}, ${storeCode})
    on conflict (customer_id, store_code)
      where customer_id is not null and merged_into is null and ordered_at is null and not apart
    do update set store_code = excluded.store_code returning id`.execute(db);
  return onlyRow(rows).id;
}

/** Creates a separate cart for one order of a customer, and its token. */
export async function insertCartApart(
  db: Db,
  customerId: number,
  storeCode: string,
  hash: Buffer,
): Promise<void> {
  await sql`with made as (
    insert into cart (customer_id, store_code, apart) values (${customerId}, ${storeCode}, true) returning id
  ) insert into cart_token (hash, cart_id) select ${hash}, id from made`.execute(db);
}

/** Adds a token to a cart, unless the cart has it already. */
export async function insertToken(db: Db, hash: Buffer, cartId: number): Promise<void> {
  await db
    .insertInto('cart_token')
    .values({ hash, cart_id: cartId })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}

/** Locks the cart until the end of the transaction. */
export async function lockCart(db: Db, id: number): Promise<void> {
  await sql`/* prepared: lock cart */ select from cart where id = ${id} for update`.execute(db);
}

/** The columns written for a line. */
export type NewLine = Omit<LineRow, 'id'>;

/** The effect of a write on a cart. */
export interface CartChange {
  /** Lines by key; an equal line gets the quantity. */
  put?: readonly NewLine[];
  /** Lines whose product changes in place. */
  replace?: readonly LineRow[];
  /** Lines to delete, before anything else happens. */
  remove?: readonly number[];
  /** Changes to other cart columns. */
  fields?: Partial<Pick<CartRow, 'coupon_code' | 'voucher_code' | 'shipping'>>;
}

/** A write stored under its key. */
export interface Noted {
  key: string | undefined;
  fingerprint: string;
  result: unknown;
}

const lineTypes = sql.raw('line_key text, sku text, parent_sku text, qty integer, product_option json');

/**
 * Carries out a write atomically and increments the version, provided the cart is still at the version that
 * the change was computed for.
 * @returns the ids of the lines put, by key; undefined when the version has changed
 */
export async function writeCart(
  db: Db,
  cart: CartRow,
  { put = [], replace = [], remove = [], fields = {} }: CartChange,
  { key, fingerprint, result, now }: Noted & { now: Date },
): Promise<Record<string, number> | undefined> {
  const { coupon_code, voucher_code, shipping } = { ...cart, ...fields };
  const { rows } = await sql<{ put: Record<string, number> }>`/* prepared: write cart */ with held as (
    update cart set version = version + 1, updated_at = ${now}, coupon_code = ${coupon_code},
      voucher_code = ${voucher_code}, shipping = ${JSON.stringify(shipping)}
    where id = ${cart.id} and version = ${cart.version} and merged_into is null and ordered_at is null returning id
  ), gone as (
    delete from cart_line using held where cart_id = held.id and cart_line.id = any(${[...remove]}::bigint[])
    returning cart_line.id
  ), cleared as (select count(*) from gone), replaced as (
    update cart_line set line_key = row.line_key, sku = row.sku, parent_sku = row.parent_sku, qty = row.qty,
      product_option = row.product_option
    from held, cleared, json_to_recordset(${JSON.stringify(replace)}::json) as row (id bigint, ${lineTypes})
    where cart_id = held.id and cart_line.id = row.id
  ), put as (
    insert into cart_line (cart_id, line_key, sku, parent_sku, qty, product_option)
    select held.id, row.* from held, json_to_recordset(${JSON.stringify(put)}::json) as row (${lineTypes})
    on conflict (cart_id, line_key) do update set qty = excluded.qty returning id, line_key
  ), noted as (
    insert into cart_write (cart_id, key, fingerprint, answer)
    select held.id, ${key ?? null}::text, decode(${fingerprint}::text, 'hex'), ${JSON.stringify(result)}::jsonb
    from held where ${key ?? null}::text is not null
  ) select coalesce((select json_object_agg(line_key, id) from put), '{}') as put from held`.execute(db);
  return rows[0]?.put;
}

/** Stores the key of a write that changed nothing. */
export async function insertWrite(
  db: Db,
  cartId: number,
  { key, fingerprint, result }: Noted,
): Promise<void> {
  await sql`/* prepared: write without effect */ insert into cart_write (cart_id, key, fingerprint, answer)
    values (${cartId}, ${key}, decode(${fingerprint}::text, 'hex'), ${JSON.stringify(result)}::jsonb)
    on conflict do nothing`.execute(db);
}

/** The carts of a customer, for a data export. */
export async function readCartsOf(db: Db, customerId: number): Promise<FoundCart[]> {
  const { rows } = await sql<FoundRow>`select ${wholeCart(undefined)} from cart
    where customer_id = ${customerId} and merged_into is null and ordered_at is null order by cart.id`.execute(
    db,
  );
  return rows.map(foundCart);
}

/** Deletes the carts of a customer, and the guest carts merged into them. */
export async function deleteCartsOf(db: Db, customerId: number): Promise<void> {
  await db.deleteFrom('cart').where('customer_id', '=', customerId).execute();
}

/** Closes a guest's cart whose lines were merged into another. */
export async function closeMergedCart(db: Db, id: number, into: number): Promise<void> {
  await db.updateTable('cart').set({ merged_into: into }).where('id', '=', id).execute();
}

/** Deletes guest carts and separate carts without a write since `before`, with all that belongs to them. */
export async function deleteLooseCartsBefore(db: Db, before: Date): Promise<void> {
  await sql`delete from cart where (customer_id is null or (apart and ordered_at is null)) and updated_at < ${before}`.execute(
    db,
  );
}

/** Deletes older write keys, which are not retried any more. */
export async function deleteWritesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('cart_write').where('occurred_at', '<', before).execute();
}

/**
 * Closes an ordered cart.
 * @returns whether it was open
 */
export async function closeOrderedCart(db: Db, id: number, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`/* prepared: close cart */ update cart set ordered_at = ${at}
    where id = ${id} and merged_into is null and ordered_at is null`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * Closes a cart, and locks it, if it is still at the version that was read: its content is the same then.
 * @returns whether it was
 */
export async function closeUnchangedCart(
  db: Db,
  { id, version }: Pick<CartRow, 'id' | 'version'>,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`/* prepared: close unchanged cart */ update cart set ordered_at = ${at}
    where id = ${id} and version = ${version} and merged_into is null and ordered_at is null`.execute(db);
  return numAffectedRows === 1n;
}

/** The ids of a cart, of the cart it was merged into, and of all others merged into that one. */
export async function readMergedCarts(db: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`/* prepared: merged carts */ with recursive way as (
    select ${id}::bigint as id union select cart.merged_into from cart join way on cart.id = way.id
      where cart.merged_into is not null
  ), family as (
    select id from way union select cart.id from cart join family on cart.merged_into = family.id
  ) select id from family`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Locks a cart, or the cart it was merged into.
 * @returns the id of the locked cart
 */
export async function lockCartNow(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{
    id: number;
    merged_into: number | null;
  }>`/* prepared: lock cart now */ with recursive way as (
    select id, merged_into from cart where id = ${id}
    union select cart.id, cart.merged_into from cart join way on cart.id = way.merged_into
  ) select id, merged_into from cart where id = (select id from way where merged_into is null)
    for update`.execute(db);
  const [locked] = rows;
  if (!locked) return id;
  // The cart was merged while this statement waited for its lock.
  return locked.merged_into === null ? locked.id : lockCartNow(db, locked.merged_into);
}
