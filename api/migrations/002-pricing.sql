-- The source's own final price, beside the special price (spec commerce 3 «final_price»).
alter table product_price add column final_price bigint check (final_price >= 0);

-- What a fulfilment store has of a product, where it differs from what the shop has (spec D8).
create table store_stock (
  product_id integer not null references product on delete cascade,
  store_code text not null,
  qty numeric(12, 3) not null default 0,
  is_in_stock boolean not null,
  primary key (product_id, store_code)
);

-- What signs tokens: made once, known to every process of this shop and to nobody else.
create table signing_key (
  name text primary key,
  secret text not null
);
insert into signing_key (name, secret)
values ('group', gen_random_uuid()::text || gen_random_uuid()::text);
