-- old code: survives
-- The file that a shopper gets with a product without a body. It is in the database, so that every process and every
-- backup has it; its content is stored uncompressed, so that a part of it can be read alone.
create table product_download (
  product_id integer primary key references product on delete cascade,
  file_name text not null,
  sha256 text not null,
  size_bytes integer not null,
  content bytea storage external not null
);
