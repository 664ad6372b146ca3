import type { Attribute, Product } from '@fynbos/core/catalogue/entities.ts';
import { useEffect, useState } from 'react';
import { find } from '../catalogue/state/catalogue-queries.ts';
import type { ListedProduct } from '../lists/listed-product.ts';
import { onSale } from '../lists/use-current-cards.ts';

/** All data of the compared products; `products` is undefined until the shop has responded. */
export interface Compared {
  products: Product[] | undefined;
  attributes: Attribute[];
  /** The request to the shop failed. */
  failed: boolean;
}

const maxAttributes = 150;

/** Requests the full products of the compare list, and the attributes that label their values. */
export function useCompared(items: readonly ListedProduct[]): Compared {
  const [compared, setCompared] = useState<Compared>({ products: undefined, attributes: [], failed: false });
  const key = JSON.stringify(items.map(({ sku }) => sku).toSorted());
  useEffect(() => {
    const skus: string[] = JSON.parse(key);
    if (skus.length === 0) return;
    const abort = new AbortController();
    fetchCompared(skus, abort.signal).then(
      (result) => setCompared({ ...result, failed: false }),
      () => !abort.signal.aborted && setCompared((now) => ({ ...now, failed: true })),
    );
    return () => abort.abort();
  }, [key]);
  return compared;
}

async function fetchCompared(skus: string[], signal: AbortSignal) {
  const [products, attributes] = await Promise.all([
    find('product', { filters: onSale(skus), size: skus.length }, { signal }),
    find('attribute', { filters: { is_visible: { eq: true } }, size: maxAttributes }, { signal }),
  ]);
  return { products: products.items, attributes: attributes.items };
}
