import { useText } from '../../platform/i18n/text-context.tsx';
import { useViewDate } from '../../platform/i18n/view-date.ts';
import '../../platform/i18n/parts/reviews-messages.ts';
import type { ProductReviews, ShownReview } from '../state/load-reviews.ts';
import { reviewsAnchor } from './rating-link.tsx';
import { Stars } from './stars.tsx';

/** The reviews of a product: the average, their number, and the newest reviews. */
export function ReviewList({ reviews: { average, count, newest } }: { reviews: ProductReviews }) {
  const { t } = useText();
  return (
    <section id={reviewsAnchor} className="mt-14">
      <h2 className="mb-3 font-bold text-2xl">{t('review.title')}</h2>
      {newest.length === 0 ? (
        <p>{t('review.empty')}</p>
      ) : (
        <>
          {count > 0 && (
            <p className="flex flex-wrap items-center gap-x-4 font-semibold text-lg">
              <Stars rating={average} className="size-6" />
              <span className="font-normal text-muted">{t('review.count', { count })}</span>
            </p>
          )}
          {count > newest.length && (
            <p className="mt-3 text-muted">{t('review.newest', { count: newest.length })}</p>
          )}
          <ul className="mt-4 grid grid-cols-1 gap-4 md:grid-cols-2">
            {newest.map((review) => (
              <ReviewCard key={review.id} review={review} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function ReviewCard({ review }: { review: ShownReview }) {
  const date = useViewDate();
  return (
    <li className="grid content-start gap-2 rounded-petal border border-divider bg-surface p-5">
      {review.rating > 0 && <Stars rating={review.rating} />}
      <h3 className="font-bold text-lg [overflow-wrap:anywhere]">{review.title}</h3>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{review.detail}</p>
      <p className="text-muted text-sm">
        <span className="[overflow-wrap:anywhere]">{review.nickname}</span>,{' '}
        <time dateTime={review.created_at}>{date(review.created_at)}</time>
      </p>
    </li>
  );
}
