import type { AccountParts } from './accounts/accounts.ts';
import { newsletterDataSource } from './accounts/newsletter-books.ts';
import { type Newsletter, subscribeAlong } from './accounts/newsletter-service.ts';
import { cartPersonalData } from './cart/keeping-service.ts';
import { reviewPersonalData } from './content/review-service.ts';
import type { Db } from './db.ts';
import { orderPersonalData } from './orders/keeping-service.ts';
import { paymentRetention } from './payments/keeping-service.ts';
import { viewCookie } from './payments/view-cookie.ts';
import { pushPersonalData } from './push/service.ts';
import { listStores } from './stores/service.ts';

/** Functions of other modules that accounts use. Every module that stores customer data is listed here. */
export function accountParts(db: Db, newsletter: Newsletter): AccountParts {
  return {
    findStore: async (code) => (await listStores(db)).find((store) => store.code === code),
    subscribe: (trx, { shopUrl, ...person }) => subscribeAlong({ ...newsletter, shopUrl }, trx, person),
    personalDataSources: [
      newsletterDataSource,
      reviewPersonalData,
      cartPersonalData,
      orderPersonalData,
      paymentRetention,
      pushPersonalData,
    ],
    endingCookies: [viewCookie],
  };
}
