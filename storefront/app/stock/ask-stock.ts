import { checkStock, listStock } from '@fynbos/core/stock/contract.ts';
import { call } from '../api.ts';
import type { StockBoard } from './stock-board.ts';

/** So many skus one call asks for (STOCK-1, commerce 7). */
export const skusAtOnce = 15;

/**
 * Asks for the stock of these skus, at the chosen store if there is one; every sku is in the answer,
 * those the shop said nothing of without a shelf.
 *
 * @throws the reason of the signal, once it is aborted; never because of the shop
 */
export async function askStock(skus: readonly string[], signal: AbortSignal): Promise<StockBoard> {
  const answers = await Promise.all(chunksOf(skus).map((chunk) => askChunk(chunk, signal)));
  signal.throwIfAborted();
  const heard = new Map(answers.flat().map((answer) => [answer.sku, answer]));
  return new Map(skus.map((sku) => [sku, heard.get(sku)]));
}

function chunksOf(skus: readonly string[]): string[][] {
  const count = Math.ceil(skus.length / skusAtOnce);
  return Array.from({ length: count }, (_, index) =>
    skus.slice(index * skusAtOnce, (index + 1) * skusAtOnce),
  );
}

/** Anything but 200 with a result of the right shape is an empty list (commerce 7). */
async function askChunk(skus: readonly string[], signal: AbortSignal) {
  try {
    const { result } =
      skus.length === 1
        ? await call(checkStock, { query: { sku: skus[0]! }, signal })
        : await call(listStock, { query: { skus: skus.join() }, signal });
    return [result].flat().filter((answer) => typeof answer?.sku === 'string');
  } catch {
    return [];
  }
}
