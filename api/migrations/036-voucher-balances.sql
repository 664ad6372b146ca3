-- old code: survives
-- A voucher of an amount is money that the shopper owns: an order takes what it needs, the rest stays for the next one (ADR-036).

-- The amount an order takes from its voucher. Null for coupons.
alter table coupon_use add column voucher_cents bigint;
-- The amount paid by voucher, and the balance left on it then. The grand total is what is left to pay.
alter table sales_order add column voucher_cents bigint not null default 0;
alter table sales_order add column voucher_balance_cents bigint;

-- What changed the balance of a voucher: below zero for an order, above zero for what came back. Rows are never changed.
create table voucher_movement (
  id bigint primary key generated always as identity,
  coupon_code text not null,
  order_id bigint not null,
  cents bigint not null,
  occurred_at timestamptz not null default now()
);
create index voucher_movement_coupon on voucher_movement (coupon_code);

-- Every change of a use is a movement, also of the previous version, which takes a voucher whole.
create function record_voucher_movement() returns trigger language plpgsql as $$
declare
  before bigint := 0;
  after bigint := 0;
begin
  if tg_op = 'INSERT' and new.voucher_cents is null then
    select greatest(0, amount_cents + coalesce((select sum(cents) from voucher_movement where coupon_code = coupon.code), 0))
      into new.voucher_cents from coupon where code = new.coupon_code and is_voucher and kind = 'fixed';
  end if;
  if tg_op <> 'INSERT' and old.returned_at is null then before := coalesce(old.voucher_cents, 0); end if;
  if tg_op <> 'DELETE' and new.returned_at is null then after := coalesce(new.voucher_cents, 0); end if;
  if before <> after then
    insert into voucher_movement (coupon_code, order_id, cents)
      values (coalesce(new.coupon_code, old.coupon_code), coalesce(new.order_id, old.order_id), before - after);
  end if;
  return coalesce(new, old);
end $$;
create trigger voucher_movement before insert or update or delete on coupon_use
  for each row execute function record_voucher_movement();
