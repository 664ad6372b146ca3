-- old code: survives
-- Copies the columns that 014 to 016 rename, for the rows that exist. It is a step of its own, so that no table is locked
-- against shoppers while its rows are copied. Rows written since are filled by the triggers.
update order_event set actor = "by", occurred_at = "at" where actor is null;
update stock_change set actor = "by", occurred_at = "at" where actor is null;
update order_line set units = pieces where units is null;
update payment_attempt set short_reference = short, attempt_no = tries, redirect = hand_off, next_poll_at = next_ask_at,
  poll_count = asked where short_reference is null;
update payment_event set source = via, payload = said, occurred_at = "at" where source is null;
update money_entry set occurred_at = "at" where occurred_at is null;
update refund set actor = "by", next_poll_at = next_ask_at, poll_count = asked where actor is null;
update payment_lease set expires_at = "until" where expires_at is null;
update consent set granted = given, occurred_at = "at" where granted is null;
update newsletter_coupon set granted_at = given_at where granted_at is null;
update coupon set max_uses = most_uses, max_uses_per_customer = most_uses_each
  where max_uses is distinct from most_uses or max_uses_per_customer is distinct from most_uses_each;
update mail set attempt_no = tries where attempt_no is null;
update push_message set attempt_no = tries where attempt_no is null;
update cart_write set occurred_at = "at" where occurred_at is null;
