-- old code: survives
-- Each attempt committed to disk. Without a log it does not; after a crash of the database the buckets are full again.
alter table rate_bucket set unlogged;
