import type { ForgottenTags } from '@fynbos/core/operation/page-tags.ts';
import type { StockResult } from '@fynbos/core/stock/contract.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { CatalogueWatch } from './catalogue/catalogue-refresh.ts';
import type { LiveCatalogue } from './catalogue/live-catalogue.ts';
import type { FindPage } from './catalogue/url-map.ts';
import type { LiveContent } from './content/live-content.ts';
import type { Ctx } from './context.ts';
import type { Redis } from './platform/redis/redis-connection.ts';
import type { Deals } from './promotions/promotion-service.ts';
import type { LiveSearch } from './search/search-service.ts';
import type { SellingView } from './search/selling-view.ts';
import type { LiveCatalogSnapshot } from './search/snapshot/catalog-snapshot-service.ts';
import type { StoreStockIndex } from './stock/store-stock.ts';
import type { Views } from './store-views.ts';

/** Dependencies of the domains: settings, database, and the data in memory, which follows the database. */
export interface ShopContext extends Ctx {
  /** State shared by several processes; undefined where the operator configured none. */
  redis: Redis | undefined;
  /** Invalidates the cached pages of this process that have one of these tags. */
  onForget: (tags: ForgottenTags) => void;
  /** The catalogue of the default store view. */
  catalogue: LiveCatalogue;
  /** The enabled store views. */
  views: Views<OpenView>;
  /** The catalogue of each store view, as it is measured. */
  catalogues: readonly WatchedCatalogue[];
  /** Content pages and blocks. */
  content: LiveContent;
  /** Finds content pages in the store view and the language of a request. */
  pagesFor: (request: FastifyRequest, reply: FastifyReply) => FindPage;
  /** The stock of each fulfilment store. */
  storeStock: StoreStockIndex;
  /** Whether a fulfilment store has this code. */
  knowsStore: (code: string) => boolean;
  /** Current stock and price of a sku, at a store or in the whole shop, in the request's store view. */
  findStock: (
    sku: string,
    store: string | undefined,
    request: FastifyRequest,
  ) => Static<typeof StockResult> | undefined;
  /** Promotions and coupons. */
  deals: Deals;
}

/** An enabled store view with all its parts. */
export interface OpenView extends SellingView {
  /** The catalogue for offline use in the browser. */
  catalogSnapshot: LiveCatalogSnapshot;
}

/** A store view's catalogue, its search and its update watch. */
export interface WatchedCatalogue {
  catalogue: LiveCatalogue;
  search: Pick<LiveSearch, 'isFailing'>;
  watch: CatalogueWatch;
}
