-- old code: survives
-- What the owner notes about an order, and the mailboxes from which no order is accepted.
create table order_note (
  id bigint primary key generated always as identity,
  order_id bigint not null references sales_order on delete cascade,
  note text not null,
  created_at timestamptz not null
);
create index order_note_order on order_note (order_id);

create table blocked_mailbox (
  mailbox text primary key,
  reason text not null,
  created_at timestamptz not null
);
