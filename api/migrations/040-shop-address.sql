-- old code: survives
-- The address in the links of the running shop's mails, at most one row, for commands that run without PUBLIC_URL.
create table shop_address (
  is_only boolean primary key default true check (is_only),
  url text not null
);
