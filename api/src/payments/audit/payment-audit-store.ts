import type { AttemptState } from '@fynbos/core/payments/payment-attempt.ts';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { sql } from 'kysely';
import type { Db } from '../../db.ts';
import { onlyRow } from '../../platform/database/only-row.ts';

/** A violation about an attempt or a refund of an order, as a sentence. */
export interface PaymentViolation {
  order_id: number;
  says: string;
}

export interface PaymentCounts {
  attempts: number;
  entries: number;
  refunds: number;
  disputes: number;
}

export async function countPayments(db: Db): Promise<PaymentCounts> {
  const { rows } = await sql<PaymentCounts>`select (select count(*) from payment_attempt) as attempts,
    (select count(*) from money_entry) as entries, (select count(*) from refund) as refunds,
    (select count(*) from payment_dispute) as disputes`.execute(db);
  return onlyRow(rows);
}

/** The sum of the entries of each order, in cents of its currency. */
export async function readSums(db: Db): Promise<Map<number, { captured: number; refunded: number }>> {
  const { rows } = await sql<{ order_id: number; captured: number; refunded: number }>`select order_id,
      coalesce(sum(value_cents) filter (where kind = 'capture'), 0) as captured,
      coalesce(sum(case kind when 'refund' then value_cents when 'refund_returned' then -value_cents end), 0) as refunded
    from money_entry group by order_id`.execute(db);
  return new Map(rows.map(({ order_id, ...sums }) => [order_id, sums]));
}

/** Payments whose refunds and disputes exceed the captured amount: by payment, in both currencies. */
export async function readOverRefunded(db: Db): Promise<PaymentViolation[]> {
  const { rows } = await sql<PaymentViolation>`with gone as (
    select attempt_id, order_id, transaction_id, value_cents, charge_cents
    from refund where state not in ('failed', 'returned')
    union all select attempt_id, order_id, transaction_id, value_cents, withdrawn_cents from payment_dispute
  ), back as (
    select attempt_id, order_id, transaction_id, sum(value_cents) as value, sum(charge_cents) as charge
    from gone group by attempt_id, order_id, transaction_id
  ) select back.order_id, format('refunds and disputes of %s for %s, %s captured', back.value, back.transaction_id,
      coalesce(capture.value_cents, 0)) as says
    from back left join money_entry as capture on capture.attempt_id = back.attempt_id
      and capture.transaction_id = back.transaction_id and capture.kind = 'capture'
    where back.value > coalesce(capture.value_cents, 0) or back.charge > coalesce(capture.charge_cents, 0)
    order by back.order_id`.execute(db);
  return rows;
}

/** Attempts whose state contradicts their entries. */
export async function readWrongAttempts(db: Db): Promise<PaymentViolation[]> {
  const { rows } = await sql<PaymentViolation>`with moved as (
    select attempt_id, count(*) filter (where kind = 'capture') as captures,
      coalesce(sum(value_cents) filter (where kind = 'capture'), 0) as captured,
      coalesce(sum(case kind when 'refund' then value_cents when 'refund_returned' then -value_cents end), 0) as back
    from money_entry group by attempt_id
  ), compared as (
    select id, order_id, short_reference, concat_ws('; ',
      case when state not in ('paid', 'partially_refunded', 'refunded') and coalesce(captures, 0) > 0
        then format('is %s, but %s was captured', state, captured) end,
      case when state in ('paid', 'partially_refunded', 'refunded') and state is distinct from case
          when coalesce(captures, 0) = 0 then '' when back = 0 then 'paid'
          when back >= captured then 'refunded' else 'partially_refunded' end
        then format('is %s, but %s was captured and %s refunded', state, coalesce(captured, 0), coalesce(back, 0)) end,
      case when state in ('awaiting_shopper', 'processing') and (attempt_no = 0 or
          state = 'awaiting_shopper' and (provider_id is null or expires_at is null or redirect is null))
        then format('is %s, but has no redirect to the provider', state) end,
      case when state in ('initiating', 'awaiting_shopper', 'processing') and next_poll_at is null and not exists (
          select from payment_review where attempt_id = payment_attempt.id and reason = 'undecided')
        then format('is %s, but no poll is scheduled', state) end,
      case when review and not exists (
          select from payment_review where attempt_id = payment_attempt.id and closed_at is null)
        then 'needs a review, but has no open payment case' end
    ) as says from payment_attempt left join moved on attempt_id = id
  ) select order_id, format('payment %s: %s', short_reference, says) as says from compared where says <> '' order by id`.execute(
    db,
  );
  return rows;
}

/** Refunds whose state contradicts their entries. */
export async function readWrongRefunds(db: Db): Promise<PaymentViolation[]> {
  const { rows } = await sql<PaymentViolation>`with booked as (
    select refund.id, coalesce(sum(case kind when 'refund' then money_entry.value_cents else -money_entry.value_cents end), 0) as back
    from refund left join money_entry on money_entry.attempt_id = refund.attempt_id and kind <> 'capture'
      and money_entry.transaction_id in (refund.key, refund.provider_id) group by refund.id
  ), compared as (
    select refund.id, order_id, key, concat_ws('; ',
      case when back <> case state when 'succeeded' then value_cents else 0 end
        then format('is %s over %s, and %s was refunded', state, value_cents, back) end,
      case when state in ('requested', 'sent') and next_poll_at is null then format('is %s, but no attempt to send it is scheduled', state) end
    ) as says from refund join booked on booked.id = refund.id
  ) select order_id, format('refund %s: %s', key, says) as says from compared where says <> '' order by id`.execute(
    db,
  );
  return rows;
}

