-- What a store view calls things in its own language, and what delivery costs there: texts by the code of the view,
-- `{"de": {"name": "Milch"}}`. What a view leaves out reads as it does in the shop itself.

alter table category add column view_texts jsonb not null default '{}';
alter table attribute add column view_texts jsonb not null default '{}';
alter table attribute_option add column view_texts jsonb not null default '{}';
alter table product add column view_texts jsonb not null default '{}';
alter table delivery_method add column view_texts jsonb not null default '{}';

-- The store view whose money the price is in; empty is the shop itself.
alter table delivery_rate add column store_code text not null default '';
