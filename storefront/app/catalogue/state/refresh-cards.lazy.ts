import { apiSettings } from '../../platform/api/api-settings.ts';
import { savesData } from '../../platform/network/data-saver.ts';
import { requestPrices, withPrice } from '../../pricing/price-refresh.ts';
import { requestStock } from '../../stock/stock-query.ts';
import type { CardProduct } from './product-card-fields.ts';

/**
 * Returns the cards with their current stock and, on request, current prices. Values the shop does not
 * return stay unchanged.
 * @throws the abort reason of the signal
 */
export async function refreshCards(
  cards: readonly CardProduct[],
  pricesToo: boolean,
  signal: AbortSignal,
): Promise<readonly CardProduct[]> {
  if (savesData() || cards.length === 0) return cards;
  const skus = cards.map((card) => card.sku);
  const [stock, prices] = await Promise.all([
    apiSettings().switches.stockSync ? requestStock(skus, signal) : new Map<string, undefined>(),
    pricesToo ? requestPrices(skus, signal) : undefined,
  ]);
  const now = new Date();
  return cards.map((card) => {
    const fresh = { ...card, stock: stock.get(card.sku) ?? card.stock };
    return prices ? withPrice(fresh, prices, now) : fresh;
  });
}
