import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db.ts';
import type { PaymentTables } from '../../schema/payment-tables.ts';

export type DisputeRow = Selectable<PaymentTables['payment_dispute']>;

/** A disputed capture of this shop, under the provider's transaction id. */
export interface DisputedCapture {
  attempt_id: number;
  transaction_id: string;
}

/** Finds the capture that a dispute is about: by its transaction id, or by the id of a known dispute. */
export async function findDisputed(
  db: Db,
  provider: ProviderCode,
  { id, transactionId }: { id: string; transactionId?: string | undefined },
): Promise<DisputedCapture | undefined> {
  const { rows } = await sql<DisputedCapture>`select attempt_id, transaction_id from money_entry
      where provider = ${provider} and kind = 'capture' and transaction_id = ${transactionId ?? ''}
    union all select attempt_id, transaction_id from payment_dispute
      where provider = ${provider} and dispute_id in (${id}, ${transactionId ?? ''}) limit 1`.execute(db);
  return rows[0];
}

/** The disputes of an order, oldest first. */
export function readDisputes(db: Db, orderId: number): Promise<DisputeRow[]> {
  return db.selectFrom('payment_dispute').selectAll().where('order_id', '=', orderId).orderBy('id').execute();
}

/** Writes a dispute, or its new state and amounts. */
export async function saveDispute(db: Db, dispute: Omit<DisputeRow, 'id'>): Promise<void> {
  await db
    .insertInto('payment_dispute')
    .values(dispute)
    .onConflict((conflict) =>
      conflict.columns(['provider', 'dispute_id']).doUpdateSet({
        state: dispute.state,
        charge_cents: dispute.charge_cents,
        withdrawn_cents: dispute.withdrawn_cents,
        value_cents: dispute.value_cents,
        last_code: dispute.last_code,
        updated_at: dispute.updated_at,
      }),
    )
    .execute();
}
