import { useEffect } from 'react';
import { type Listable, ListButton, wideButtonClass } from '../../lists/list-button.tsx';
import { seeProduct } from '../../lists/product-lists.ts';
import { StoreLink } from '../../stores/components/store-link.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';

/**
 * Wishlist button, compare button and chosen store on a product page. Records the visit (PDP-7). Their
 * space is reserved from the start.
 */
export function ProductButtons({ product }: { product: Listable }) {
  const alive = useHydrated();
  // Records one visit per product, not one per response about it.
  useEffect(() => seeProduct(product), [product.sku]);
  if (!alive) return null;
  return (
    <>
      <ListButton kind="wishlist" product={product} variant="wide" />
      <ListButton kind="compare" product={product} variant="wide" />
      <StoreLink className={wideButtonClass} />
    </>
  );
}
