-- old code: survives
-- The secret from which a customer's cart token is derived, so that all devices of the customer hold the same one.
insert into signing_key (name, secret) values ('cart-token', gen_random_uuid()::text || gen_random_uuid()::text);
