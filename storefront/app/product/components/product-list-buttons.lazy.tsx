import { useEffect } from 'react';
import { ListButton, wideButtonClass } from '../../lists/list-button.tsx';
import type { Listable } from '../../lists/list-panels.ts';
import { seeProduct } from '../../lists/product-lists.ts';
import { StoreLink } from '../../stores/components/store-link.tsx';

/**
 * Wishlist button, compare button and chosen store on a product page. Records the visit (PDP-7). Their
 * space is reserved from the start.
 */
export function ProductButtons({ product }: { product: Listable }) {
  // Records one visit per product, not one per response about it.
  useEffect(() => seeProduct(product), [product.sku]);
  return (
    <>
      <ListButton kind="wishlist" product={product} variant="wide" />
      <ListButton kind="compare" product={product} variant="wide" />
      <StoreLink className={wideButtonClass} />
    </>
  );
}
