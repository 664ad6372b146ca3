import { checkStock, listStock } from '@fynbos/core/stock/contract.ts';
import { writeSkuList } from '@fynbos/core/stock/sku-list.ts';
import { callApi } from '../api-client.ts';
import type { StockBoard } from './stock-state.ts';

/** Number of SKUs per request (STOCK-1, spec commerce 7). */
export const skusAtOnce = 15;

/**
 * Requests the stock of these SKUs, at the chosen store if there is one. The result has every SKU; those
 * without a response have undefined stock.
 * @throws the reason of the signal, once it is aborted; never an error of the shop
 */
export async function requestStock(skus: readonly string[], signal: AbortSignal): Promise<StockBoard> {
  const responses = await Promise.all(chunksOf(skus).map((chunk) => requestStockChunk(chunk, signal)));
  signal.throwIfAborted();
  const stockBySku = new Map(responses.flat().map((itemStock) => [itemStock.sku, itemStock]));
  return new Map(skus.map((sku) => [sku, stockBySku.get(sku)]));
}

function chunksOf(skus: readonly string[]): string[][] {
  const count = Math.ceil(skus.length / skusAtOnce);
  return Array.from({ length: count }, (_, index) =>
    skus.slice(index * skusAtOnce, (index + 1) * skusAtOnce),
  );
}

/** Any response other than 200 with a result of the right shape is an empty list (spec commerce 7). */
async function requestStockChunk(skus: readonly string[], signal: AbortSignal) {
  try {
    const [sku = ''] = skus;
    const { result } =
      skus.length === 1
        ? await callApi(checkStock, { query: { sku }, signal })
        : await callApi(listStock, { query: { skus: writeSkuList(skus) }, signal });
    return [result].flat().filter((itemStock) => typeof itemStock?.sku === 'string');
  } catch {
    return [];
  }
}
