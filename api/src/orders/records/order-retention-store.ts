import type { Address } from '@fynbos/core/accounts/address.ts';
import { sql } from 'kysely';
import type { Db } from '../../db.ts';

/** An anonymised address, complete for readers. */
const emptyAddress: Address = {
  ...{ firstname: '', lastname: '', company: '', vat_id: '', telephone: '' },
  ...{ street: '', apartment: '', suburb: '', city: '', region: '', region_code: '', postcode: '' },
  country_id: 'ZA',
};

const unpaid = sql`state = 'expired' and captured_cents = 0 and email <> ''`;

export async function readIdsOf(db: Db, customerId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from sales_order
    where customer_id = ${customerId} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function readUnpaidOf(db: Db, customerId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from sales_order
    where customer_id = ${customerId} and ${unpaid} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function readForgettable(db: Db, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from sales_order
    where ${unpaid} and updated_at < ${before} order by updated_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function readForgottenOf(db: Db, customerId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from sales_order
    where customer_id = ${customerId} and email = '' order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Removes what a customer wrote with the payment method. An invoice does not contain it. */
export async function emptyPaymentAdditional(db: Db, customerId: number): Promise<void> {
  await sql`update sales_order set payment_additional = null
    where customer_id = ${customerId} and payment_additional is not null`.execute(db);
}

/**
 * Anonymises those of the orders that were not paid meanwhile.
 * @returns their ids
 */
export async function emptyUnpaid(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from sales_order
    where id = any(${ids}::bigint[]) and ${unpaid} order by id for update`.execute(db);
  const held = rows.map(({ id }) => id);
  const address = JSON.stringify(emptyAddress);
  await sql`update sales_order set email = '', mailbox = '', client_key = '', billing_address = ${address}::jsonb, shipping_extra = null,
    payment_additional = null,
    shipping_address = case when shipping_address is null then null else ${address}::jsonb end
    where id = any(${held}::bigint[])`.execute(db);
  await sql`delete from order_note where order_id = any(${held}::bigint[])`.execute(db);
  await sql`update coupon_use set mailbox = '', customer_id = null
    where order_id = any(${held}::bigint[]) and returned_at is not null`.execute(db);
  return held;
}
