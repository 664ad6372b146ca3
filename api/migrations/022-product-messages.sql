-- old code: survives
-- Messages of a product by key: any entry of errors blocks it from carts, the entries of info are shown with it.
alter table product add column errors jsonb not null default '{}';
alter table product add column info jsonb not null default '{}';
