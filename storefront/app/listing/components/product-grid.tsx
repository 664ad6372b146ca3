import type { CardProduct } from '../../catalogue/state/product-card-fields.ts';
import { ProductCard } from './product-card.tsx';

/** How many pictures load eagerly: those a phone shows without scrolling. */
const inView = 2;

/** Products in rows: two columns on a phone, as many as the shopper chose on a wide screen. */
export function ProductGrid({
  products,
  columns = 4,
  id,
  leading = false,
}: {
  products: readonly CardProduct[];
  columns?: number;
  id?: string;
  /** Whether the grid is the first content of its page. */
  leading?: boolean;
}) {
  return (
    <ul
      id={id}
      className={`grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 md:gap-x-6 ${wide[columns] ?? wide[4]}`}
    >
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} first={leading && index < inView} />
        </li>
      ))}
    </ul>
  );
}

const wide: Record<number, string> = {
  2: 'lg:grid-cols-2',
  3: 'lg:grid-cols-3',
  4: 'lg:grid-cols-4',
  6: 'lg:grid-cols-6',
};
