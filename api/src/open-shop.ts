import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openGroupTokens } from './accounts/groups/customer-group-service.ts';
import { openActors } from './accounts/sessions/actor.ts';
import { bufferChanges, type CatalogueWatch, watchCatalogue } from './catalogue/catalogue-refresh.ts';
import { joinStatistics } from './catalogue/documents/product-statistics.ts';
import type { LiveCatalogue } from './catalogue/live-catalogue.ts';
import { stalePages } from './catalogue/stale-pages.ts';
import { stockResult } from './catalogue/stock-result.ts';
import type { FindPage } from './catalogue/url-map.ts';
import { wantedLanguage } from './content/content-language.ts';
import { watchContent } from './content/content-refresh.ts';
import { type LiveContent, openContent } from './content/live-content.ts';
import type { OpenDb } from './db.ts';
import { readSalesRanks } from './orders/records/sales-rank-store.ts';
import { openLimits } from './platform/rate-limit/open-rate-limits.ts';
import { openDeals } from './promotions/promotion-service.ts';
import { readRatings } from './reviews/rating-read-store.ts';
import { openSynonyms } from './search/engine/synonym-file.ts';
import type { OpenView, ShopContext, WatchedCatalogue } from './shop-context.ts';
import { openStoreStockIndex, type StoreStockIndex } from './stock/store-stock.ts';
import { openViews } from './store-view-setup.ts';
import type { Views } from './store-views.ts';
import { storeCodes } from './stores/store-service.ts';

const synonymFile = fileURLToPath(new URL('../../catalogue/synonyms.txt', import.meta.url));

/** What a shop is opened with. */
type ShopParts = Pick<ShopContext, 'db' | 'url' | 'config' | 'now' | 'redis' | 'onForget'>;

/** Reads the data of a shop, and follows its changes until the app closes. */
export async function openShop(app: FastifyInstance, parts: ShopParts): Promise<ShopContext> {
  const { db, url, config, now, redis, onForget } = parts;
  const synonyms = await openSynonyms(synonymFile);
  const deals = await openDeals(db);
  const warn = (finding: string) => app.log.warn(finding);
  const readMissed = await bufferChanges(url, app.log.child({ work: 'catalogue' }));
  const views = await openViews(config, synonyms, {
    db,
    now,
    warn,
    promotionLabels: deals.promotionLabels,
    readStatistics: joinStatistics(readRatings, readSalesRanks),
    caughtUp: () => onForget('*'),
  });
  const { catalogue } = views.standard;
  const storeStock = await openFollowingStock(db, catalogue);
  const catalogues = await followCatalogues(app, views, parts);
  await readMissed(views.all.map((view) => view.catalogue));
  const groupsCount = config.priceTiers || config.userGroupTax;
  const groupTokens = await openGroupTokens(db, now, groupsCount);
  const actors = openActors(db, now, config.tokenInHeader);
  const content = await openContent(db);
  content.onChange(() => onForget('*'));
  await followContent(app, content, url);
  return {
    ...parts,
    ...{ groupTokens, actors, limits: openLimits({ db, now, redis, warn }) },
    ...{ catalogue, views, catalogues, content, storeStock, deals },
    pagesFor: (request, reply) => pagesOf({ views, content }, request, reply),
    groupsCount,
    knowsStore: storeStock.knows,
    findStock: (sku, store, request) => stockResult(views.of(request).catalogue, storeStock, sku, store),
  };
}

/** The stock of each fulfilment store, which is read again with the products that changed. */
async function openFollowingStock(db: OpenDb, catalogue: LiveCatalogue): Promise<StoreStockIndex> {
  const storeStock = await openStoreStockIndex(db, () => storeCodes(db));
  catalogue.onChange(({ changed, removed, everything }) =>
    storeStock.refresh(everything ? undefined : [...changed, ...removed]),
  );
  return storeStock;
}

/** Follows the catalogue of every store view, and invalidates the pages that a change affects. */
async function followCatalogues(
  app: FastifyInstance,
  views: Views<OpenView>,
  { url, now, onForget }: ShopParts,
): Promise<WatchedCatalogue[]> {
  const catalogues: WatchedCatalogue[] = [];
  for (const { catalogue, search } of views.all) {
    catalogue.onChange((change) => {
      const tags = stalePages(change);
      if (tags.length > 0) return onForget(tags);
    });
    app.addHook('onClose', async () => search.stop());
    catalogues.push({ catalogue, search, watch: await follow(app, catalogue, url, now) });
  }
  return catalogues;
}

async function follow(
  app: FastifyInstance,
  catalogue: LiveCatalogue,
  url: string,
  now: () => Date,
): Promise<CatalogueWatch> {
  const watch = watchCatalogue(catalogue, url, { log: app.log.child({ work: 'catalogue' }), now });
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

/** Finds content pages in the store view and the language of a request. */
function pagesOf(
  { views, content }: Pick<ShopContext, 'views' | 'content'>,
  request: FastifyRequest,
  reply: FastifyReply,
): FindPage {
  const { view } = views.of(request).catalogue;
  const { pages } = content.of(view, wantedLanguage(request, reply, view));
  return (name) => pages.find(({ identifier }) => identifier === name);
}
