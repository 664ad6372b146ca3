-- old code: survives
-- The products that may be composed of others: their documents depend on the stock and the prices of their parts.
create index product_composed on product (id) where type_id in ('grouped', 'bundle') or custom_options <> '[]';
