-- An order that was made without a network is brought to the shop in a cart apart from its customer's own, who may
-- have several on their way and goes on filling theirs.

alter table cart add column apart boolean not null default false;
drop index cart_of_customer;
create unique index cart_of_customer on cart (customer_id, store_code)
  where customer_id is not null and merged_into is null and ordered_at is null and not apart;
