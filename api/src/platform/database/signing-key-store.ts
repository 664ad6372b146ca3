import { sql } from 'kysely';
import type { Db } from '../../db.ts';
import { onlyRow } from './only-row.ts';

/** Reads the secret of this name, created with the schema (`signing_key`). */
export async function readSigningSecret(db: Db, name: string): Promise<string> {
  const { rows } = await sql<{ secret: string }>`/* prepared: signing key */ select secret from signing_key
    where name = ${name}`.execute(db);
  return onlyRow(rows).secret;
}
