-- old code: survives
-- Ids of options, option values and bundle links that are unique in the whole catalogue (ADR-013). The options of a product row
-- have ids that are unique in the product only. `path` names one of them: `custom/OPTION`, `custom/OPTION/VALUE`, `bundle/OPTION`
-- or `bundle/OPTION/LINK`. A trigger assigns the ids, so an import of either version does.
create table option_id (
  product_id integer not null references product on delete cascade,
  path text not null,
  kind text not null check (kind in ('option', 'value', 'link')),
  id bigint not null,
  primary key (product_id, path),
  unique (kind, id)
);
create sequence assigned_option_id start 1000000000;

-- An id that is free stays as it is; others get one from the sequence, whose values are never taken from a product row.
create function assign_option_ids(product integer, bundle jsonb, custom jsonb) returns void language sql as $$
  insert into option_id (product_id, path, kind, id)
  select product, path, kind, case
      when wanted is not null and row_number() over (partition by kind, wanted order by path) = 1
        and not exists (select from option_id used where used.kind = listed.kind and used.id = wanted)
      then wanted
      else nextval('assigned_option_id')
    end
  from (
    select distinct path, kind, case when source ~ '^[1-9][0-9]{0,8}$' then source::bigint end as wanted
    from (
      select 'custom/' || (option ->> 'option_id') as path, 'option' as kind, option ->> 'option_id' as source
        from jsonb_array_elements(custom) as options (option)
      union all
      select 'custom/' || (option ->> 'option_id') || '/' || (choice ->> 'option_type_id'), 'value', choice ->> 'option_type_id'
        from jsonb_array_elements(custom) as options (option), jsonb_array_elements(option -> 'values') as choices (choice)
      union all
      select 'bundle/' || (option ->> 'option_id'), 'option', option ->> 'option_id'
        from jsonb_array_elements(bundle) as options (option)
      union all
      select 'bundle/' || (option ->> 'option_id') || '/' || (link ->> 'id'), 'link', link ->> 'id'
        from jsonb_array_elements(bundle) as options (option), jsonb_array_elements(option -> 'product_links') as links (link)
    ) as named
    where not exists (select from option_id known where known.product_id = product and known.path = named.path)
  ) as listed
$$;

create function product_option_ids() returns trigger language plpgsql as $$
begin
  perform assign_option_ids(new.id, new.bundle_options, new.custom_options);
  return null;
end $$;
create trigger product_option_ids after insert or update of bundle_options, custom_options on product
  for each row when (new.bundle_options <> '[]' or new.custom_options <> '[]') execute function product_option_ids();

select assign_option_ids(id, bundle_options, custom_options) from (
  select * from product where bundle_options <> '[]' or custom_options <> '[]' order by id
) as configurable;
