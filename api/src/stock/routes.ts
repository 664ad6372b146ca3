import { Problem } from '@fynbos/core/problem.ts';
import { checkStock, checkStockOfSku, listStock, type StockResult } from '@fynbos/core/stock/contract.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { route, WithMeta } from '../route.ts';

type Result = Static<typeof StockResult>;

/** Where the answers come from. */
export interface StockSource {
  /** Stock and price of a sku as they are now, at a store or in the shop as a whole, in the request's store view. */
  find(sku: string, store: string | undefined, request: FastifyRequest): Result | undefined;
  knowsStore(code: string): boolean;
}

/** Live stock of one product or of several (commerce 7, wire contract 1.4). */
export function stockRoutes(app: FastifyInstance, source: StockSource): void {
  const check = (sku: string, asked: string | undefined, request: FastifyRequest) => {
    const { store, meta } = storeOf(asked);
    const stock = source.find(sku, store, request);
    if (!stock) throw new Problem('product_not_found');
    return withMeta(stock, meta);
  };

  /** A store nobody knows is ignored, with a hint that clears the choice (decision 8). */
  function storeOf(asked: string | undefined) {
    if (!asked) return { store: undefined, meta: {} };
    return source.knowsStore(asked)
      ? { store: asked, meta: {} }
      : { store: undefined, meta: { unknownStore: asked } };
  }

  route(app, checkStock, ({ query, request }) => check(query.sku, query.storePartitionKey, request));
  route(app, checkStockOfSku, ({ params, query, request }) =>
    check(params.sku, query.storePartitionKey, request),
  );
  route(app, listStock, ({ query, request }) => {
    const { store, meta } = storeOf(query.storePartitionKey);
    const skus = [...new Set(query.skus.split(',').filter((sku) => sku !== ''))];
    const found = skus.map((sku) => source.find(sku, store, request));
    // One unknown sku must not cost the others their answer.
    const unknown = skus.filter((_, index) => !found[index]);
    const known = found.filter((stock) => stock !== undefined);
    return withMeta(known, unknown.length > 0 ? { ...meta, unknown } : meta);
  });
}

function withMeta<R>(result: R, meta: Record<string, unknown>): R | WithMeta<R> {
  return Object.keys(meta).length > 0 ? new WithMeta(result, meta) : result;
}
