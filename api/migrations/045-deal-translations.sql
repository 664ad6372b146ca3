-- old code: survives
-- Labels of promotions in other languages (spec D68).
alter table deal add column view_texts jsonb not null default '{}';
