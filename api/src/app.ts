import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawPicture } from '@fynbos/artwork/product-picture.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountLog, openAccounts } from './accounts/customers/account-context.ts';
import { openGroupTokens } from './accounts/groups/customer-group-service.ts';
import { newsletterRoutes } from './accounts/newsletter/newsletter-routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { openActors } from './accounts/sessions/actor.ts';
import { cartRoutes } from './cart/routes.ts';
import { openCarts } from './cart-setup.ts';
import { bufferChanges, type CatalogueWatch, watchCatalogue } from './catalogue/catalogue-refresh.ts';
import type { LiveCatalogue } from './catalogue/live-catalogue.ts';
import { pictureSubject } from './catalogue/product-picture.ts';
import { productRoutes } from './catalogue/product-routes.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { stalePages } from './catalogue/stale-pages.ts';
import { stockResult } from './catalogue/stock-result.ts';
import type { Config } from './config/config.ts';
import { cmsRoutes } from './content/cms-routes.ts';
import { contactRoutes } from './content/contact-routes.ts';
import { wantedLanguage } from './content/content-language.ts';
import { watchContent } from './content/content-refresh.ts';
import { type LiveContent, openContent } from './content/live-content.ts';
import type { Ctx } from './context.ts';
import { accountParts } from './customer-data-modules.ts';
import type { Db, OpenDb } from './db.ts';
import { readPalettes } from './images/brand-palettes.ts';
import type { DrawProduct } from './images/image-service.ts';
import { imageRoutes } from './images/routes.ts';
import type { WatchedCatalogue } from './operations/metrics/catalogue-metrics.ts';
import { type Measured, measure } from './operations/metrics.ts';
import {
  type Forget,
  invalidationRoutes,
  watchPageInvalidations,
} from './operations/page-invalidation-routes.ts';
import { operationRoutes } from './operations/routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { openPayments } from './payments/payment-setup-service.ts';
import { offersOf, providersOf } from './payments/provider-setup.ts';
import { paymentRoutes } from './payments/routes.ts';
import { allowOwnOrigins } from './platform/http/cors.ts';
import { httpServer } from './platform/http/http-server.ts';
import { believeOwnPages, newVisitorSecret } from './platform/http/page-server-visitor.ts';
import { ownOrigins } from './platform/http/same-origin.ts';
import { viewUrlsOf } from './platform/http/store-view-urls.ts';
import { smtpTransport } from './platform/mail/mail-transport.ts';
import { startMailWorker } from './platform/mail/mail-worker.ts';
import { shopUrlOf } from './platform/mail/templates/mail-links.ts';
import type { LogStream } from './platform/observability/logger.ts';
import { openLimits } from './platform/rate-limit/open-rate-limits.ts';
import type { Redis } from './platform/redis/redis-connection.ts';
import { openDeals } from './promotions/promotion-service.ts';
import { openPush } from './push/push-setup.ts';
import { reviewRoutes } from './reviews/review-routes.ts';
import { openSynonyms } from './search/engine/synonym-file.ts';
import { searchRoutes } from './search/routes.ts';
import { catalogSnapshotRoutes } from './search/snapshot/catalog-snapshot-routes.ts';
import { stockRoutes } from './stock/routes.ts';
import { openStoreStockIndex } from './stock/store-stock.ts';
import { openViews } from './store-view-setup.ts';
import { varyByStoreView } from './store-views.ts';
import { storeRoutes } from './stores/routes.ts';
import { storeCodes } from './stores/store-service.ts';

