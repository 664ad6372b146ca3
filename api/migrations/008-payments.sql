-- Payments (spec payments 4, spec D6, D7, D23, D29). An order that is to be paid online is written down before the shopper
-- is handed over, in the state pending_payment, with its pieces taken from the shelves; what was kept of attempts until
-- now could not be paid.

drop table pending_order;

alter table sales_order drop constraint sales_order_state_check;
alter table sales_order add constraint sales_order_state_check check
  (state in ('pending_payment', 'placed', 'shipped', 'delivered', 'returned', 'canceled', 'expired'));
-- What came in for it and what went back, as money_entry says; and until when its pieces are held for a payment.
alter table sales_order add column captured_cents bigint not null default 0;
alter table sales_order add column refunded_cents bigint not null default 0;
alter table sales_order add column held_until timestamptz;
alter table sales_order add constraint sales_order_refunds check (refunded_cents <= captured_cents);
create index sales_order_cart on sales_order (cart_id);
create index sales_order_unpaid on sales_order (updated_at) where state = 'expired' and captured_cents = 0 and email <> '';
create index sales_order_held on sales_order (held_until) where state = 'pending_payment';

create table payment_attempt (
  id bigint primary key generated always as identity,
  -- The client's own, `checkoutReference` on the wire.
  reference uuid not null unique,
  order_id bigint not null references sales_order,
  provider text not null,
  -- Whether its money is pretended: a shop asks for and gives back only money of the kind it takes.
  mode text not null check (mode in ('test', 'live')),
  state text not null check (state in ('created', 'initiating', 'awaiting_shopper', 'processing', 'paid', 'declined',
    'cancelled', 'expired', 'failed', 'partially_refunded', 'refunded')),
  -- In the order's currency, and what the provider is told to take: a wallet charges in its own.
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  charge_cents bigint not null check (charge_cents > 0),
  charge_currency text not null,
  -- Ours at the provider: these letters and the number of the try, which is a new one whenever nothing was answered.
  short text not null unique,
  tries integer not null default 0,
  -- The provider's own name of it, once it answered.
  provider_id text,
  -- Where the shopper was sent to, to be sent there again; and the totals that were frozen.
  hand_off jsonb,
  totals jsonb not null,
  -- Hash of what a browser keeps to see the outcome without a login.
  view_hash bytea,
  -- The provider's last word on it.
  last_code text not null default '',
  -- Somebody is to look at it.
  review boolean not null default false,
  -- When the shopper's time is over; when it is asked for next, and how often it was in this state.
  expires_at timestamptz,
  next_ask_at timestamptz,
  asked integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, provider_id)
);
create index payment_attempt_made on payment_attempt (provider, created_at);
create index payment_attempt_order on payment_attempt (order_id);
create index payment_attempt_due on payment_attempt (next_ask_at) where next_ask_at is not null;

-- Everything that was heard of payments, each thing once however often it is said. Nothing personal is in it.
create table payment_event (
  id bigint primary key generated always as identity,
  provider text not null,
  dedupe_key text not null,
  attempt_id bigint references payment_attempt,
  -- web-hook, return, poll, admin
  via text not null,
  said jsonb not null,
  at timestamptz not null,
  unique (provider, dedupe_key)
);
create index payment_event_attempt on payment_event (attempt_id);

-- Money that moved, never changed and never deleted: each row from one account to another, in the currency it moved in
-- and in what it is worth for the order (0 for what came in another currency than was asked for).
create table money_entry (
  id bigint primary key generated always as identity,
  attempt_id bigint not null references payment_attempt,
  order_id bigint not null references sales_order,
  kind text not null check (kind in ('capture', 'refund', 'refund_returned')),
  provider text not null,
  transaction_id text not null,
  debit text not null,
  credit text not null,
  charge_cents bigint not null check (charge_cents > 0),
  charge_currency text not null,
  value_cents bigint not null check (value_cents >= 0),
  at timestamptz not null,
  unique (provider, transaction_id, kind)
);
create index money_entry_order on money_entry (order_id);
create index money_entry_at on money_entry (at);

create table refund (
  id bigint primary key generated always as identity,
  -- Ours at the provider, the same for every try.
  key text not null unique,
  attempt_id bigint not null references payment_attempt,
  order_id bigint not null references sales_order,
  transaction_id text not null,
  state text not null check (state in ('requested', 'sent', 'succeeded', 'failed', 'returned', 'manual')),
  value_cents bigint not null check (value_cents > 0),
  charge_cents bigint not null check (charge_cents > 0),
  charge_currency text not null,
  provider_id text,
  reason text not null,
  by text not null,
  last_code text not null default '',
  next_ask_at timestamptz,
  asked integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index refund_provider_id on refund (provider_id) where provider_id is not null;
create index refund_order on refund (order_id);
create index refund_due on refund (next_ask_at) where next_ask_at is not null;

-- What a person has to look at, and what they said of it.
create table payment_review (
  id bigint primary key generated always as identity,
  attempt_id bigint references payment_attempt,
  order_id bigint references sales_order,
  reason text not null,
  details jsonb not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  note text not null default ''
);
-- What was found in a provider's books, once for each movement.
create index payment_review_found on payment_review ((details->>'transactionId'), reason);
create unique index payment_review_once on payment_review (attempt_id, reason) where closed_at is null;

-- Which process does what only one may do, and takes long.
create table payment_lease (
  name text primary key,
  holder uuid not null,
  until timestamptz not null
);
