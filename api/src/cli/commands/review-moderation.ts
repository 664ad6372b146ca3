import { findCustomer } from '../../accounts/customers/customer-store.ts';
import { readProducts } from '../../catalogue/documents/catalogue-store.ts';
import type { Db } from '../../db.ts';
import type { ViewUrls } from '../../platform/http/store-view-urls.ts';
import type { Moderation } from '../../reviews/review-moderation-service.ts';

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