const mediaFolder = fileURLToPath(new URL('../../catalogue/media', import.meta.url));
const brandFile = fileURLToPath(new URL('../../catalogue/demo/brands.csv', import.meta.url));
const synonymFile = fileURLToPath(new URL('../../catalogue/synonyms.txt', import.meta.url));

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
 * Creates the API: reads the catalogue and mounts each feature explicitly, so this function is the table of
 * contents. `listen` starts it and `close` ends everything it started.
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
  const ownSecret = newVisitorSecret();
  const app = await httpServer(config, { log, ownSecret });
  believeOwnPages(app, ownSecret);
  knowPartition(app, config.partitionKeys);
  allowOwnOrigins(app, config);
  if (config.multistore) varyByStoreView(app);

  const synonyms = await openSynonyms(synonymFile);
  const deals = await openDeals(db);
  const warn = (finding: string) => app.log.warn(finding);
  const readMissed = await bufferChanges(url, app.log.child({ work: 'catalogue' }));
  const views = await openViews(config, synonyms, {
    db,
    now,
    warn,
    promotionLabels: deals.promotionLabels,
    caughtUp: () => onForget('*'),
  });
  const { catalogue } = views.standard;
  const storeStock = await openStoreStockIndex(db, () => storeCodes(db));
  catalogue.onChange(({ changed, removed, everything }) =>
    storeStock.refresh(everything ? undefined : [...changed, ...removed]),
  );
  const catalogues: WatchedCatalogue[] = [];
  for (const { catalogue, search } of views.all) {
    catalogue.onChange((change) => {
      const tags = stalePages(change);
      if (tags.length > 0) return onForget(tags);
    });
    app.addHook('onClose', async () => search.stop());
    catalogues.push({ catalogue, search, watch: await follow(app, catalogue, url, now) });
  }
  await readMissed(views.all.map((view) => view.catalogue));
  const groupTokens = await openGroupTokens(db, now, config.priceTiers || config.userGroupTax);
  const actors = openActors(db, now, config.tokenInHeader);
  const content = await openContent(db);
  content.onChange(() => onForget('*'));
  await followContent(app, content, url);
  const limits = openLimits({ db, now, redis, warn });
  const common: Ctx = { db, groupTokens, actors, limits, now };
  const ctx = { ...common, catalogue, views, content };

  await sendMail(app, db, url, config);

  const registry = operationRoutes(app, ctx, config);
  invalidationRoutes(app, ctx, config, onForget);
  if (config.outputCache) await watchPageInvalidations(app, url, onForget);
  const shopUrl = shopUrlOf(config);
  const viewUrls = viewUrlsOf(config);
  const urlFor = (request: FastifyRequest) => viewUrls(views.of(request).catalogue.view.code);
  const newsletter = { db, now, limits, shopUrl };
  const parts = accountParts(db, newsletter);
  const accounts = await openAccounts(ctx, config, parts, accountLog(app.log));
  await accountRoutes(app, accounts, actors, config, urlFor);
  newsletterRoutes(app, newsletter, actors, urlFor);
  storeRoutes(app, ctx);
  const providers = providersOf(config);
  const offers = offersOf(providers, catalogue.view.currency);
  app.addHook('onClose', async () => offers.stop());
  const carts = await openCarts(ctx, config, storeStock, deals, offers.offered);
  const routeDeps = {
    ...ctx,
    tokenInHeader: config.tokenInHeader,
    groupsCount: config.priceTiers || config.userGroupTax,
    knowsStore: storeStock.knows,
  };
  await cartRoutes(app, carts, routeDeps);
  const payments = openPayments({
    ...{ db, now, limits, providers, mode: config.payments, shopUrl },
    orders: { carts, db, now, limits, viewUrls },
    log: app.log.child({ work: 'payments' }),
  });
  app.addHook('onClose', payments.startPolling());
  measure(app, registry, {
    ...{ db, now, catalogues, pageCacheSize: cachedPages, redis },
    providers: { codes: [...providers.keys()], breakers: payments.breakers },
  });
  await orderRoutes(app, payments.orders, routeDeps);
  await paymentRoutes(app, payments, {
    ...routeDeps,
    publicUrl: config.publicUrl,
    ownOrigins: ownOrigins(config),
  });
  await openPush(app, ctx, config, url);
  stockRoutes(app, {
    find: (sku, store, request) => stockResult(views.of(request).catalogue, storeStock, sku, store),
    knowsStore: storeStock.knows,
  });
  productRoutes(app, ctx, config.tokenInHeader);
  const pagesFor = (request: FastifyRequest, reply: FastifyReply) => {
    const { view } = views.of(request).catalogue;
    const { pages } = content.of(view, wantedLanguage(request, reply, view));
    return (name: string) => pages.find(({ identifier }) => identifier === name);
  };
  catalogueRoutes(app, ctx, pagesFor);
  imageRoutes(app, {
    mediaFolders: [mediaFolder],
    cacheFolder: path.join(config.dataFolder, 'images'),
    maxCacheBytes: config.imageCacheGb * 1024 ** 3,
    drawn: await artist(catalogue),
  });
  reviewRoutes(app, ctx);
  cmsRoutes(app, ctx);
  contactRoutes(app, { db, now, limits, recipients: config.contactMail }, actors);
  searchRoutes(app, ctx);
  catalogSnapshotRoutes(app, ctx);
  // GraphQL is loaded only when it is enabled.
  if (config.apiMode === 'graphql') {
    const { graphqlRoutes } = await import('./graphql/routes.ts');
    graphqlRoutes(app, ctx, config, pagesFor);
  }
  return app;
}

/** Starts the mail worker when a mail server is configured. */
async function sendMail(app: FastifyInstance, db: Db, url: string, config: Config): Promise<void> {
  if (!config.smtpUrl) return;
  const transport = smtpTransport(config.smtpUrl, config.mailFrom);
  const mailWorker = startMailWorker({ db, url, transport, log: app.log.child({ work: 'mail' }) });
  app.addHook('onClose', mailWorker.stop);
  await mailWorker.ready;
}

/** Draws products in the colours of their brands. */
async function artist(catalogue: LiveCatalogue): Promise<DrawProduct> {
  const palettes = await readPalettes(brandFile);
  return (sku) => {
    const subject = pictureSubject(catalogue, sku);
    return subject && drawPicture(subject, palettes);
  };
}

async function follow(
  app: FastifyInstance,
  catalogue: LiveCatalogue,
  url: string,
  now: () => Date,
): Promise<CatalogueWatch> {
  const watch = watchCatalogue(catalogue, url, app.log.child({ work: 'catalogue' }), now);
  app.addHook('onClose', watch.stop);
  await watch.ready;
  return watch;
}

async function followContent(app: FastifyInstance, content: LiveContent, url: string): Promise<void> {
  const watch = watchContent(content, url, app.log.child({ work: 'content' }));
  app.addHook('onClose', watch.stop);
  await watch.ready;
  // Catches changes between the first read and the subscription.
  await content.reload();
}

/** `partitionKey` names the shop: missing or empty is the default, an unknown one is refused (spec D8). */
function knowPartition(app: FastifyInstance, known: readonly string[]): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const partitionKey = (request.query as { partitionKey?: unknown }).partitionKey;
    const refused =
      partitionKey !== undefined && partitionKey !== '' && !known.includes(String(partitionKey));
    done(refused ? new Problem('unknown_partition', { partitionKey: String(partitionKey) }) : undefined);
  });
}
