import { findCustomer } from '../accounts/customer-store.ts';
import { readProducts } from '../catalogue/store.ts';
import type { Moderation } from '../content/moderation-service.ts';
import type { Db } from '../db.ts';
import type { ViewUrls } from '../view-places.ts';

/**
 * The moderation of reviews, with its access to products and customers.
 * @param viewUrls store addresses for links in mails
 */
export function moderationOf(db: Db, viewUrls: ViewUrls): Moderation {
  return {
    db,
    viewUrls,
    findProduct: async (trx, id) => (await readProducts(trx, [id]))[0],
    findPerson: findCustomer,
  };
}
