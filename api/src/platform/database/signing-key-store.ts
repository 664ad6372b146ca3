import { sql } from 'kysely';
import type { Db } from '../../db.ts';
import { onlyRow } from './only-row.ts';

/** The secrets read so far, by database; its transactions have the same adapter. */
const known = new WeakMap<object, Map<string, string>>();

/** The secret of this name. It was created with the schema (`signing_key`) and never changes, so it is read once. */
export async function readSigningSecret(db: Db, name: string): Promise<string> {
  const { adapter } = db.getExecutor();
  const secrets = known.get(adapter) ?? new Map<string, string>();
  known.set(adapter, secrets);
  const secret = secrets.get(name) ?? (await querySecret(db, name));
  secrets.set(name, secret);
  return secret;
}

async function querySecret(db: Db, name: string): Promise<string> {
  const { rows } = await sql<{ secret: string }>`/* prepared: signing key */ select secret from signing_key
    where name = ${name}`.execute(db);
  return onlyRow(rows).secret;
}
