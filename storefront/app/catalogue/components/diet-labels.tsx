import { useText } from '../../platform/i18n/text-context.tsx';

/** Dietary labels. A card shows the first two; the page shows all. */
export function DietLabels({ labels, max = labels.length }: { labels: readonly string[]; max?: number }) {
  const { t } = useText();
  if (labels.length === 0) return null;
  const rest = labels.length - max;
  return (
    <ul aria-label={t('food.diet')} className="flex flex-wrap gap-1">
      {labels.slice(0, max).map((label) => (
        <li
          key={label}
          className="rounded-petal-small bg-accent-subtle px-2 py-0.5 font-medium text-accent-strong text-xs"
        >
          {label}
        </li>
      ))}
      {rest > 0 && (
        <li className="px-1 py-0.5 text-muted text-xs">
          <span aria-hidden="true">+{rest}</span>
          <span className="sr-only">{labels.slice(max).join(', ')}</span>
        </li>
      )}
    </ul>
  );
}
