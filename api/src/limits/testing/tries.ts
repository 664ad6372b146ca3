import type { Db } from '../../db.ts';

/** Leaves so many tries in a bucket that PostgreSQL counts, as if all the others had just been taken. */
export async function leaveTries(db: Db, key: string, tokens: number, filled_at = new Date()): Promise<void> {
  await db
    .insertInto('rate_bucket')
    .values({ key, tokens, filled_at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ tokens, filled_at }))
    .execute();
}
