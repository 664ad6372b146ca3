import type { ResultOf } from '@fynbos/core/endpoint.ts';
import { renderList } from '@fynbos/core/pricing/contract.ts';
import { groupToken } from '../accounts/session/group-token.ts';
import { call } from '../api.ts';
import { storeView } from '../api-settings.ts';

type Item = ResultOf<typeof renderList>['items'][number];

/** How sure a page is of a price (commerce 4). */
export interface PriceMarks {
  /** Whether the price is what the shop says now; absent while nobody asked. */
  price_is_current?: boolean;
  /** ISO 8601; null while it is not current. */
  price_refreshed_at?: string | null;
}

/** What a price on a page is made of. Decimals of the currency. */
export interface Priced extends PriceMarks {
  id: number;
  sku: string;
  final_price_incl_tax?: number;
  original_price_incl_tax?: number;
  special_price_incl_tax?: number;
  final_price?: number;
  original_price?: number;
  special_price?: number;
}

/** Fired on `window` when an answer to a price question was there, or failed to come (commerce 7). */
export const pricesAfterSync = 'prices-after-sync';

/** So many skus one address holds whatever their length. */
const skusAtOnce = 100;

/** What the shop says these skus cost, all of it or nothing: an empty list is a failure (commerce 7). */
export async function askPrices(skus: readonly string[], signal?: AbortSignal): Promise<Item[]> {
  const items = await askChunks(skus, signal).catch(() => []);
  signal?.throwIfAborted();
  window.dispatchEvent(new CustomEvent(pricesAfterSync, { detail: { items } }));
  return items;
}

async function askChunks(skus: readonly string[], signal?: AbortSignal): Promise<Item[]> {
  const { id, currency } = storeView();
  const chunks = Array.from({ length: Math.ceil(skus.length / skusAtOnce) }, (_, index) =>
    skus.slice(index * skusAtOnce, (index + 1) * skusAtOnce),
  );
  const answers = await Promise.all(
    chunks.map((chunk) =>
      call(renderList, {
        query: { skus: chunk.join(), currencyCode: currency, storeId: id },
        ...{ groupToken: groupToken(), signal },
      }),
    ),
  );
  return answers.flatMap(({ result }) => result.items);
}

/**
 * A product with the price of an answer and the mark that it is current, or with the mark that it is
 * not (commerce 4, PDP-8). Products are matched by their id (wire contract 1.6).
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
