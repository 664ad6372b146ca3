import { useEffect } from 'react';
import { StoreLink } from '../stores/store-link.tsx';
import { useHydrated } from '../ui/hydrated.ts';
import { type Listable, ListButton, wideLook } from './list-button.tsx';
import { seeProduct } from './product-lists.ts';

/**
 * Heart, scales and the chosen store on the page of a product, whose visit is remembered (PDP-7). Their place is
 * kept from the start.
 */
export function ProductButtons({ product }: { product: Listable }) {
  const alive = useHydrated();
  // A visit is to a product, not to each answer about it.
  useEffect(() => seeProduct(product), [product.sku]);
  if (!alive) return null;
  return (
    <>
      <ListButton kind="wishlist" product={product} look="wide" />
      <ListButton kind="compare" product={product} look="wide" />
      <StoreLink className={wideLook} />
    </>
  );
}
