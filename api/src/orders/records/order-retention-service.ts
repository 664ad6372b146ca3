import type { Store } from '@fynbos/core/stores/contract.ts';
import type { PersonalDataSource } from '../../accounts/customers/account-context.ts';
import { listStores } from '../../stores/store-service.ts';
import { orderOnWire } from './order-response.ts';
import {
  emptyPaymentAdditional,
  emptyUnpaid,
  readForgettable,
  readForgottenOf,
  readIdsOf,
  readUnpaidOf,
} from './order-retention-store.ts';
import { readOrdersOf, type StoredOrder } from './order-store.ts';

/**
 * The personal data of a customer in orders. Invoices are retained for the legal period, without their
 * customer. An order that was never paid is no invoice, and is anonymised with the account.
 */
export const orderPersonalData: PersonalDataSource = {
  name: 'orders',
  async exportOf(db, { id }) {
    const orders = await readOrdersOf(db, id, { limit: 100_000, offset: 0 });
    const stores = new Map((await listStores(db)).map((store) => [store.code, store]));
    return orders.map((stored) => exportedOrder(stored, stores));
  },
  async erase(db, { id }) {
    await emptyUnpaid(db, await readUnpaidOf(db, id));
    await emptyPaymentAdditional(db, id);
  },
};

/** The order as its customer sees it, with what the customer sent besides. */
function exportedOrder(stored: StoredOrder, stores: ReadonlyMap<string, Store>): object {
  const { payment_additional } = stored.order;
  return {
    ...orderOnWire(stored, stores),
    ...(payment_additional !== null && { payment_method_additional: payment_additional }),
  };
}

/** The orders of a customer, the oldest first. */
export const orderIdsOf = readIdsOf;

/** The anonymised orders of a customer. */
export const forgottenOf = readForgottenOf;

/**
 * Removes all personal data from orders that expired unpaid. They cannot be paid any more.
 * @returns the anonymised orders
 */
export const forgetPerson = emptyUnpaid;

/** Orders that expired unpaid before an instant and still contain personal data. */
export const forgettableOrders = readForgettable;

/** Whether an order is anonymised: its e-mail address is empty. */
export const isForgotten = ({ email }: { email: string }): boolean => email === '';
