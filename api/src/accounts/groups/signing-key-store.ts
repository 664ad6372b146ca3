import type { Db } from '../../db.ts';

/** Reads the secret of this name, created with the schema (`signing_key`). */
export async function readSigningSecret(db: Db, name: string): Promise<string> {
  const key = await db
    .selectFrom('signing_key')
    .select('secret')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return key.secret;
}
