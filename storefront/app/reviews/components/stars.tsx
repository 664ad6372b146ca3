import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/reviews-messages.ts';
import { LateIcon } from '../../ui/deferred-icon.tsx';

/** Stars, rounded to a half, with their text: the number is always readable (PDP-7). */
export function Stars({ rating, className = 'size-5' }: { rating: number; className?: string }) {
  const { t, number } = useText();
  return (
    <span className="inline-flex items-center gap-2">
      <span className="inline-flex" aria-hidden="true">
        {[1, 2, 3, 4, 5].map((star) => (
          <LateIcon
            key={star}
            name={rating < star - 0.25 && rating >= star - 0.75 ? 'halfStar' : 'star'}
            filled={rating >= star - 0.75}
            className={className}
          />
        ))}
      </span>
      <span className="tabular-nums">{t('review.of5', { rating: number(rating) })}</span>
    </span>
  );
}
