import { sql } from 'kysely';
import type { Db } from '../../db.ts';

/** Whether a mailed link proved that the address of this customer is theirs (T25). */
export async function isProven(db: Db, customerId: number): Promise<boolean> {
  const { rows } = await sql`/* prepared: proven customer */ select 1 from customer
    where id = ${customerId}::integer and email_proven_at is not null`.execute(db);
  return rows.length > 0;
}

/** A customer with the default address, whose fields are null without one. */
export interface RegisteredCustomer
  extends Record<
    'company' | 'vat_id' | 'street' | 'city' | 'postcode' | 'country_id' | 'telephone',
    string | null
  > {
  id: number;
  created_at: Date;
  email: string;
  firstname: string;
  lastname: string;
  group_id: number;
}

/** The customers who registered between two instants, oldest first. */
export async function readRegisteredBetween(db: Db, from: Date, to: Date): Promise<RegisteredCustomer[]> {
  const { rows } = await sql<RegisteredCustomer>`select customer.id, created_at, email, customer.firstname,
      customer.lastname, group_id, company, vat_id, street, city, postcode, country_id, telephone
    from customer left join lateral (
      select company, vat_id, street, city, postcode, country_id, telephone from customer_address
      where customer_id = customer.id order by default_billing desc, id limit 1) as address on true
    where created_at >= ${from} and created_at < ${to} order by customer.id`.execute(db);
  return rows;
}
