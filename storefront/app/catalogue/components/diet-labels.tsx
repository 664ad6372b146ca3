import { useText } from '../../platform/i18n/text-context.tsx';

const dietsShown = 2;

/** The dietary labels of a card: as many of the first two as fit into one row. */
export function DietLabels({ labels: names }: { labels: readonly string[] }) {
  const { t, label } = useText();
  if (names.length === 0) return null;
  const labels = names.map(label);
  const rest = labels.slice(dietsShown);
  return (
    <ul aria-label={t('food.diet')} className="flex max-h-5 flex-wrap gap-1 overflow-hidden">
      {labels.slice(0, dietsShown).map((diet) => (
        <li
          key={diet}
          className="rounded-petal-small bg-accent-subtle px-2 py-0.5 font-medium text-accent-strong text-xs"
        >
          {diet}
        </li>
      ))}
      {rest.length > 0 && <li className="sr-only">{rest.join(', ')}</li>}
    </ul>
  );
}
