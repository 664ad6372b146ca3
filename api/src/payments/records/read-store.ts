import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db.ts';
import type { PaymentTables } from '../../schema/payment-tables.ts';
import type { AttemptRow } from './attempt-store.ts';
import type { EntryRow, RefundRow } from './ledger-store.ts';

export type EventRow = Pick<
  Selectable<PaymentTables['payment_event']>,
  'attempt_id' | 'source' | 'payload' | 'occurred_at'
>;

export interface AttemptFilter {
  state: AttemptRow['state'] | undefined;
  provider: ProviderCode | undefined;
  since: Date | undefined;
  limit: number;
}

/** Lists payment attempts, newest first. */
export function listAttempts(
  db: Db,
  { state, provider, since, limit }: AttemptFilter,
): Promise<AttemptRow[]> {
  // `$if` calls back only if the value is there.
  return db
    .selectFrom('payment_attempt')
    .selectAll()
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .$if(provider !== undefined, (query) => query.where('provider', '=', provider!))
    .$if(since !== undefined, (query) => query.where('created_at', '>=', since!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/**
 * Finds attempts by the client's reference, by our short reference with or without the attempt number, or
 * by the provider's id.
 */
export async function findAttemptsNamed(db: Db, name: string): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`select * from payment_attempt
    where reference::text = lower(${name}) or short_reference = left(upper(${name}), 12) or provider_id = ${name}
    order by id`.execute(db);
  return rows;
}

/** Lists the events of an order's payments, oldest first. */
export function readEvents(db: Db, attemptIds: readonly number[]): Promise<EventRow[]> {
  return db
    .selectFrom('payment_event')
    .select(['attempt_id', 'source', 'payload', 'occurred_at'])
    .where('attempt_id', 'in', attemptIds.length > 0 ? [...attemptIds] : [0])
    .orderBy('id')
    .execute();
}

/** Finds a provider's movement in the ledger. */
export function findEntry(
  db: Db,
  provider: ProviderCode,
  transactionId: string,
  kind: EntryRow['kind'],
): Promise<EntryRow | undefined> {
  return db
    .selectFrom('money_entry')
    .selectAll()
    .where('provider', '=', provider)
    .where('transaction_id', '=', transactionId)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

/** Lists a provider's payments in this mode that belong to a day: created on it, or paid on it. */
export async function readAttemptsOfDay(
  db: Db,
  { code, mode }: Pick<AttemptRow, 'mode'> & { code: ProviderCode },
  from: Date,
  to: Date,
): Promise<AttemptRow[]> {
  const { rows } =
    await sql<AttemptRow>`select * from payment_attempt where provider = ${code} and mode = ${mode} and attempt_no > 0
    and ((created_at >= ${from} and created_at < ${to}) or id in (
      select attempt_id from money_entry where provider = ${code} and occurred_at >= ${from} and occurred_at < ${to}))
    order by id`.execute(db);
  return rows;
}

/** Whether any payment was started before an instant, in this mode. */
export async function wasPaidBefore(db: Db, mode: AttemptRow['mode'], at: Date): Promise<boolean> {
  const row = await db
    .selectFrom('payment_attempt')
    .select('id')
    .where('created_at', '<', at)
    .where('mode', '=', mode)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds a refund by our key. */
export function findRefund(db: Db, key: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refund').selectAll().where('key', '=', key.toUpperCase()).executeTakeFirst();
}

/** Finds a refund of a provider's ledger: by our key, or by the provider's id. */
export async function findRefundNamed(
  db: Db,
  provider: ProviderCode,
  { transactionId, reference }: { transactionId: string; reference: string | undefined },
): Promise<RefundRow | undefined> {
  const { rows } =
    await sql<RefundRow>`select refund.* from refund join payment_attempt on payment_attempt.id = attempt_id
    where provider = ${provider} and (key = ${reference ?? ''} or refund.provider_id = ${transactionId}) limit 1`.execute(
      db,
    );
  return rows[0];
}
