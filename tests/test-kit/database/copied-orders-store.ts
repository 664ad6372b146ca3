import type { Db } from '@fynbos/api/db.ts';
import { sql } from 'kysely';

/** Columns that differ in every copy of a row; the others are copied. */
const copies: Record<string, string> = {
  cart: `'id', row.id + n`,
  cart_token: `'hash', sha256(convert_to('copy' || n, 'UTF8')), 'cart_id', row.cart_id + n`,
  cart_line: `'id', row.id + n, 'cart_id', row.cart_id + n`,
  cart_write: `'cart_id', row.cart_id + n`,
  sales_order: `'id', row.id + n, 'order_id', gen_random_uuid(), 'number', lpad((row.number::bigint + n)::text, 9, '0'),
    'cart_id', row.cart_id + n, 'cart_token_hash', sha256(convert_to('copy' || n, 'UTF8')), 'email', 'copy' || n || '@example.co.za',
    'mailbox', 'copy' || n || '@example.co.za'`,
  order_line: `'order_id', row.order_id + n`,
  order_tax: `'order_id', row.order_id + n`,
  order_stock: `'order_id', row.order_id + n`,
  order_event: `'id', row.id + n, 'order_id', row.order_id + n`,
  mail_about: `'mail_id', row.mail_id + n, 'number', lpad((row.number::bigint + n)::text, 9, '0')`,
};

/** Copies the only order so many times, with its cart and all related rows. */
export async function multiplyOrders(db: Db, count: number): Promise<void> {
  for (const [table, changed] of Object.entries(copies))
    await sql`insert into ${sql.table(table)} overriding system value
      select copy.* from ${sql.table(table)} as row, generate_series(1, ${count}::int) as n,
        jsonb_populate_record(row, jsonb_build_object(${sql.raw(changed)})) as copy`.execute(db);
  await sql`select setval(relation::regclass, ${count}::bigint + 200000)
    from unnest(array['cart_id_seq', 'cart_line_id_seq', 'sales_order_id_seq', 'order_event_id_seq', 'order_number', 'mail_id_seq']) as relation`.execute(
    db,
  );
  await sql`analyze`.execute(db);
}
