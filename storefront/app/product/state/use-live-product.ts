import { useEffect, useState } from 'react';
import { queueStockCheck } from '../../network-tasks/stock-check-loader.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';
import { useGroupToken } from '../../platform/session/group-token.ts';
import { useChosenStore } from '../../platform/storage/chosen-store.ts';
import { writeStock } from '../../stock/stock-state.ts';
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
    import('./product-refresh.lazy.ts').then(
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
    import('./product-refresh.lazy.ts').then(
      ({ checkFamily }) =>
        checkFamily(initialPage.product, sku, { signal: controller.signal, checkLater: queueStockCheck }),
      () => writeStock(new Map([[sku, undefined]])),
    );
    return () => controller.abort();
  }, [initialPage, sku, store]);

  return live?.of === initialPage ? live.page : initialPage;
}
