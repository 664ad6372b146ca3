import type { CardProduct } from '../catalogue/card-fields.ts';
import { useHydrated } from '../ui/hydrated.ts';
import { ListButton } from './list-button.tsx';

/**
 * Heart and scales over the picture of a card. The server leaves them out, since only a live page can keep a
 * list; they lie over the picture, so that nothing moves when they come.
 */
export function CardButtons({ product }: { product: CardProduct }) {
  if (!useHydrated()) return null;
  return (
    <div className="absolute top-0 right-0 z-10 grid">
      <ListButton kind="wishlist" product={product} />
      <div className="hover-only">
        <ListButton kind="compare" product={product} />
      </div>
    </div>
  );
}
