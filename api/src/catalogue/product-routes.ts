import { listProducts, mostListed } from '@fynbos/core/catalogue/contract.ts';
import { disabledFrom } from '@fynbos/core/catalogue/entities.ts';
import { mostRendered, renderList } from '@fynbos/core/pricing/contract.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findToken } from '../accounts/actor.ts';
import type { Ctx } from '../ctx.ts';
import { findGroupToken, groupShown } from '../pricing/private-answer.ts';
import { route, WithMeta } from '../route.ts';
import type { SellingView, Views } from '../views.ts';
import { documentFor } from './group-prices.ts';
import type { LiveCatalogue } from './live.ts';
import { priceInfo } from './price-info.ts';
import type { Kept } from './shelf.ts';

/**
 * Prices and documents of products by their skus (commerce 7, wire contract 1.6).
 *
 * @param tokenInHeader false lets old clients send their token in the query (decision 4)
 */
export function productRoutes(
  app: FastifyInstance,
  { views, groupTokens }: Ctx,
  tokenInHeader: boolean,
): void {
  const groupFor = (query: { groupToken?: string }, { request, reply }: Exchange): number =>
    groupShown(
      reply,
      groupTokens,
      ...[query.groupToken, findGroupToken(request, reply), findToken(request, tokenInHeader)],
    );

  route(app, renderList, ({ query, ...exchange }) => {
    const { catalogue } = viewFor(views, query, exchange.request);
    const group = groupFor(query, exchange);
    const { found, unknown } = findAll(catalogue, query.skus, mostRendered);
    const items = found.map((kept) => ({
      id: kept.id,
      sku: kept.sku,
      price_info: priceInfo(kept, group),
    }));
    return unknown.length > 0 ? new WithMeta({ items }, { unknown }) : { items };
  });

  route(app, listProducts, ({ query, ...exchange }) => {
    const { catalogue } = views.of(exchange.request);
    const group = groupFor(query, exchange);
    const { found, unknown } = findAll(catalogue, query.skus, mostListed);
    const items = found.map((kept) => documentFor(kept, group));
    return unknown.length > 0 ? new WithMeta({ items }, { unknown }) : { items };
  });
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The store view of the id, which must be the one that the request names otherwise, and its currency. */
function viewFor(
  views: Views,
  { storeId, currencyCode }: { storeId: number; currencyCode: string },
  request: FastifyRequest,
): SellingView {
  const named = views.of(request);
  const found = named === views.standard ? views.find((view) => view.id === storeId) : named;
  if (found?.catalogue.view.id !== storeId)
    throw wrong('storeId', 'is the id of no store view that sells here');
  const { currency } = found.catalogue.view;
  if (currencyCode !== currency)
    throw wrong('currencyCode', `must be ${currency}, what this store view sells in`);
  return found;
}

/** Products and variants by sku, each once; the unknown and the disabled are named instead. */
function findAll(catalogue: LiveCatalogue, list: string, most: number): { found: Kept[]; unknown: string[] } {
  const skus = [...new Set(list.split(',').map((sku) => sku.trim()))].filter((sku) => sku !== '');
  if (skus.length > most) throw wrong('skus', `names ${skus.length} products; ${most} are the most`);
  const found = skus.flatMap((sku) => findSold(catalogue, sku) ?? []);
  const known = new Set(found.map((kept) => kept.sku));
  return { found, unknown: skus.filter((sku) => !known.has(sku)) };
}

function findSold(catalogue: LiveCatalogue, sku: string): Kept | undefined {
  const kept = catalogue.findBySku(sku);
  return kept && kept.status < disabledFrom ? kept : undefined;
}

function wrong(parameter: string, message: string): Problem {
  return new Problem('invalid_input', {}, [{ field: `querystring/${parameter}`, message }]);
}
