import { maxStars } from '@fynbos/core/content/review.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/reviews-messages.ts';
import { LateIcon } from '../../ui/deferred-icon.tsx';

/** Stars with their text: the number is always readable (PDP-7). */
export function Stars({ rating, className = 'size-5' }: { rating: number; className?: string }) {
  const { t, number } = useText();
  const stars = Array.from({ length: maxStars }, (_, index) => index + 1);
  return (
    <span className="inline-flex items-center gap-2">
      <span className="inline-flex" aria-hidden="true">
        {stars.map((star) => (
          <LateIcon key={star} name="star" filled={star <= Math.round(rating)} className={className} />
        ))}
      </span>
      <span className="tabular-nums">{t('review.of5', { rating: number(rating) })}</span>
    </span>
  );
}
