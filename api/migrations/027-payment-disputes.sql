-- old code: survives
-- Disputes that providers report: chargebacks of cards and claims at PayPal, one row each (spec payments 4, race 16).
create table payment_dispute (
  id bigint primary key generated always as identity,
  provider text not null,
  -- The provider's own id.
  dispute_id text not null,
  attempt_id bigint not null references payment_attempt,
  order_id bigint not null references sales_order,
  -- The disputed capture.
  transaction_id text not null,
  state text not null check (state in ('open', 'won', 'lost')),
  -- The disputed amount, in the currency of the charge.
  charge_cents bigint not null check (charge_cents > 0),
  charge_currency text not null,
  -- The part that the provider withdrew and did not return, in that currency and in the order's.
  withdrawn_cents bigint not null check (withdrawn_cents >= 0),
  value_cents bigint not null check (value_cents >= 0),
  -- The provider's own code for its reason or its outcome.
  last_code text not null default '',
  opened_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, dispute_id)
);
create index payment_dispute_order on payment_dispute (order_id);
