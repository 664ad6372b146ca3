-- In which store view a review was written: the mail that thanks for it leads back there. The default view has no code.

alter table review add column store_code text not null default '';
