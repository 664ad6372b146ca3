import { isApiPath } from '@fynbos/core/api-path.ts';
import { defaultStoreView, type StoreView } from '@fynbos/core/shop.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { alsoVary, receivedQuery } from './route.ts';

/** The address of the store view that a request names. Mails caused by the request link there. */
export type UrlFor = (request: FastifyRequest) => string;

/** An enabled store view. The domains add their parts of it, such as its search. */
export interface EnabledView {
  catalogue: { readonly view: StoreView };
}

/**
 * The enabled store views. The default one is always enabled, the others only with multistore on (spec commerce 1).
 */
export interface Views<View = EnabledView> {
  readonly all: readonly View[];
  readonly standard: View;
  find(predicate: (view: StoreView) => boolean): View | undefined;
  /**
   * The view of a request, by `storeCode` in its query or its header. An unknown code means the default
   * (wire contract 1.0).
   */
  of(request: FastifyRequest): View;
}

export function viewsOf<View extends EnabledView>(all: readonly View[]): Views<View> {
  const byCode = new Map(all.map((view) => [view.catalogue.view.code, view]));
  // The default view is always enabled.
  const standard = byCode.get(defaultStoreView.code)!;
  return {
    all,
    standard,
    find: (predicate) => all.find(({ catalogue }) => predicate(catalogue.view)),
    of: (request) => (all.length === 1 ? standard : (byCode.get(storeCodeOf(request)) ?? standard)),
  };
}

/** Some old clients send the code twice; the first one counts. */
function storeCodeOf(request: FastifyRequest): string {
  const { storeCode } = receivedQuery(request);
  const [code] = [storeCode ?? request.headers[viewHeader]].flat();
  return typeof code === 'string' ? code : defaultStoreView.code;
}

const viewHeader = 'x-vs-store-code';

/** Tells caches that the response depends on the store view header (T12). */
export function varyByStoreView(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (isApiPath(request.url)) alsoVary(reply, viewHeader);
  });
}
