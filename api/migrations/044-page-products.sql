-- old code: survives
-- The products that a page is about, such as the ingredients of a recipe: [{"sku": "PNS-MASALA", "qty": 1}] (spec D67).
alter table content_item add column products jsonb not null default '[]';
