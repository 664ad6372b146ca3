import type { AttemptState } from '@fynbos/core/payments/payment-attempt.ts';
import type { PaymentSource } from '@fynbos/core/payments/providers.ts';
import type { ColumnType, Generated } from 'kysely';

type Json = ColumnType<unknown, string, string>;

export type RefundState = 'requested' | 'sent' | 'succeeded' | 'failed' | 'returned' | 'manual';
type DisputeState = 'open' | 'won' | 'lost';
type EntryKind = 'capture' | 'refund' | 'refund_returned';

/** The tables of payments (api/migrations/008-payments.sql). Money is whole cents. */
export interface PaymentTables {
  payment_attempt: {
    id: Generated<number>;
    reference: string;
    order_id: number;
    provider: PaymentSource;
    mode: 'test' | 'live';
    state: AttemptState;
    amount_cents: number;
    currency: string;
    charge_cents: number;
    charge_currency: string;
    short_reference: string;
    attempt_no: Generated<number>;
    provider_id: string | null;
    redirect: ColumnType<unknown, string | null, string | null>;
    totals: Json;
    view_hash: Buffer | null;
    last_code: Generated<string>;
    review: Generated<boolean>;
    expires_at: Date | null;
    next_poll_at: Date | null;
    poll_count: Generated<number>;
    created_at: Date;
    updated_at: Date;
  };
  payment_event: {
    id: Generated<number>;
    provider: PaymentSource;
    dedupe_key: string;
    attempt_id: number | null;
    source: string;
    payload: Json;
    occurred_at: Date;
  };
  money_entry: {
    id: Generated<number>;
    attempt_id: number;
    order_id: number;
    kind: EntryKind;
    provider: PaymentSource;
    transaction_id: string;
    debit: string;
    credit: string;
    charge_cents: number;
    charge_currency: string;
    value_cents: number;
    occurred_at: Date;
  };
  refund: {
    id: Generated<number>;
    key: string;
    attempt_id: number;
    order_id: number;
    transaction_id: string;
    state: RefundState;
    value_cents: number;
    charge_cents: number;
    charge_currency: string;
    provider_id: string | null;
    reason: string;
    actor: string;
    last_code: Generated<string>;
    next_poll_at: Date | null;
    poll_count: Generated<number>;
    created_at: Date;
    updated_at: Date;
  };
  payment_dispute: {
    id: Generated<number>;
    provider: PaymentSource;
    dispute_id: string;
    attempt_id: number;
    order_id: number;
    transaction_id: string;
    state: DisputeState;
    charge_cents: number;
    charge_currency: string;
    withdrawn_cents: number;
    value_cents: number;
    last_code: Generated<string>;
    opened_at: Date;
    updated_at: Date;
  };
  payment_lease: { name: string; holder: string; expires_at: Date };
  payment_review: {
    id: Generated<number>;
    attempt_id: number | null;
    order_id: number | null;
    reason: string;
    details: Json;
    opened_at: Date;
    closed_at: Date | null;
    closed_by: string | null;
    note: Generated<string>;
  };
}
