-- old code: survives
-- What a client sends with the payment method, such as the note to change for in a payment on delivery.
alter table sales_order add column payment_additional jsonb;
