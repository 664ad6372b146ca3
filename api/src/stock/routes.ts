import { Problem } from '@fynbos/core/problem.ts';
import { checkStock, checkStockOfSku, listStock, type StockResult } from '@fynbos/core/stock/contract.ts';
import { readSkuList } from '@fynbos/core/stock/sku-list.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { route, WithMeta } from '../route.ts';

type Result = Static<typeof StockResult>;

/**
 * Live stock of one product or of several (spec commerce 7, wire contract 1.4).
 * @param findStock current stock and price of a sku, at a store or in the whole shop, in the request's store view
 */
export function registerStock(
  app: FastifyInstance,
  {
    findStock,
    knowsStore,
  }: {
    findStock: (sku: string, store: string | undefined, request: FastifyRequest) => Result | undefined;
    knowsStore: (code: string) => boolean;
  },
): void {
  const check = (sku: string, storeCode: string | undefined, request: FastifyRequest) => {
    const { store, meta } = storeOf(storeCode);
    const stock = findStock(sku, store, request);
    if (!stock) throw new Problem('product_not_found');
    return withMeta(stock, meta);
  };

  /** An unknown store is ignored, with a hint that makes the client clear its choice (spec D8). */
  function storeOf(storeCode: string | undefined) {
    if (!storeCode) return { store: undefined, meta: {} };
    return knowsStore(storeCode)
      ? { store: storeCode, meta: {} }
      : { store: undefined, meta: { unknownStore: storeCode } };
  }

  route(app, checkStock, ({ query, request }) => check(query.sku, query.storePartitionKey, request));
  route(app, checkStockOfSku, ({ params, query, request }) =>
    check(params.sku, query.storePartitionKey, request),
  );
  route(app, listStock, ({ query, request }) => {
    const { store, meta } = storeOf(query.storePartitionKey);
    const skus = readSkuList(query.skus, (sku) => findStock(sku, store, request) !== undefined);
    const results = skus.map((sku) => findStock(sku, store, request));
    // An unknown sku must not fail the whole list.
    const unknown = skus.filter((_, index) => !results[index]);
    const known = results.filter((stock) => stock !== undefined);
    return withMeta(known, unknown.length > 0 ? { ...meta, unknown } : meta);
  });
}

function withMeta<R>(result: R, meta: Record<string, unknown>): R | WithMeta<R> {
  return Object.keys(meta).length > 0 ? new WithMeta(result, meta) : result;
}
