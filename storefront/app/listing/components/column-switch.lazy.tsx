import '../../platform/i18n/parts/lists-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useColumns } from './column-count.tsx';

const columnChoices = [2, 3, 4, 6];

/** Selects the number of columns. Hidden without scripts and on narrow screens. */
export function ColumnSwitch() {
  const { t } = useText();
  const { columns, choose } = useColumns();
  return (
    <fieldset className="hidden items-center gap-1 lg:flex noscript:hidden">
      <legend className="sr-only">{t('listing.columns')}</legend>
      {columnChoices.map((count) => (
        <button
          key={count}
          type="button"
          aria-pressed={count === columns}
          aria-label={t('listing.columnsOf', { count })}
          onClick={() => choose(count)}
          className="flex h-11 w-11 items-center justify-center gap-0.5 rounded-petal-small text-muted hover:text-accent aria-pressed:bg-accent-subtle aria-pressed:text-accent"
        >
          {Array.from({ length: count }, (_, bar) => (
            <span key={bar} className="h-5 w-0.75 rounded-full bg-current" />
          ))}
        </button>
      ))}
    </fieldset>
  );
}
