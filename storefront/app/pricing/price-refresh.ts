import type { ResultOf } from '@fynbos/core/endpoint.ts';
import { renderList } from '@fynbos/core/pricing/contract.ts';
import { writeSkuList } from '@fynbos/core/stock/sku-list.ts';
import { callApi } from '../api-client.ts';
import { storeView } from '../platform/api/api-settings.ts';
import { groupToken } from '../platform/session/group-token.ts';

type Item = ResultOf<typeof renderList>['items'][number];

/** Whether the price of a page is current (spec commerce 4). */
export interface PriceFreshness {
  /** Whether the price is the shop's current price; absent before the first request. */
  price_is_current?: boolean;
  /** ISO 8601; null while the price is not current. */
  price_refreshed_at?: string | null;
}

/** The price fields of a product on a page. Decimals of the currency. */
export interface Priced extends PriceFreshness {
  id: number;
  sku: string;
  final_price_incl_tax?: number;
  original_price_incl_tax?: number;
  special_price_incl_tax?: number;
  final_price?: number;
  original_price?: number;
  special_price?: number;
}

/** Dispatched on `window` when a price request succeeded or failed (spec commerce 7). */
const pricesAfterSync = 'prices-after-sync';

/** Maximum number of SKUs per request, so that the URL stays short enough. */
const skusAtOnce = 100;

/** Requests the current prices of these SKUs, all or none: an empty list is a failure (spec commerce 7). */
export async function requestPrices(skus: readonly string[], signal?: AbortSignal): Promise<Item[]> {
  const items = await requestPriceChunks(skus, signal).catch(() => []);
  signal?.throwIfAborted();
  window.dispatchEvent(new CustomEvent(pricesAfterSync, { detail: { items } }));
  return items;
}

async function requestPriceChunks(skus: readonly string[], signal?: AbortSignal): Promise<Item[]> {
  const { id, currency } = storeView();
  const chunks = Array.from({ length: Math.ceil(skus.length / skusAtOnce) }, (_, index) =>
    skus.slice(index * skusAtOnce, (index + 1) * skusAtOnce),
  );
  const responses = await Promise.all(
    chunks.map((chunk) =>
      callApi(renderList, {
        query: { skus: writeSkuList(chunk), currencyCode: currency, storeId: id },
        ...{ groupToken: groupToken(), signal },
      }),
    ),
  );
  return responses.flatMap(({ result }) => result.items);
}

/**
 * A product with a received price, marked as current, or with its old price, marked as not current
 * (spec commerce 4, PDP-8). Products are matched by their id (wire contract 1.6).
 */
export function withPrice<P extends Priced>(product: P, items: readonly Item[], now: Date): P {
  const info = items.find((item) => item.id === product.id)?.price_info;
  if (!info) return { ...product, price_is_current: false, price_refreshed_at: null };
  const net = info.extension_attributes.tax_adjustments;
  const isSpecial = info.final_price < info.regular_price;
  return {
    ...product,
    final_price_incl_tax: info.final_price,
    original_price_incl_tax: info.regular_price,
    special_price_incl_tax: isSpecial ? info.special_price : 0,
    final_price: net.final_price,
    original_price: net.regular_price,
    special_price: isSpecial ? net.special_price : 0,
    price_is_current: true,
    price_refreshed_at: now.toISOString(),
  };
}
