import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawPicture } from '@fynbos/artwork/product-picture.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { accountLog, openAccounts } from './accounts/customers/account-context.ts';
import { newsletterRoutes } from './accounts/newsletter/newsletter-routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import type { Carts } from './cart/records/cart-context.ts';
import { cartRoutes } from './cart/routes.ts';
import { openCarts } from './cart-setup.ts';
import type { LiveCatalogue } from './catalogue/live-catalogue.ts';
import { pictureSubject } from './catalogue/product-picture.ts';
import { productRoutes } from './catalogue/product-routes.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { stockResult } from './catalogue/stock-result.ts';
import type { Config } from './config/config.ts';
import { cmsRoutes } from './content/cms-routes.ts';
import { contactRoutes } from './content/contact-routes.ts';
import { wantedLanguage } from './content/content-language.ts';
import { accountParts } from './customer-data-modules.ts';
import type { OpenDb } from './db.ts';
import { readPalettes } from './images/brand-palettes.ts';
import type { DrawProduct } from './images/image-service.ts';
import { imageRoutes } from './images/routes.ts';
import { openShop, type ShopContext } from './open-shop.ts';
import { type Measured, measure } from './operations/metrics.ts';
import {
  type Forget,
  invalidationRoutes,
  watchPageInvalidations,
} from './operations/page-invalidation-routes.ts';
import { operationRoutes } from './operations/routes.ts';
import { openOrderAnnouncer } from './orders/placement/order-announcer.ts';
import { linkKey } from './orders/records/order-link.ts';
import { startOrderNotices } from './orders/records/order-notice-service.ts';
import { orderRoutes } from './orders/routes.ts';
import { checkOtherMode } from './payments/attempts/other-mode-service.ts';
import { type OpenPayments, openPayments } from './payments/payment-setup-service.ts';
import { offersOf, providersOf } from './payments/provider-setup.ts';
import { paymentRoutes } from './payments/routes.ts';
import { readSigningSecret } from './platform/database/signing-key-store.ts';
import { allowOwnOrigins } from './platform/http/cors.ts';
import { httpServer } from './platform/http/http-server.ts';
import { believeOwnPages, newVisitorSecret } from './platform/http/page-server-visitor.ts';
import { ownOrigins } from './platform/http/same-origin.ts';
import { viewUrlsOf } from './platform/http/store-view-urls.ts';
import { smtpTransport } from './platform/mail/mail-transport.ts';
import { startMailWorker } from './platform/mail/mail-worker.ts';
import { saveShopAddress } from './platform/mail/shop-address-store.ts';
import { shopUrlOf } from './platform/mail/templates/mail-links.ts';
import type { LogStream } from './platform/observability/logger.ts';
import type { Redis } from './platform/redis/redis-connection.ts';
import { openPush } from './push/push-setup.ts';
import { reviewRoutes } from './reviews/review-routes.ts';
import { receivedQuery } from './route.ts';
import { searchRoutes } from './search/routes.ts';
import { catalogSnapshotRoutes } from './search/snapshot/catalog-snapshot-routes.ts';
import { stockRoutes } from './stock/routes.ts';
import { varyByStoreView } from './store-views.ts';
import { storeRoutes } from './stores/routes.ts';

const mediaFolder = fileURLToPath(new URL('../../catalogue/media', import.meta.url));
const brandFile = fileURLToPath(new URL('../../catalogue/demo/brands.csv', import.meta.url));

/** Dependencies of the API: an open, migrated database and its address. */
export interface AppOptions {
  db: OpenDb;
  url: string;
  config: Config;
  now?: () => Date;
  /** State shared by several processes, in addition to the database. The caller that opened it closes it. */
  redis?: Redis | undefined;
  /** Destination of the log, one JSON line at a time; standard output when omitted. */
  log?: LogStream;
  /**
   * Called with the tags of cached pages to invalidate: after a change, once it can be found, and on
   * request.
   */
  onForget?: Forget;
  /** The number of cached pages, if pages are cached. */
  cachedPages?: Measured['pageCacheSize'];
}

