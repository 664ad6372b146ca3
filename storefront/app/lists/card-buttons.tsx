import { CardBuy } from '../buying/card-buy.tsx';
import type { CardProduct } from '../catalogue/card-fields.ts';
import { useHydrated } from '../ui/hydrated.ts';
import { ListButton } from './list-button.tsx';

/**
 * Heart and scales over the picture of a card, and at its end what puts it into the cart. The server leaves
 * them out, since only a live page can keep something; their place is kept, so that nothing moves when they
 * come.
 */
export function CardButtons({ product }: { product: CardProduct }) {
  if (!useHydrated()) return null;
  return (
    <>
      <div className="absolute top-0 right-0 z-10 grid">
        <ListButton kind="wishlist" product={product} />
        <div className="hover-only">
          <ListButton kind="compare" product={product} />
        </div>
      </div>
      <div className="absolute inset-x-0 bottom-0 z-10">
        <CardBuy product={product} />
      </div>
    </>
  );
}
