import type { Attribute, Product } from '@fynbos/core/catalogue/entities.ts';
import { useEffect, useState } from 'react';
import { find } from '../catalogue/queries.ts';
import { onSale } from './fresh-cards.ts';
import type { ListedProduct } from './listed-product.ts';

/** Everything that is known of the compared products; undefined until the shop has answered. */
export interface Compared {
  products: Product[] | undefined;
  attributes: Attribute[];
  /** The shop did not answer. */
  failed: boolean;
}

const mostAttributes = 150;

/** Asks for the whole products of the compare list, and the attributes that name their values. */
export function useCompared(items: readonly ListedProduct[]): Compared {
  const [compared, setCompared] = useState<Compared>({ products: undefined, attributes: [], failed: false });
  const key = JSON.stringify(items.map(({ sku }) => sku).toSorted());
  useEffect(() => {
    const skus: string[] = JSON.parse(key);
    if (skus.length === 0) return;
    const abort = new AbortController();
    askCompared(skus, abort.signal).then(
      (answer) => setCompared({ ...answer, failed: false }),
      () => !abort.signal.aborted && setCompared((now) => ({ ...now, failed: true })),
    );
    return () => abort.abort();
  }, [key]);
  return compared;
}

async function askCompared(skus: string[], signal: AbortSignal) {
  const [products, attributes] = await Promise.all([
    find('product', { filters: onSale(skus), size: skus.length }, { signal }),
    find('attribute', { filters: { is_visible: { eq: true } }, size: mostAttributes }, { signal }),
  ]);
  return { products: products.items, attributes: attributes.items };
}
