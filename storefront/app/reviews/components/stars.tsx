import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/reviews-messages.ts';
import { LateIcon } from '../../ui/deferred-icon.tsx';

/** Stars, rounded to a half, with their text: the number is always readable (PDP-7). */
export function Stars({ rating, className = 'size-5' }: { rating: number; className?: string }) {
  const { t, number } = useText();
  const halves = Math.round(rating * 2);
  return (
    <span className="inline-flex items-center gap-2">
      <span className="inline-flex" aria-hidden="true">
        {[1, 3, 5, 7, 9].map((half) => (
          <LateIcon
            key={half}
            name={halves === half ? 'halfStar' : 'star'}
            filled={halves >= half}
            className={className}
          />
        ))}
      </span>
      <span className="tabular-nums">{t('review.of5', { rating: number(rating) })}</span>
    </span>
  );
}
