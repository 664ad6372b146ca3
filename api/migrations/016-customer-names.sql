-- old code: survives
-- Consents, coupons and messages get standard column names. For one version the old and the new column of a pair exist side by side, and a
-- trigger keeps them equal: code of either version may write. A later version drops the old columns and makes the new
-- ones `not null` and unique where the old ones are.

alter table consent add column granted boolean, add column occurred_at timestamptz;
create function sync_consent_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.granted := coalesce(new.granted, new."given");
    new."given" := new.granted;
    new.occurred_at := coalesce(new.occurred_at, new."at");
    new."at" := new.occurred_at;
  else
    if new.granted is distinct from old.granted then new."given" := new.granted;
    else new.granted := new."given"; end if;
    if new.occurred_at is distinct from old.occurred_at then new."at" := new.occurred_at;
    else new.occurred_at := new."at"; end if;
  end if;
  return new;
end $$;
create trigger consent_names before insert or update on consent
  for each row execute function sync_consent_names();

alter table newsletter_coupon add column granted_at timestamptz;
create function sync_newsletter_coupon_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.granted_at := coalesce(new.granted_at, new."given_at");
    new."given_at" := new.granted_at;
  else
    if new.granted_at is distinct from old.granted_at then new."given_at" := new.granted_at;
    else new.granted_at := new."given_at"; end if;
  end if;
  return new;
end $$;
create trigger newsletter_coupon_names before insert or update on newsletter_coupon
  for each row execute function sync_newsletter_coupon_names();

alter table coupon add column max_uses integer, add column max_uses_per_customer integer;
create function sync_coupon_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.max_uses := coalesce(new.max_uses, new."most_uses");
    new."most_uses" := new.max_uses;
    new.max_uses_per_customer := coalesce(new.max_uses_per_customer, new."most_uses_each");
    new."most_uses_each" := new.max_uses_per_customer;
  else
    if new.max_uses is distinct from old.max_uses then new."most_uses" := new.max_uses;
    else new.max_uses := new."most_uses"; end if;
    if new.max_uses_per_customer is distinct from old.max_uses_per_customer then new."most_uses_each" := new.max_uses_per_customer;
    else new.max_uses_per_customer := new."most_uses_each"; end if;
  end if;
  return new;
end $$;
create trigger coupon_names before insert or update on coupon
  for each row execute function sync_coupon_names();

alter table mail add column attempt_no integer;
create function sync_mail_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.attempt_no := coalesce(new.attempt_no, new."tries");
    new."tries" := new.attempt_no;
  else
    if new.attempt_no is distinct from old.attempt_no then new."tries" := new.attempt_no;
    else new.attempt_no := new."tries"; end if;
  end if;
  return new;
end $$;
create trigger mail_names before insert or update on mail
  for each row execute function sync_mail_names();

alter table push_message add column attempt_no integer;
create function sync_push_message_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.attempt_no := coalesce(new.attempt_no, new."tries");
    new."tries" := new.attempt_no;
  else
    if new.attempt_no is distinct from old.attempt_no then new."tries" := new.attempt_no;
    else new.attempt_no := new."tries"; end if;
  end if;
  return new;
end $$;
create trigger push_message_names before insert or update on push_message
  for each row execute function sync_push_message_names();

alter table cart_write add column occurred_at timestamptz;
create function sync_cart_write_names() returns trigger language plpgsql as $$
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
create trigger cart_write_names before insert or update on cart_write
  for each row execute function sync_cart_write_names();

-- A response is large and written with every change of a cart, so it is not stored twice: this version reads both columns
-- and writes `answer`; the next one writes `response`.
alter table cart_write add column response jsonb;
alter table cart_write alter column answer drop not null;
