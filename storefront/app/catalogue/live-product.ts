import { useEffect, useState } from 'react';
import { useGroupToken } from '../accounts/session/group-token.ts';
import { apiSettings } from '../api-settings.ts';
import { writeStock } from '../stock/stock-board.ts';
import { useChosenStore } from '../stores/chosen-store.ts';
import type { ProductPageData } from './load-product.ts';

/**
 * A product's page, kept as it is in the shop: stock is checked, and prices are asked again when they may be
 * old, those of its parts too. The code that does it comes once the page is alive.
 *
 * @param sku what of it is shown: itself or a variant
 */
export function useLiveProduct(given: ProductPageData, sku: string): ProductPageData {
  const [live, setLive] = useState<{ of: ProductPageData; page: ProductPageData }>();
  const store = useChosenStore();
  const group = useGroupToken();

  useEffect(() => {
    const gone = new AbortController();
    import('./watch-product.ts').then(
      ({ watchPrices }) =>
        (given.catchUp ?? watchPrices)(given, (page) => setLive({ of: given, page }), gone.signal),
      () => {},
    );
    return () => {
      gone.abort();
      // Prices of a group end with its session.
      setLive(undefined);
    };
  }, [given, group]);

  // What was heard of another product, or at another store, is not true here.
  useEffect(() => () => writeStock(), [given, store]);

  useEffect(() => {
    if (!apiSettings().switches.stockSync) return;
    const gone = new AbortController();
    import('./watch-product.ts').then(
      ({ checkFamily }) => checkFamily(given.product, sku, gone.signal),
      () => writeStock(new Map([[sku, undefined]])),
    );
    return () => gone.abort();
  }, [given, sku, store]);

  return live?.of === given ? live.page : given;
}
