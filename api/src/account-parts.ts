import type { AccountParts } from './accounts/accounts.ts';
import { newsletterKeeper } from './accounts/newsletter-books.ts';
import { type Newsletter, subscribeAlong } from './accounts/newsletter-service.ts';
import { cartKeeper } from './cart/keeping-service.ts';
import { reviewKeeper } from './content/review-service.ts';
import type { Db } from './db.ts';
import { orderKeeper } from './orders/keeping-service.ts';
import { paymentKeeper } from './payments/keeping-service.ts';
import { viewCookie } from './payments/view-cookie.ts';
import { pushKeeper } from './push/service.ts';
import { listStores } from './stores/service.ts';

/** What the nouns after accounts do for them; who keeps something about customers is listed here. */
export function accountParts(db: Db, newsletter: Newsletter): AccountParts {
  return {
    findStore: async (code) => (await listStores(db)).find((store) => store.code === code),
    subscribe: (trx, { shopUrl, ...who }) => subscribeAlong({ ...newsletter, shopUrl }, trx, who),
    keepers: [newsletterKeeper, reviewKeeper, cartKeeper, orderKeeper, paymentKeeper, pushKeeper],
    endingCookies: [viewCookie],
  };
}
