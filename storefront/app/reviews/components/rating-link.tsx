import type { RatingSummary } from '@fynbos/core/content/review.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/reviews-messages.ts';
import { Stars } from './stars.tsx';

/** Anchor of the reviews on the page. */
export const reviewsAnchor = 'reviews';

/** The rating beside the product name, with a link to the reviews. */
export function RatingLink({ reviews: { average, count } }: { reviews: RatingSummary }) {
  const { t } = useText();
  return (
    <a
      href={`#${reviewsAnchor}`}
      className="inline-flex min-h-6 flex-wrap items-center gap-x-3 underline-offset-4 hover:underline"
    >
      <Stars rating={average} className="size-4" />
      <span>{t('review.count', { count })}</span>
    </a>
  );
}
