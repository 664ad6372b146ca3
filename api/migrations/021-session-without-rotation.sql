-- old code: survives
-- Whether a refresh token of the session is exchanged for the next one; false for clients that keep their first (ADR-010).
alter table customer_session add column rotates boolean not null default true;