/**
 * Creates the API: reads the catalogue and registers each domain explicitly, so this function is the table
 * of contents. `listen` starts it and `close` ends everything it started.
 */
export async function createApp({
  db,
  url,
  config,
  now = () => new Date(),
  redis,
  log,
  onForget = () => {},
  cachedPages = () => undefined,
}: AppOptions): Promise<FastifyInstance> {
  const app = await openServer(config, log);
  const shop = await openShop(app, { db, url, config, now, redis, onForget });
  await saveShopAddress(db, shopUrlOf(config));
  await registerMail(app, shop);
  const metrics = await registerOperations(app, shop);
  await registerAccounts(app, shop);
  registerStores(app, shop);
  const providers = providersOf(config);
  const carts = await registerCart(app, shop, providers);
  const payments = await registerPayments(app, shop, { carts, providers });
  await registerOrders(app, shop, payments);
  measure(app, metrics, {
    ...{ db, now, catalogues: shop.catalogues, pageCacheSize: cachedPages, redis },
    providers: { codes: [...providers.keys()], breakers: payments.breakers, mode: payments.mode },
  });
  await registerPush(app, shop);
  registerStock(app, shop);
  registerCatalogue(app, shop);
  await registerImages(app, shop);
  registerReviews(app, shop);
  registerContent(app, shop);
  registerSearch(app, shop);
  if (config.apiMode === 'graphql') await registerGraphql(app, shop);
  return app;
}

/** The HTTP server, with what applies to the requests of all domains. */
async function openServer(config: Config, log: LogStream | undefined): Promise<FastifyInstance> {
  const ownSecret = newVisitorSecret();
  const app = await httpServer(config, { log, ownSecret });
  believeOwnPages(app, ownSecret);
  knowPartition(app, config.partitionKeys);
  allowOwnOrigins(app, config);
  if (config.multistore) varyByStoreView(app);
  return app;
}

/** `partitionKey` names the shop: missing or empty is the default, an unknown one is refused (spec D8). */
function knowPartition(app: FastifyInstance, known: readonly string[]): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const partitionKey = receivedQuery(request).partitionKey;
    const refused =
      partitionKey !== undefined && partitionKey !== '' && !known.includes(String(partitionKey));
    done(refused ? new Problem('unknown_partition', { partitionKey: String(partitionKey) }) : undefined);
  });
}

/** Starts the mail worker when a mail server is configured. */
async function registerMail(app: FastifyInstance, { url, config }: ShopContext): Promise<void> {
  if (!config.smtpUrl) return;
  const transport = smtpTransport(config.smtpUrl, config.mailFrom);
  const mailWorker = startMailWorker({
    ...{ url, transport, timeoutScale: config.timeoutScale },
    log: app.log.child({ work: 'mail' }),
  });
  app.addHook('onClose', mailWorker.stop);
  await mailWorker.ready;
}

/** @returns the metrics registry; requests to routes mounted afterwards are measured */
async function registerOperations(app: FastifyInstance, shop: ShopContext): Promise<Registry> {
  const { config, url, onForget } = shop;
  const metrics = operationRoutes(app, shop, config);
  invalidationRoutes(app, shop, config, onForget);
  if (config.outputCache) await watchPageInvalidations(app, url, onForget);
  return metrics;
}

async function registerAccounts(app: FastifyInstance, shop: ShopContext): Promise<void> {
  const { db, now, limits, actors, config, views } = shop;
  const viewUrls = viewUrlsOf(config);
  const urlFor = (request: FastifyRequest) => viewUrls(views.of(request).catalogue.view.code);
  const newsletter = { db, now, limits, shopUrl: shopUrlOf(config) };
  const accounts = await openAccounts(shop, config, accountParts(db, newsletter), accountLog(app.log));
  await accountRoutes(app, accounts, { actors, config, urlFor });
  newsletterRoutes(app, newsletter, actors, urlFor);
}

