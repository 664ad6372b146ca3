import { useEffect, useState } from 'react';
import { useGroupToken } from '../accounts/session/group-token.ts';
import { apiSettings } from '../api-settings.ts';
import { writeStock } from '../stock/stock-board.ts';
import { useChosenStore } from '../stores/chosen-store.ts';
import type { ProductPageData } from './load-product.ts';

/**
 * A product page with live data: stock is checked, and prices that may be outdated are requested again,
 * including those of its parts. The code loads after hydration.
 * @param sku the sku shown: the product or a variant
 */
export function useLiveProduct(initialPage: ProductPageData, sku: string): ProductPageData {
  const [live, setLive] = useState<{ of: ProductPageData; page: ProductPageData }>();
  const store = useChosenStore();
  const group = useGroupToken();

  useEffect(() => {
    const controller = new AbortController();
    import('./watch-product.ts').then(
      ({ watchPrices }) =>
        (initialPage.catchUp ?? watchPrices)(
          initialPage,
          (page) => setLive({ of: initialPage, page }),
          controller.signal,
        ),
      () => {},
    );
    return () => {
      controller.abort();
      // Prices of a customer group end with its session.
      setLive(undefined);
    };
  }, [initialPage, group]);

  // Stock of another product or another store does not apply here.
  useEffect(() => () => writeStock(), [initialPage, store]);

  useEffect(() => {
    if (!apiSettings().switches.stockSync) return;
    const controller = new AbortController();
    import('./watch-product.ts').then(
      ({ checkFamily }) => checkFamily(initialPage.product, sku, controller.signal),
      () => writeStock(new Map([[sku, undefined]])),
    );
    return () => controller.abort();
  }, [initialPage, sku, store]);

  return live?.of === initialPage ? live.page : initialPage;
}
