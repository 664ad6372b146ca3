import { isApiPath } from '@fynbos/core/api-path.ts';
import { defaultStoreView, type StoreView } from '@fynbos/core/shop.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LiveCatalogue } from './catalogue/live.ts';
import { alsoVary } from './route.ts';
import type { LiveCatalogSnapshot } from './search/pack-service.ts';
import type { LiveSearch } from './search/service.ts';

/** An enabled store view: its products in its currency, and the search over them. */
export interface SellingView {
  catalogue: LiveCatalogue;
  search: LiveSearch;
  /** The catalogue for offline use in the browser. */
  catalogSnapshot: LiveCatalogSnapshot;
}

/** The address of the store view that a request names. Mails caused by the request link there. */
export type UrlFor = (request: FastifyRequest) => string;

/**
 * The enabled store views. The default one is always enabled, the others only with multistore on (spec commerce 1).
 */
export interface Views {
  readonly all: readonly SellingView[];
  readonly standard: SellingView;
  find(predicate: (view: StoreView) => boolean): SellingView | undefined;
  /**
   * The view of a request, by `storeCode` in its query or its header. An unknown code means the default
   * (wire contract 1.0).
   */
  of(request: FastifyRequest): SellingView;
}

export function viewsOf(all: readonly SellingView[]): Views {
  const byCode = new Map(all.map((view) => [view.catalogue.view.code, view]));
  const standard = byCode.get(defaultStoreView.code)!;
  return {
    all,
    standard,
    find: (predicate) => all.find(({ catalogue }) => predicate(catalogue.view)),
    of: (request) => (all.length === 1 ? standard : (byCode.get(storeCodeOf(request)) ?? standard)),
  };
}

/** Some old clients send the code twice; the first one counts. */
function storeCodeOf({ query, headers }: FastifyRequest): string {
  const { storeCode } = query as { storeCode?: unknown };
  const [code] = [storeCode ?? headers[viewHeader]].flat();
  return typeof code === 'string' ? code : defaultStoreView.code;
}

const viewHeader = 'x-vs-store-code';

/** Tells caches that the response depends on the store view header (T12). */
export function varyByStoreView(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (isApiPath(request.url)) alsoVary(reply, viewHeader);
  });
}
