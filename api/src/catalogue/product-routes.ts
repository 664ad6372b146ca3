import { listProducts, maxListedProducts } from '@fynbos/core/catalogue/contract.ts';
import { maxRenderListSkus, renderList } from '@fynbos/core/pricing/contract.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { readSkuList } from '@fynbos/core/stock/sku-list.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findToken } from '../accounts/sessions/actor.ts';
import type { Ctx } from '../context.ts';
import { findGroupToken, groupShown } from '../pricing/group-response-caching.ts';
import { route, WithMeta } from '../route.ts';
import type { Views } from '../store-views.ts';
import { documentFor } from './documents/group-prices.ts';
import { priceInfo } from './documents/price-info.ts';
import { isEnabled, type LiveProduct } from './documents/product-index.ts';
import type { LiveCatalogue } from './live-catalogue.ts';

interface CatalogueView {
  catalogue: LiveCatalogue;
}

/** Prices and documents of products by SKU (spec commerce 7, wire contract 1.6). */
export function productRoutes(
  app: FastifyInstance,
  { views, groupTokens, config }: Ctx & { views: Views<CatalogueView> },
): void {
  const groupFor = (query: { groupToken?: string }, { request, reply }: Exchange): number =>
    groupShown(
      reply,
      groupTokens,
      ...[query.groupToken, findGroupToken(request, reply), findToken(request, config.tokenInHeader)],
    );

  route(app, renderList, ({ query, ...exchange }) => {
    const { catalogue } = viewFor(views, query, exchange.request);
    const group = groupFor(query, exchange);
    const { records, unknown } = findAll(catalogue, query.skus, maxRenderListSkus);
    const items = records.map((record) => ({
      id: record.id,
      sku: record.sku,
      price_info: priceInfo(record, group),
    }));
    return unknown.length > 0 ? new WithMeta({ items }, { unknown }) : { items };
  });

  route(app, listProducts, ({ query, ...exchange }) => {
    const { catalogue } = views.of(exchange.request);
    const group = groupFor(query, exchange);
    const { records, unknown } = findAll(catalogue, query.skus, maxListedProducts);
    const items = records.map((record) => documentFor(record, group));
    return unknown.length > 0 ? new WithMeta({ items }, { unknown }) : { items };
  });
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * The store view with this id. It must match the store view that the request names by other means, and the
 * currency must match too.
 */
function viewFor(
  views: Views<CatalogueView>,
  { storeId, currencyCode }: { storeId: number; currencyCode: string },
  request: FastifyRequest,
): CatalogueView {
  const named = views.of(request);
  const sellingView = named === views.standard ? views.find((view) => view.id === storeId) : named;
  if (sellingView?.catalogue.view.id !== storeId) throw wrong('storeId', 'is the id of no store view');
  const { currency } = sellingView.catalogue.view;
  if (currencyCode !== currency)
    throw wrong('currencyCode', `must be ${currency}, the currency of this store view`);
  return sellingView;
}

/** Products and variants by SKU, each once. Unknown and disabled SKUs are returned in `unknown`. */
function findAll(
  catalogue: LiveCatalogue,
  list: string,
  max: number,
): { records: LiveProduct[]; unknown: string[] } {
  const skus = readSkuList(list, (sku) => findSold(catalogue, sku) !== undefined);
  if (skus.length > max) throw wrong('skus', `names ${skus.length} products; at most ${max} are allowed`);
  const records = skus.flatMap((sku) => findSold(catalogue, sku) ?? []);
  return { records: [...new Set(records)], unknown: skus.filter((sku) => !findSold(catalogue, sku)) };
}

function findSold(catalogue: LiveCatalogue, sku: string): LiveProduct | undefined {
  const record = catalogue.findBySku(sku);
  return record && isEnabled(record) ? record : undefined;
}

function wrong(parameter: string, message: string): Problem {
  return new Problem('invalid_input', {}, [{ field: `querystring/${parameter}`, message }]);
}
