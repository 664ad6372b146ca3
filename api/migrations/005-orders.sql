-- Orders (spec commerce 4, spec D5, D6, D23, D24). Money is whole cents, tax included unless the name says net; an
-- order keeps everything it was placed with, whatever becomes of products, prices and taxes afterwards.

create sequence order_number as bigint start with 100001;

create table sales_order (
  id bigint primary key generated always as identity,
  -- The client's own, accepted once, for ever (spec D5); and what it meant.
  order_id uuid not null unique,
  fingerprint bytea not null,
  -- The hash of the token that opened its cart: who sends it again shows it again.
  cart_token_hash bytea not null,
  number text not null unique,
  state text not null check (state in ('pending_payment', 'placed', 'shipped', 'delivered', 'returned', 'canceled')),
  customer_id integer references customer on delete set null,
  email text not null,
  -- What the address reaches, whatever alias was written: one person has one.
  mailbox text not null,
  locale text not null,
  cart_id bigint not null,
  store_code text not null,
  -- The fulfilment store it comes from; empty is the shop.
  fulfilment_store text not null default '',
  currency text not null,
  shipping_address jsonb,
  billing_address jsonb not null,
  carrier_code text not null default '',
  method_code text not null default '',
  shipping_title text not null default '',
  -- What else was said of the delivery: a pick-up point (wire contract 1.2 «shippingExtraFields»).
  shipping_extra jsonb,
  payment_method text not null,
  payment_title text not null,
  coupon_code text,
  voucher_code text,
  subtotal_cents bigint not null,
  subtotal_net_cents bigint not null,
  discount_cents bigint not null,
  shipping_cents bigint not null,
  shipping_net_cents bigint not null,
  shipping_discount_cents bigint not null,
  tax_cents bigint not null,
  grand_total_cents bigint not null check (grand_total_cents >= 0),
  placed_at timestamptz not null,
  updated_at timestamptz not null
);
create index sales_order_customer on sales_order (customer_id, id) where customer_id is not null;
create index sales_order_mailbox on sales_order (mailbox);
create index sales_order_placed on sales_order (placed_at);

create table order_line (
  order_id bigint not null references sales_order on delete cascade,
  position integer not null,
  sku text not null,
  parent_sku text not null,
  name text not null,
  product_type text not null,
  product_option json not null,
  -- What was chosen, in words.
  options json not null,
  -- What it takes from shelves that are counted: `[{product_id, qty}]`, of a set its parts.
  pieces json not null,
  qty integer not null check (qty > 0),
  unit_net bigint not null,
  unit_cents bigint not null,
  original_unit_cents bigint not null,
  row_cents bigint not null,
  row_net_cents bigint not null,
  discount_cents bigint not null,
  paid_cents bigint not null,
  tax_cents bigint not null,
  -- By rate: a set may carry several.
  taxes json not null,
  image text not null,
  url_path text not null,
  primary key (order_id, position)
);

-- What is paid at each rate of tax, delivery included.
create table order_tax (
  order_id bigint not null references sales_order on delete cascade,
  rate numeric(6, 3) not null,
  net_cents bigint not null,
  tax_cents bigint not null,
  primary key (order_id, rate)
);

-- What was taken from which shelf, and when it was put back. Products that nobody counts are not here.
create table order_stock (
  order_id bigint not null references sales_order on delete cascade,
  product_id integer not null,
  -- The fulfilment store whose shelf it was; empty is the shop's.
  store_code text not null,
  qty integer not null check (qty > 0),
  returned_at timestamptz,
  primary key (order_id, product_id)
);

-- What happened to an order, by whom; the first row is its placing.
create table order_event (
  id bigint primary key generated always as identity,
  order_id bigint not null references sales_order on delete cascade,
  state text not null,
  note text not null default '',
  by text not null,
  at timestamptz not null
);
create unique index order_event_once on order_event (order_id, state);

-- Who used which code with which order (spec D24); an order that is canceled gives its use back.
create table coupon_use (
  order_id bigint not null references sales_order on delete cascade,
  coupon_code text not null,
  customer_id integer,
  -- The mailbox of whoever used it, whatever alias was written.
  mailbox text not null,
  returned_at timestamptz,
  primary key (order_id, coupon_code)
);
create index coupon_use_mailbox on coupon_use (coupon_code, mailbox);
create index coupon_use_customer on coupon_use (coupon_code, customer_id) where customer_id is not null;

-- A cart on its way to a provider: lines and total as they were when it was handed over (spec D6).
create table pending_order (
  reference uuid primary key,
  fingerprint bytea not null,
  customer_id integer references customer on delete cascade,
  cart_id bigint not null,
  cart_version integer not null,
  cart_token_hash bytea not null,
  payment_method text not null,
  body jsonb not null,
  totals jsonb not null,
  amount_cents bigint not null,
  currency text not null,
  created_at timestamptz not null
);

-- A cart that was ordered is used up, as one that was merged is.
alter table cart add column ordered_at timestamptz;
drop index cart_of_customer;
create unique index cart_of_customer on cart (customer_id, store_code)
  where customer_id is not null and merged_into is null and ordered_at is null;
