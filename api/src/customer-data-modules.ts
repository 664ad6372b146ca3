import type { AccountParts } from './accounts/customers/account-context.ts';
import { newsletterDataSource } from './accounts/newsletter/newsletter-admin-service.ts';
import { subscribeAlong } from './accounts/newsletter/newsletter-service.ts';
import { cartPersonalData } from './cart/cart-retention-service.ts';
import type { Config } from './config/config.ts';
import type { Ctx } from './context.ts';
import type { Db } from './db.ts';
import { orderPersonalData } from './orders/records/order-retention-service.ts';
import { paymentRetention } from './payments/payment-retention-service.ts';
import { earlierViewsCookie, viewCookie } from './payments/payment-view-cookie.ts';
import { shopUrlOf } from './platform/mail/templates/mail-links.ts';
import { pushPersonalData } from './push/push-service.ts';
import { reviewPersonalData } from './reviews/review-service.ts';
import { stockNotificationData } from './stock/notifications/stock-notification-service.ts';
import { listStores } from './stores/store-service.ts';

/** Functions of other modules that accounts use. Every module that stores customer data is listed here. */
export function customerDataModules(
  { db, now, limits }: Pick<Ctx, 'now' | 'limits'> & { db: Db },
  config: Config,
): AccountParts {
  const newsletter = { db, now, limits, shopUrl: shopUrlOf(config) };
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
      stockNotificationData,
    ],
    endingCookies: [viewCookie, earlierViewsCookie],
  };
}
