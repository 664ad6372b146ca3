-- old code: survives
-- A single-use voucher that was used before has no balance left, unless its order is canceled. A voucher without that limit was never used up,
-- and has its amount once from now on.
update coupon_use set voucher_cents = amount_cents from coupon
  where code = coupon_code and is_voucher and kind = 'fixed' and max_uses = 1 and voucher_cents is null;
