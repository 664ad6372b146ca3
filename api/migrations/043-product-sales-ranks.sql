-- old code: survives
-- The best-selling products of the last months, counted once a day (spec D66).
create table product_sales_rank (
  product_id integer primary key references product on delete cascade,
  rank integer not null check (rank > 0),
  ranked_at timestamptz not null
);
