import { RecentStrip } from '../../list-pages/recently-viewed-strip.tsx';
import type { Reviewed } from '../../reviews/components/review-form.tsx';
import { ReviewWriter } from '../../reviews/components/write-review.tsx';

/** The end of a product page: the review form and recently viewed products (PDP-7). */
export function AfterProduct({ product }: { product: Reviewed }) {
  return (
    <>
      <ReviewWriter product={product} />
      <RecentStrip besides={product.sku} />
    </>
  );
}
