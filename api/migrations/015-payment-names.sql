-- old code: survives
-- Payments get standard column names. For one version the old and the new column of a pair exist side by side, and a
-- trigger keeps them equal: code of either version may write. A later version drops the old columns and makes the new
-- ones `not null` and unique where the old ones are.

alter table payment_attempt add column short_reference text, add column attempt_no integer, add column redirect jsonb, add column next_poll_at timestamptz, add column poll_count integer;
create function sync_payment_attempt_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.short_reference := coalesce(new.short_reference, new."short");
    new."short" := new.short_reference;
    new.attempt_no := coalesce(new.attempt_no, new."tries");
    new."tries" := new.attempt_no;
    new.redirect := coalesce(new.redirect, new."hand_off");
    new."hand_off" := new.redirect;
    new.next_poll_at := coalesce(new.next_poll_at, new."next_ask_at");
    new."next_ask_at" := new.next_poll_at;
    new.poll_count := coalesce(new.poll_count, new."asked");
    new."asked" := new.poll_count;
  else
    if new.short_reference is distinct from old.short_reference then new."short" := new.short_reference;
    else new.short_reference := new."short"; end if;
    if new.attempt_no is distinct from old.attempt_no then new."tries" := new.attempt_no;
    else new.attempt_no := new."tries"; end if;
    if new.redirect is distinct from old.redirect then new."hand_off" := new.redirect;
    else new.redirect := new."hand_off"; end if;
    if new.next_poll_at is distinct from old.next_poll_at then new."next_ask_at" := new.next_poll_at;
    else new.next_poll_at := new."next_ask_at"; end if;
    if new.poll_count is distinct from old.poll_count then new."asked" := new.poll_count;
    else new.poll_count := new."asked"; end if;
  end if;
  return new;
end $$;
create trigger payment_attempt_names before insert or update on payment_attempt
  for each row execute function sync_payment_attempt_names();

alter table payment_event add column source text, add column payload jsonb, add column occurred_at timestamptz;
create function sync_payment_event_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.source := coalesce(new.source, new."via");
    new."via" := new.source;
    new.payload := coalesce(new.payload, new."said");
    new."said" := new.payload;
    new.occurred_at := coalesce(new.occurred_at, new."at");
    new."at" := new.occurred_at;
  else
    if new.source is distinct from old.source then new."via" := new.source;
    else new.source := new."via"; end if;
    if new.payload is distinct from old.payload then new."said" := new.payload;
    else new.payload := new."said"; end if;
    if new.occurred_at is distinct from old.occurred_at then new."at" := new.occurred_at;
    else new.occurred_at := new."at"; end if;
  end if;
  return new;
end $$;
create trigger payment_event_names before insert or update on payment_event
  for each row execute function sync_payment_event_names();

alter table money_entry add column occurred_at timestamptz;
create function sync_money_entry_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.occurred_at := coalesce(new.occurred_at, new."at");
    new."at" := new.occurred_at;
  else
    if new.occurred_at is distinct from old.occurred_at then new."at" := new.occurred_at;
    else new.occurred_at := new."at"; end if;
  end if;
  return new;
end $$;
create trigger money_entry_names before insert or update on money_entry
  for each row execute function sync_money_entry_names();

alter table refund add column actor text, add column next_poll_at timestamptz, add column poll_count integer;
create function sync_refund_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.actor := coalesce(new.actor, new."by");
    new."by" := new.actor;
    new.next_poll_at := coalesce(new.next_poll_at, new."next_ask_at");
    new."next_ask_at" := new.next_poll_at;
    new.poll_count := coalesce(new.poll_count, new."asked");
    new."asked" := new.poll_count;
  else
    if new.actor is distinct from old.actor then new."by" := new.actor;
    else new.actor := new."by"; end if;
    if new.next_poll_at is distinct from old.next_poll_at then new."next_ask_at" := new.next_poll_at;
    else new.next_poll_at := new."next_ask_at"; end if;
    if new.poll_count is distinct from old.poll_count then new."asked" := new.poll_count;
    else new.poll_count := new."asked"; end if;
  end if;
  return new;
end $$;
create trigger refund_names before insert or update on refund
  for each row execute function sync_refund_names();

alter table payment_lease add column expires_at timestamptz;
create function sync_payment_lease_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.expires_at := coalesce(new.expires_at, new."until");
    new."until" := new.expires_at;
  else
    if new.expires_at is distinct from old.expires_at then new."until" := new.expires_at;
    else new.expires_at := new."until"; end if;
  end if;
  return new;
end $$;
create trigger payment_lease_names before insert or update on payment_lease
  for each row execute function sync_payment_lease_names();

-- `payment_attempt.short` stays unique, so `short_reference` is too.
create index payment_attempt_short_reference on payment_attempt (short_reference);
create index payment_attempt_next_poll on payment_attempt (next_poll_at) where next_poll_at is not null;
create index refund_next_poll on refund (next_poll_at) where next_poll_at is not null;
create index money_entry_occurred_at on money_entry (occurred_at);
