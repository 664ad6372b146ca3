import { apiSettings } from '../api-settings.ts';
import { askPrices, withPrice } from '../pricing/price-sync.ts';
import { askStock } from '../stock/ask-stock.ts';
import { savesData } from '../ui/saves-data.ts';
import type { CardProduct } from './card-fields.ts';

/**
 * The cards with their stock as it is now and, where prices may be old, with those too. What the shop
 * does not answer stays as it was.
 *
 * @throws the reason of the signal, once it is aborted
 */
export async function refreshCards(
  cards: readonly CardProduct[],
  pricesToo: boolean,
  signal: AbortSignal,
): Promise<readonly CardProduct[]> {
  if (savesData() || cards.length === 0) return cards;
  const skus = cards.map((card) => card.sku);
  const [stock, prices] = await Promise.all([
    apiSettings().switches.stockSync ? askStock(skus, signal) : new Map<string, undefined>(),
    pricesToo ? askPrices(skus, signal) : undefined,
  ]);
  const now = new Date();
  return cards.map((card) => {
    const fresh = { ...card, stock: stock.get(card.sku) ?? card.stock };
    return prices ? withPrice(fresh, prices, now) : fresh;
  });
}
