import type { Reviewed } from '../reviews/review-form.tsx';
import { ReviewWriter } from '../reviews/review-writer.tsx';
import { RecentStrip } from './recent-strip.tsx';

/** The end of a product page: the review form and recently viewed products (PDP-7). */
export function AfterProduct({ product }: { product: Reviewed }) {
  return (
    <>
      <ReviewWriter product={product} />
      <RecentStrip besides={product.sku} />
    </>
  );
}
