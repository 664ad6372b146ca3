import { disabledFrom } from '@fynbos/core/catalogue/entities.ts';
import { useEffect, useState } from 'react';
import { findCards, type Requester } from '../catalogue/state/catalogue-queries.ts';
import type { CardProduct } from '../catalogue/state/product-card-fields.ts';
import type { ListedProduct } from './listed-product.ts';

/**
 * The current shop data of listed products, only those that the shop still has. Undefined until the shop
 * has responded.
 */
export interface Fresh {
  cards: readonly CardProduct[] | undefined;
  /** The request failed: the last known data is shown. */
  failed: boolean;
}

/** Requests the current data of the products in a list. */
export function useFreshCards(items: readonly ListedProduct[]): Fresh {
  const [fresh, setFresh] = useState<Fresh>({ cards: undefined, failed: false });
  const skus = items.map(({ sku }) => sku).toSorted();
  const key = JSON.stringify(skus);
  useEffect(() => {
    const requestedSkus: string[] = JSON.parse(key);
    if (requestedSkus.length === 0) return;
    const abort = new AbortController();
    requestCards(requestedSkus, { signal: abort.signal }).then(
      (cards) => setFresh({ cards, failed: false }),
      () => !abort.signal.aborted && setFresh((now) => ({ ...now, failed: true })),
    );
    return () => abort.abort();
  }, [key]);
  return fresh;
}

/** The products with these SKUs that the shop has. */
export async function requestCards(
  skus: readonly string[],
  requester: Requester = {},
): Promise<CardProduct[]> {
  const { items } = await findCards({ filters: onSale(skus), size: skus.length }, requester);
  return items;
}

/** Filters these products to those on sale: a product with status 2 or higher is not sold (spec commerce 4). */
export function onSale(skus: readonly string[]) {
  return { sku: { in: [...skus] }, status: { lt: disabledFrom } };
}
