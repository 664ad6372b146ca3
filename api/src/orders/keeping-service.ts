import type { Keeper } from '../accounts/accounts.ts';
import { readOrdersOf } from './store.ts';
import { orderOnWire } from './wire.ts';

/**
 * What orders know of a customer. Invoices are kept for as long as the law wants, without their customer; what was
 * never paid goes with the account.
 */
export const orderKeeper: Keeper = {
  name: 'orders',
  exportOf: async (db, { id }) =>
    (await readOrdersOf(db, id, { limit: 100_000, offset: 0 })).map(orderOnWire),
  erase: async () => {},
};
