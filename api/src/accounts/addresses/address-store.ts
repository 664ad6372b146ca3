import type { Address } from '@fynbos/core/accounts/address.ts';
import type { Db } from '../../db.ts';
import type { CustomerAddress } from '../customers/account-context.ts';

export type AddressDraft = Address & Pick<CustomerAddress, 'default_shipping' | 'default_billing'>;

export function readAddresses(db: Db, customerId: number): Promise<CustomerAddress[]> {
  return db
    .selectFrom('customer_address')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute();
}

/** @param drafts at least one */
export async function insertAddresses(
  db: Db,
  customerId: number,
  drafts: readonly AddressDraft[],
): Promise<void> {
  await db
    .insertInto('customer_address')
    .values(drafts.map((draft) => ({ ...draft, customer_id: customerId })))
    .execute();
}

export async function updateAddress(db: Db, customerId: number, id: number, draft: AddressDraft) {
  await db
    .updateTable('customer_address')
    .set(draft)
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .execute();
}

/** @param ids at least one */
export async function deleteAddresses(db: Db, customerId: number, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('customer_address')
    .where('customer_id', '=', customerId)
    .where('id', 'in', ids)
    .execute();
}
