import type { PaymentSource } from '@fynbos/core/payments/providers.ts';
import { sql } from 'kysely';
import type { Db } from '../../db.ts';

/** Whether an event was recorded before. */
export async function hasEvent(db: Db, provider: PaymentSource, dedupeKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_event')
    .select('id')
    .where('provider', '=', provider)
    .where('dedupe_key', '=', dedupeKey)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Records an event once.
 * @returns whether it is new
 */
export async function insertEvent(
  db: Db,
  event: {
    provider: PaymentSource;
    dedupe_key: string;
    attempt_id: number | null;
    source: string;
    payload: unknown;
    occurred_at: Date;
  },
): Promise<boolean> {
  const { provider, dedupe_key, attempt_id, source, payload, occurred_at } = event;
  const { numAffectedRows } = await sql`/* prepared: payment event */
    insert into payment_event (provider, dedupe_key, attempt_id, source, payload, occurred_at)
    values (${provider}, ${dedupe_key}, ${attempt_id}, ${source}, ${JSON.stringify(payload)}, ${occurred_at})
    on conflict (provider, dedupe_key) do nothing`.execute(db);
  return numAffectedRows === 1n;
}
