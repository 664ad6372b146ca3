import { useText } from '../../platform/i18n/text-context.tsx';

/** Dietary labels. A page shows all; a card shows as many of the first two as fit into one row. */
export function DietLabels({ labels, max }: { labels: readonly string[]; max?: number }) {
  const { t } = useText();
  if (labels.length === 0) return null;
  const rest = labels.slice(max ?? labels.length);
  return (
    <ul
      aria-label={t('food.diet')}
      className={`flex flex-wrap gap-1 ${max ? 'max-h-5 overflow-hidden' : ''}`}
    >
      {labels.slice(0, max).map((label) => (
        <li
          key={label}
          className="rounded-petal-small bg-accent-subtle px-2 py-0.5 font-medium text-accent-strong text-xs"
        >
          {label}
        </li>
      ))}
      {rest.length > 0 && <li className="sr-only">{rest.join(', ')}</li>}
    </ul>
  );
}
