import { sql } from 'kysely';
import type { Db } from '../../db.ts';

/** Stores the address in the links of this shop's mails, for commands. */
export async function saveShopAddress(db: Db, url: string): Promise<void> {
  await sql`insert into shop_address (url) values (${url})
    on conflict (is_only) do update set url = excluded.url where shop_address.url <> excluded.url`.execute(
    db,
  );
}

/** The address of the shop that ran last; undefined if none did. */
export async function findShopAddress(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('shop_address').select('url').executeTakeFirst();
  return row?.url;
}
