import { findCustomer } from '../accounts/customer-store.ts';
import { readProducts } from '../catalogue/store.ts';
import type { Moderation } from '../content/moderation-service.ts';
import type { Db } from '../db.ts';

/** Where reviews are read, with what it needs to know of products and customers. @param shopUrl where mails lead */
export function moderationOf(db: Db, shopUrl: string): Moderation {
  return {
    db,
    shopUrl,
    findProduct: async (trx, id) => (await readProducts(trx, [id]))[0],
    findPerson: findCustomer,
  };
}
