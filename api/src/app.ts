import type { FastifyInstance } from 'fastify';
import { registerAccounts } from './accounts/register-accounts.ts';
import { registerCart } from './cart/cart-setup.ts';
import { registerCatalogue } from './catalogue/routes.ts';
import { registerContent } from './content/routes.ts';
import { customerDataModules } from './customer-data-modules.ts';
import { registerDeliveryOffer } from './delivery/routes.ts';
import { registerImages } from './images/register-images.ts';
import { openShop } from './open-shop.ts';
import type { PageCacheSize } from './operations/metrics/page-cache-metrics.ts';
import { measure } from './operations/metrics.ts';
import { registerOperations } from './operations/register-operations.ts';
import { countPastOrders } from './orders/records/order-service.ts';
import { registerOrders } from './orders/routes.ts';
import { providersOf } from './payments/provider-setup.ts';
import { registerPaymentOffers, registerPayments } from './payments/register-payments.ts';
import { openServer } from './platform/http/open-server.ts';
import { registerMail } from './platform/mail/register-mail.ts';
import type { LogStream } from './platform/observability/logger.ts';
import { registerPush } from './push/push-setup.ts';
import { registerReviews } from './reviews/review-routes.ts';
import { registerSearch } from './search/routes.ts';
import { registerCatalogSnapshot } from './search/snapshot/catalog-snapshot-routes.ts';
import type { ShopContext } from './shop-context.ts';
import { registerStockNotifications } from './stock/notifications/register-stock-notifications.ts';
import { registerStock } from './stock/routes.ts';
import { varyByStoreView } from './store-views.ts';
import { registerStores } from './stores/routes.ts';

/** Dependencies of the API: an open, migrated database and its address. */
export interface AppOptions extends Pick<ShopContext, 'db' | 'url' | 'config'> {
  now?: () => Date;
  /** State shared by several processes, in addition to the database. The caller that opened it closes it. */
  redis?: ShopContext['redis'];
  /** Destination of the log, one JSON line at a time; standard output when omitted. */
  log?: LogStream;
  /** Called with the tags of cached pages to invalidate: after a change, once it can be found, and on request. */
  onForget?: ShopContext['onForget'];
  /** The number of cached pages, if pages are cached. */
  cachedPages?: () => PageCacheSize | undefined;
}

/**
 * Creates the API: reads the catalogue and registers each domain explicitly, so this function is the table
 * of contents. `listen` starts it and `close` ends everything it started.
 */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, url, config, log, redis, now = () => new Date(), onForget = () => {} } = options;
  const app = await openServer(config, log);
  if (config.multistore) varyByStoreView(app);
  const shop = await openShop(app, { db, url, config, redis, now, onForget });
  await registerMail(app, shop);
  const metrics = await registerOperations(app, shop);
  await registerAccounts(app, { ...shop, parts: customerDataModules(shop, config) });
  registerStores(app, shop);
  const providers = providersOf(config);
  const offered = registerPaymentOffers(app, { ...shop, providers });
  const carts = await registerCart(app, { ...shop, pastOrders: countPastOrders, payments: offered });
  registerDeliveryOffer(app, carts);
  const payments = await registerPayments(app, { ...shop, carts, providers });
  await registerOrders(app, { ...shop, orders: payments.orders, orderToPay: payments.orderToPay });
  const pageCacheSize = options.cachedPages ?? (() => undefined);
  measure(app, metrics, { ...shop, payments, pageCacheSize });
  await registerPush(app, shop);
  registerStock(app, shop);
  await registerStockNotifications(app, shop);
  const otherTexts = () => [...carts.delivery.texts(), ...shop.deals.texts(now())];
  registerCatalogue(app, { ...shop, otherTexts });
  await registerImages(app, shop);
  registerReviews(app, shop);
  registerContent(app, shop);
  registerSearch(app, shop);
  registerCatalogSnapshot(app, shop);
  // GraphQL is loaded only when it is enabled.
  if (config.apiMode === 'graphql') (await import('./graphql/routes.ts')).registerGraphql(app, shop);
  return app;
}
