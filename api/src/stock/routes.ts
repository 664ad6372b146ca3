import { Problem } from '@fynbos/core/problem.ts';
import { checkStock, checkStockOfSku, listStock, type StockResult } from '@fynbos/core/stock/contract.ts';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { route, WithMeta } from '../route.ts';

/** Finds the stock and price of a sku as they are now. */
export type FindStock = (sku: string) => Static<typeof StockResult> | undefined;

/** Live stock of one product or of several (commerce 7, wire contract 1.4). */
export function stockRoutes(app: FastifyInstance, find: FindStock): void {
  const get = (sku: string) => {
    const stock = find(sku);
    if (!stock) throw new Problem('product_not_found');
    return stock;
  };

  route(app, checkStock, ({ query }) => get(query.sku));
  route(app, checkStockOfSku, ({ params }) => get(params.sku));
  route(app, listStock, ({ query }) => {
    const skus = [...new Set(query.skus.split(',').filter((sku) => sku !== ''))];
    const found = skus.map(find);
    // One unknown sku must not cost the others their answer.
    const unknown = skus.filter((_, index) => !found[index]);
    const known = found.filter((stock) => stock !== undefined);
    return unknown.length > 0 ? new WithMeta(known, { unknown }) : known;
  });
}
