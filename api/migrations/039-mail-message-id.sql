-- old code: survives
-- The random part of a mail's Message-ID: row numbers repeat in another shop, and after a restored backup.
alter table mail add column message_id uuid not null default gen_random_uuid();
