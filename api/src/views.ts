import { isApiPath } from '@fynbos/core/api-path.ts';
import { defaultStoreView, type StoreView } from '@fynbos/core/shop.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LiveCatalogue } from './catalogue/live.ts';
import { alsoVary } from './route.ts';
import type { LivePack } from './search/pack-service.ts';
import type { LiveSearch } from './search/service.ts';

/** A store view as it sells: its products in its currency, and the search over them. */
export interface SellingView {
  catalogue: LiveCatalogue;
  search: LiveSearch;
  /** The same for a browser to keep. */
  pack: LivePack;
}

/** Where the store view that a request names is found: mails that it causes lead there. */
export type UrlFor = (request: FastifyRequest) => string;

/** The store views that sell; the default one always does, the others with multistore on (commerce 1). */
export interface Views {
  readonly all: readonly SellingView[];
  readonly standard: SellingView;
  find(wanted: (view: StoreView) => boolean): SellingView | undefined;
  /** The view a request names: `storeCode` of its query or its header; an unknown one is the default (wire contract 1.0). */
  of(request: FastifyRequest): SellingView;
}

export function viewsOf(all: readonly SellingView[]): Views {
  const byCode = new Map(all.map((view) => [view.catalogue.view.code, view]));
  const standard = byCode.get(defaultStoreView.code)!;
  return {
    all,
    standard,
    find: (wanted) => all.find(({ catalogue }) => wanted(catalogue.view)),
    of: (request) => (all.length === 1 ? standard : (byCode.get(storeCodeOf(request)) ?? standard)),
  };
}

/** Old clients say it twice now and then; once is enough. */
function storeCodeOf({ query, headers }: FastifyRequest): string {
  const { storeCode } = query as { storeCode?: unknown };
  const [said] = [storeCode ?? headers[viewHeader]].flat();
  return typeof said === 'string' ? said : defaultStoreView.code;
}

const viewHeader = 'x-vs-store-code';

/** Tells caches that an answer may be another one for who names a store view in a header (T12). */
export function answerByStoreView(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (isApiPath(request.url)) alsoVary(reply, viewHeader);
  });
}