const registerStores = (app: FastifyInstance, shop: ShopContext): void => storeRoutes(app, shop);

type Providers = ReturnType<typeof providersOf>;

/** @param providers the payment providers that carts offer */
async function registerCart(app: FastifyInstance, shop: ShopContext, providers: Providers): Promise<Carts> {
  const offers = offersOf(providers, shop.catalogue.view.currency);
  app.addHook('onClose', async () => offers.stop());
  const carts = await openCarts(shop, shop.config, { ...shop, payments: offers.offered });
  await cartRoutes(app, carts, shop);
  return carts;
}

/** Orders come after payments: a cart that is ordered again ends its pending payments. */
async function registerPayments(
  app: FastifyInstance,
  shop: ShopContext,
  { carts, providers }: { carts: Carts; providers: Providers },
): Promise<OpenPayments> {
  const { db, now, limits, config } = shop;
  const announcer = openOrderAnnouncer(db, app.log.child({ work: 'orders' }));
  app.addHook('onClose', announcer.stop);
  const { orderNoticeTo: to, orderNotices: states } = config;
  if (to)
    app.addHook(
      'onClose',
      startOrderNotices(db, { to, states }, { now, log: app.log.child({ work: 'orders' }) }),
    );
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
  const { publicUrl } = config;
  await paymentRoutes(app, payments, { ...shop, publicUrl, ownOrigins: ownOrigins(config) });
  return payments;
}

const registerOrders = (
  app: FastifyInstance,
  shop: ShopContext,
  { orders, orderToPay }: OpenPayments,
): Promise<void> => orderRoutes(app, orders, { ...shop, orderToPay });

const registerPush = (app: FastifyInstance, shop: ShopContext): Promise<void> =>
  openPush(app, shop, shop.config, shop.url);

function registerStock(app: FastifyInstance, { views, storeStock, knowsStore }: ShopContext): void {
  stockRoutes(app, {
    find: (sku, store, request) => stockResult(views.of(request).catalogue, storeStock, sku, store),
    knowsStore,
  });
}

function registerCatalogue(app: FastifyInstance, shop: ShopContext): void {
  productRoutes(app, shop, shop.config.tokenInHeader);
  catalogueRoutes(app, shop, pagesOf(shop));
}

/** Finds the content pages in the store view and the language of a request. */
function pagesOf({ views, content }: ShopContext) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    const { view } = views.of(request).catalogue;
    const { pages } = content.of(view, wantedLanguage(request, reply, view));
    return (name: string) => pages.find(({ identifier }) => identifier === name);
  };
}

async function registerImages(app: FastifyInstance, { config, catalogue }: ShopContext): Promise<void> {
  imageRoutes(app, {
    mediaFolders: [mediaFolder],
    cacheFolder: path.join(config.dataFolder, 'images'),
    maxCacheBytes: config.imageCacheGb * 1024 ** 3,
    drawn: await artist(catalogue),
  });
}

/** Draws products in the colours of their brands. */
async function artist(catalogue: LiveCatalogue): Promise<DrawProduct> {
  const palettes = await readPalettes(brandFile);
  return (sku) => {
    const subject = pictureSubject(catalogue, sku);
    return subject && drawPicture(subject, palettes);
  };
}

const registerReviews = (app: FastifyInstance, shop: ShopContext): void => reviewRoutes(app, shop);

function registerContent(app: FastifyInstance, shop: ShopContext): void {
  const { db, now, limits, actors, config } = shop;
  cmsRoutes(app, shop);
  contactRoutes(app, { db, now, limits, recipients: config.contactMail }, actors);
}

function registerSearch(app: FastifyInstance, shop: ShopContext): void {
  searchRoutes(app, shop);
  catalogSnapshotRoutes(app, shop);
}

/** GraphQL is loaded only when it is enabled. */
async function registerGraphql(app: FastifyInstance, shop: ShopContext): Promise<void> {
  const { graphqlRoutes } = await import('./graphql/routes.ts');
  graphqlRoutes(app, shop, shop.config, pagesOf(shop));
}
