import type { CardProduct } from '../../catalogue/state/product-card-fields.ts';
import { useLiveCards } from '../../catalogue/state/use-live-cards.ts';
import { ProductCard } from './product-card.tsx';

/** A few products: a swipeable row on a phone, where only visible ones load; a grid elsewhere. */
export function ProductStrip({ products: initialProducts }: { products: readonly CardProduct[] }) {
  const products = useLiveCards(initialProducts);
  return (
    <ul className="-mx-4 grid snap-x scroll-px-4 auto-cols-[44%] grid-flow-col gap-4 overflow-x-auto px-4 pb-2 sm:auto-cols-[30%] md:mx-0 md:grid-flow-row md:grid-cols-4 md:gap-x-5 md:gap-y-8 md:overflow-visible md:px-0">
      {products.map((product) => (
        <li key={product.id} className="snap-start">
          <ProductCard product={product} />
        </li>
      ))}
    </ul>
  );
}
