-- old code: survives
-- Orders whose changed stock was not announced to the running processes yet. After a crash of the database every process reads the whole
-- catalogue again, so the table is not logged.
create unlogged table unannounced_order (
  order_id bigint primary key,
  created_at timestamptz not null default now()
);
