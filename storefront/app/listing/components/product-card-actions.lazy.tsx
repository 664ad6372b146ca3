import { AddToCartButton, PictureCorner } from '../../cart/components/add-to-cart-button.tsx';
import type { CardProduct } from '../../catalogue/state/product-card-fields.ts';
import { ListButton } from '../../lists/list-button.tsx';
import { apiSettings } from '../../platform/api/api-settings.ts';
import { PictureButton } from '../../ui/load-picture-button.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';

/** The buttons over the picture of a card: add to cart at once; wishlist and compare after hydration. */
export function CardButtons({ product }: { product: CardProduct }) {
  const alive = useHydrated();
  return (
    <>
      {apiSettings().low && <PictureButton name={product.name} />}
      <PictureCorner>
        <AddToCartButton product={product} />
      </PictureCorner>
      {alive && (
        <div className="absolute top-0 right-0 z-10 grid transition-opacity duration-300 starting:opacity-0">
          <ListButton kind="wishlist" product={product} />
          <div className="hover-only">
            <ListButton kind="compare" product={product} />
          </div>
        </div>
      )}
    </>
  );
}
