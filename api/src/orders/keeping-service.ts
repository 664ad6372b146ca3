import type { Keeper } from '../accounts/accounts.ts';
import { emptyUnpaid, readForgettable, readForgottenOf, readIdsOf, readUnpaidOf } from './keeping-store.ts';
import { readOrdersOf } from './store.ts';
import { orderOnWire } from './wire.ts';

/**
 * What orders know of a customer. Invoices are kept for as long as the law wants, without their customer; what was
 * never paid is no invoice, and loses its person with the account.
 */
export const orderKeeper: Keeper = {
  name: 'orders',
  exportOf: async (db, { id }) =>
    (await readOrdersOf(db, id, { limit: 100_000, offset: 0 })).map(orderOnWire),
  async erase(db, { id }) {
    await emptyUnpaid(db, await readUnpaidOf(db, id));
  },
};

/** The orders of a customer, the oldest first. */
export const orderIdsOf = readIdsOf;

/** The orders of a customer of whom nothing is left in them. */
export const forgottenOf = readForgottenOf;

/** Takes everything personal out of orders that expired unpaid; they can be paid no more. @returns which did */
export const forgetPerson = emptyUnpaid;

/** Orders that expired before an instant, never paid, with a person still in them. */
export const forgettableOrders = readForgettable;

/** Of whom nothing is left: their address for mail is empty. */
export const isForgotten = ({ email }: { email: string }): boolean => email === '';
