-- old code: survives
-- Orders and stock get standard column names. For one version the old and the new column of a pair exist side by side, and a
-- trigger keeps them equal: code of either version may write. A later version drops the old columns and makes the new
-- ones `not null` and unique where the old ones are. `017-copy-renamed-columns.sql` copies the rows that exist.

alter table order_event add column actor text, add column occurred_at timestamptz;
create function sync_order_event_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.actor := coalesce(new.actor, new."by");
    new."by" := new.actor;
    new.occurred_at := coalesce(new.occurred_at, new."at");
    new."at" := new.occurred_at;
  else
    if new.actor is distinct from old.actor then new."by" := new.actor;
    else new.actor := new."by"; end if;
    if new.occurred_at is distinct from old.occurred_at then new."at" := new.occurred_at;
    else new.occurred_at := new."at"; end if;
  end if;
  return new;
end $$;
create trigger order_event_names before insert or update on order_event
  for each row execute function sync_order_event_names();

alter table stock_change add column actor text, add column occurred_at timestamptz;
create function sync_stock_change_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.actor := coalesce(new.actor, new."by");
    new."by" := new.actor;
    new.occurred_at := coalesce(new.occurred_at, new."at");
    new."at" := new.occurred_at;
  else
    if new.actor is distinct from old.actor then new."by" := new.actor;
    else new.actor := new."by"; end if;
    if new.occurred_at is distinct from old.occurred_at then new."at" := new.occurred_at;
    else new.occurred_at := new."at"; end if;
  end if;
  return new;
end $$;
create trigger stock_change_names before insert or update on stock_change
  for each row execute function sync_stock_change_names();

alter table order_line add column units json;
create function sync_order_line_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.units := coalesce(new.units, new."pieces");
    new."pieces" := new.units;
  else
    if new.units::text is distinct from old.units::text then new."pieces" := new.units;
    else new.units := new."pieces"; end if;
  end if;
  return new;
end $$;
create trigger order_line_names before insert or update on order_line
  for each row execute function sync_order_line_names();
