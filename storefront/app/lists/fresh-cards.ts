import { disabledFrom } from '@fynbos/core/catalogue/entities.ts';
import { useEffect, useState } from 'react';
import type { CardProduct } from '../catalogue/card-fields.ts';
import { findCards } from '../catalogue/queries.ts';
import type { ListedProduct } from './listed-product.ts';

/** What the shop says of listed products now: those it still has. Undefined until it has answered. */
export interface Fresh {
  cards: readonly CardProduct[] | undefined;
  /** The shop did not answer: what is shown is what was known last. */
  failed: boolean;
}

/** Asks for the products of a list as they are now. */
export function useFreshCards(items: readonly ListedProduct[]): Fresh {
  const [fresh, setFresh] = useState<Fresh>({ cards: undefined, failed: false });
  const skus = items.map(({ sku }) => sku).toSorted();
  const key = JSON.stringify(skus);
  useEffect(() => {
    const asked: string[] = JSON.parse(key);
    if (asked.length === 0) return;
    const abort = new AbortController();
    askCards(asked, abort.signal).then(
      (cards) => setFresh({ cards, failed: false }),
      () => !abort.signal.aborted && setFresh((now) => ({ ...now, failed: true })),
    );
    return () => abort.abort();
  }, [key]);
  return fresh;
}

/** The products of these skus that the shop has. */
export async function askCards(skus: readonly string[], signal?: AbortSignal): Promise<CardProduct[]> {
  const { items } = await findCards({ filters: onSale(skus), size: skus.length }, { signal });
  return items;
}

/** These products, as long as they are sold: from status 2 on they are not (commerce 4). */
export function onSale(skus: readonly string[]) {
  return { sku: { in: [...skus] }, status: { lt: disabledFrom } };
}
