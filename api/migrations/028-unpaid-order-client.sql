-- old code: survives
-- A hash of the client IP that wrote an unpaid order, to limit the stock that unpaid orders hold (T28). Empty once it is placed.
alter table sales_order add column client_key text not null default '';
