import { shortestSearch } from '@fynbos/core/shop.ts';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/search-messages.ts';
import { dateAndTime } from '../offline-catalog/state/date-and-time.ts';
import { imagePath } from '../paths.ts';
import { useOnline } from '../platform/browser/use-online.ts';
import { Price } from '../pricing/price.tsx';
import { Icon } from '../ui/icons.tsx';
import type { Suggestion, Suggestions } from './use-suggestions.ts';

/** The suggestions for a typed text, or the reason why there are none. */
export function SuggestionList({
  id,
  text,
  suggestions,
  entries,
  active,
}: {
  id: string;
  text: string;
  suggestions: Suggestions;
  entries: readonly Suggestion[];
  active: number;
}) {
  const { t, date } = useText();
  const online = useOnline();
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <>
      <p
        id={`${id}-status`}
        role="status"
        className={entries.length > 0 ? 'sr-only' : 'px-5 pb-4 text-muted empty:p-0'}
      >
        {statusOf(t, text, suggestions)}
      </p>
      {suggestions.state === 'found' && suggestions.made && !online && (
        <p className="px-5 pb-2 text-muted text-sm">
          {t('pocket.from', { date: date(suggestions.made, dateAndTime) })}
        </p>
      )}
      {suggestions.state === 'loading' && <SuggestionPlaceholder />}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('search.suggestions')}
        className="px-2 pb-3 empty:hidden"
      >
        {entries.map((entry, index) => (
          <Link
            key={entry.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            to={entry.to}
            className="flex min-h-12 items-center gap-3 rounded-petal-small px-3 py-1 hover:bg-accent-subtle aria-selected:bg-accent-subtle aria-selected:text-accent-strong"
          >
            <SuggestionEntry entry={entry} />
          </Link>
        ))}
      </div>
    </>
  );
}

function statusOf(t: ReturnType<typeof useText>['t'], text: string, suggestions: Suggestions): string {
  switch (suggestions.state) {
    case 'short':
      return t('search.tooShort', { count: shortestSearch });
    case 'loading':
      return t('search.searching');
    case 'offline':
      return t('offline.notice');
    case 'failed':
      return t(suggestions.slow ? 'search.slow' : 'search.failed');
    case 'found':
      return suggestions.results.total === 0
        ? `${t('search.none', { text: text.trim() })} ${t('search.noneHelp')}`
        : t('search.count', { count: suggestions.results.total });
    default:
      return '';
  }
}

function SuggestionEntry({ entry }: { entry: Suggestion }) {
  const { t } = useText();
  const online = useOnline();
  if (entry.kind === 'product') {
    return (
      <>
        {online ? (
          <img
            src={imagePath([150, 150], entry.product.image)}
            alt=""
            width={150}
            height={150}
            className="size-12 rounded-md bg-white object-contain"
          />
        ) : (
          <Icon name="basket" className="size-5 text-muted" />
        )}
        <span className="flex min-w-0 flex-1 flex-col justify-between gap-x-4 md:flex-row md:items-center">
          <span className="leading-tight">{entry.product.name}</span>
          <Price of={entry.product} />
        </span>
      </>
    );
  }
  if (entry.kind === 'all') {
    return <span className="font-semibold text-accent">{t('search.seeAll', { count: entry.total })}</span>;
  }
  return (
    <>
      <Icon name={entry.kind === 'word' ? 'search' : 'basket'} className="size-5 text-muted" />
      <span className="min-w-0 flex-1">{entry.text}</span>
      {entry.kind === 'category' && <span className="text-muted text-sm">{t('filter.category')}</span>}
    </>
  );
}

/** Placeholder while suggestions are loading. */
function SuggestionPlaceholder() {
  return (
    <div aria-hidden="true" className="grid gap-2 px-5 pb-4">
      {['w-1/2', 'w-3/4', 'w-2/3'].map((width) => (
        <div key={width} className={`h-6 animate-pulse rounded bg-surface-muted ${width}`} />
      ))}
    </div>
  );
}