/** Disputes that contradict their payment, that took money although the shop won, or that lack their case. */
export async function readWrongDisputes(db: Db): Promise<PaymentViolation[]> {
  const { rows } =
    await sql<PaymentViolation>`select dispute.order_id, format('dispute %s: %s', dispute_id, fault) as says
    from payment_dispute as dispute join payment_attempt on payment_attempt.id = attempt_id
    cross join lateral (select concat_ws('; ',
      case when dispute.provider <> payment_attempt.provider or dispute.order_id <> payment_attempt.order_id
        then 'belongs to another payment than its own' end,
      case when not exists (select from money_entry where money_entry.attempt_id = dispute.attempt_id
          and money_entry.transaction_id = dispute.transaction_id and kind = 'capture')
        then 'is about money that was not captured' end,
      case when dispute.state = 'won' and withdrawn_cents <> 0
        then format('is won, but %s was withdrawn', withdrawn_cents) end,
      case when withdrawn_cents > dispute.charge_cents
        then format('is over %s, and %s was withdrawn', dispute.charge_cents, withdrawn_cents) end,
      case when dispute.state = 'open' and not exists (select from payment_review
          where payment_review.attempt_id = dispute.attempt_id and reason = 'dispute')
        then 'has no payment case' end) as fault) as found
    where fault <> '' order by dispute.id`.execute(db);
  return rows;
}

/** Entries without a payment, with two payments, or with values that contradict theirs. */
export async function readWrongEntries(db: Db): Promise<PaymentViolation[]> {
  const { rows } =
    await sql<PaymentViolation>`select money_entry.order_id, format('%s %s: %s', kind, transaction_id, fault) as says
    from money_entry join payment_attempt on payment_attempt.id = attempt_id cross join lateral (select concat_ws('; ',
      case when money_entry.provider <> payment_attempt.provider then format('is of %s, its payment of %s', money_entry.provider, payment_attempt.provider) end,
      case when money_entry.order_id <> payment_attempt.order_id then 'is booked for another order than its payment' end,
      case when kind = 'capture' and money_entry.charge_cents = payment_attempt.charge_cents
          and money_entry.charge_currency = payment_attempt.charge_currency and value_cents <> amount_cents
        then format('is worth %s, its payment %s', value_cents, amount_cents) end,
      case when kind <> 'capture' and not exists (select from refund where refund.attempt_id = money_entry.attempt_id
          and money_entry.transaction_id in (refund.key, refund.provider_id))
        then 'was never requested' end,
      case when debit = credit or 'provider:' || money_entry.provider not in (debit, credit)
        then format('goes from %s to %s', debit, credit) end,
      case when exists (select from money_entry as other where other.id < money_entry.id
          and other.provider = money_entry.provider and other.transaction_id = money_entry.transaction_id
          and (other.kind = money_entry.kind or (other.kind = 'capture') <> (money_entry.kind = 'capture')))
        then 'is booked twice' end) as fault) as found
    where fault <> '' order by money_entry.id`.execute(db);
  return rows;
}

/** The attempts of orders, with the fields that the audit of orders needs. */
export interface AuditedAttempt {
  order_id: number;
  state: AttemptState;
  isSent: boolean;
  amount: number;
  currency: string;
}

export async function readAuditedAttempts(db: Db): Promise<AuditedAttempt[]> {
  const { rows } = await sql<AuditedAttempt>`select order_id, state, amount_cents as amount, currency,
    state <> 'created' and not (state = 'initiating' and provider_id is null) as "isSent"
    from payment_attempt`.execute(db);
  return rows;
}

/** The number of open payment cases per reason. */
export async function countOpenCases(db: Db): Promise<{ reason: string; count: number }[]> {
  const { rows } = await sql<{
    reason: string;
    count: number;
  }>`select reason, count(*) as count from payment_review
    where closed_at is null group by reason order by reason`.execute(db);
  return rows;
}

/** A movement in the shop's ledger, for comparison with a provider's. */
export interface AuditedEntry {
  order_id: number;
  provider: ProviderCode;
  kind: 'capture' | 'refund' | 'refund_returned' | 'dispute';
  transaction_id: string;
  charge_cents: number;
  charge_currency: string;
  /** An operator refunded it outside the shop. */
  byHand: boolean;
}

export async function readAuditedEntries(db: Db): Promise<AuditedEntry[]> {
  const { rows } =
    await sql<AuditedEntry>`select order_id, provider, kind, transaction_id, charge_cents, charge_currency,
    kind <> 'capture' and exists (select from refund where key = transaction_id) as "byHand"
    from money_entry union all select order_id, provider, 'dispute', dispute_id, withdrawn_cents, charge_currency, false
    from payment_dispute where withdrawn_cents > 0`.execute(db);
  return rows;
}

/** The short references at providers, each with its order. */
export async function readShorts(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{
    short_reference: string;
    order_id: number;
  }>`select short_reference, order_id from payment_attempt`.execute(db);
  return new Map(rows.map(({ short_reference, order_id }) => [short_reference, order_id]));
}

/** The short references of payments with a refund in progress. */
export async function readGoingBack(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ short_reference: string }>`select distinct short_reference from refund
    join payment_attempt on payment_attempt.id = attempt_id where refund.state in ('requested', 'sent')`.execute(
    db,
  );
  return new Set(rows.map(({ short_reference }) => short_reference));
}
