-- old code: survives
-- The secret from which the payment link of an order is derived, so that the same order always gets the same link (ADR-015).
insert into signing_key (name, secret) values ('payment-link', gen_random_uuid()::text || gen_random_uuid()::text);
