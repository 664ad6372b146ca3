-- old code: survives
-- When an owner of the mailbox followed a mailed link; null while the address is only claimed. Existing accounts start
-- unproven: no earlier version recorded who followed a link, and a confirmed newsletter proves only its own reader.
alter table customer add column email_proven_at timestamptz;

-- What a mailed link does: it chooses a new password, or confirms the address.
alter table password_link add column purpose text not null default 'password';
