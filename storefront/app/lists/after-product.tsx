import type { Reviewed } from '../reviews/review-form.tsx';
import { ReviewWriter } from '../reviews/review-writer.tsx';
import { RecentStrip } from './recent-strip.tsx';

/** What ends the page of a product: the way to write a review, and what was looked at before (PDP-7). */
export function AfterProduct({ product }: { product: Reviewed }) {
  return (
    <>
      <ReviewWriter product={product} />
      <RecentStrip besides={product.sku} />
    </>
  );
}
