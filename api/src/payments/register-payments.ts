import type { FastifyInstance } from 'fastify';
import type { Carts } from '../cart/records/cart-context.ts';
import { openOrderAnnouncer } from '../orders/placement/order-announcer.ts';
import { linkKey } from '../orders/records/order-link.ts';
import { readSigningSecret } from '../platform/database/signing-key-store.ts';
import { viewUrlsOf } from '../platform/http/store-view-urls.ts';
import { shopUrlOf } from '../platform/mail/templates/mail-links.ts';
import type { ShopContext } from '../shop-context.ts';
import { checkOtherMode } from './attempts/other-mode-service.ts';
import { type OpenPayments, openPayments } from './payment-setup-service.ts';
import { offersOf, type providersOf } from './provider-setup.ts';
import { paymentRoutes } from './routes.ts';

type Providers = ReturnType<typeof providersOf>;

/** The online payments that carts offer, until the app closes. */
export function registerPaymentOffers(
  app: FastifyInstance,
  { catalogue, providers }: ShopContext & { providers: Providers },
): Carts['payments'] {
  const offers = offersOf(providers, catalogue.view.currency);
  app.addHook('onClose', async () => offers.stop());
  return offers.offered;
}

/**
 * Opens the payments and the orders that they pay, and mounts the endpoints of payments. Orders come after payments: a
 * cart that is ordered again ends its pending payments.
 */
export async function registerPayments(
  app: FastifyInstance,
  shop: ShopContext & { carts: Carts; providers: Providers },
): Promise<OpenPayments> {
  const { db, now, limits, config, carts, providers } = shop;
  const announcer = openOrderAnnouncer(db, app.log.child({ work: 'orders' }));
  app.addHook('onClose', announcer.stop);
  const payments = openPayments({
    ...{ db, now, limits, providers, mode: config.payments, shopUrl: shopUrlOf(config) },
    linkSecret: await readSigningSecret(db, linkKey),
    orders: {
      ...{ carts, db, now, limits, shortestName: config.shortestName, viewUrls: viewUrlsOf(config) },
      announcer,
      unpaid: {
        perMailbox: config.unpaidPerMailbox,
        perClient: config.unpaidPerClient,
        stockPercent: config.unpaidStockPercent,
      },
    },
    log: app.log.child({ work: 'payments' }),
  });
  await checkOtherMode(payments);
  app.addHook('onClose', payments.startPolling());
  await paymentRoutes(app, payments, shop);
  return payments;
}
