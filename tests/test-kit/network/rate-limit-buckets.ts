import type { Db } from '@fynbos/api/db.ts';

/** Sets the attempts left in a bucket in PostgreSQL, as if the others had just been taken. */
export async function setBucketTokens(
  db: Db,
  key: string,
  tokens: number,
  filled_at = new Date(),
): Promise<void> {
  await db
    .insertInto('rate_bucket')
    .values({ key, tokens, filled_at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ tokens, filled_at }))
    .execute();
}
