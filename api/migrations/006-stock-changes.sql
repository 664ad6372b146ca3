-- What an operator counted, found or lost on a shelf, and why. Orders write down what they take in order_stock.
create table stock_change (
  id bigint primary key generated always as identity,
  product_id integer not null references product on delete cascade,
  store_code text not null,
  change numeric(12, 3) not null,
  -- What was there afterwards.
  qty numeric(12, 3) not null,
  note text not null default '',
  by text not null,
  at timestamptz not null
);
create index stock_change_product on stock_change (product_id, id);
