import { AddToCartButton } from '../../cart/components/add-to-cart-button.tsx';
import type { CardProduct } from '../../catalogue/state/product-card-fields.ts';
import { ListButton } from '../../lists/list-button.tsx';
import { apiSettings } from '../../platform/api/api-settings.ts';
import { PictureButton } from '../../ui/load-picture-button.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';

/**
 * The buttons of a card: add to cart at its end; wishlist and compare over its picture after hydration.
 * Their space is reserved to avoid layout shifts.
 */
export function CardButtons({ product }: { product: CardProduct }) {
  const alive = useHydrated();
  return (
    <>
      {apiSettings().low && <PictureButton name={product.name} />}
      <div className="absolute inset-x-0 bottom-0 z-10 noscript:hidden">
        <AddToCartButton product={product} />
      </div>
      {alive && (
        <div className="absolute top-0 right-0 z-10 grid">
          <ListButton kind="wishlist" product={product} />
          <div className="hover-only">
            <ListButton kind="compare" product={product} />
          </div>
        </div>
      )}
    </>
  );
}
