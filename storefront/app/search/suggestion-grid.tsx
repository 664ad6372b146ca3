import { isComposite } from '@fynbos/core/catalogue/composite-type.ts';
import { shortestSearch } from '@fynbos/core/shop.ts';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { AddToCartButton } from '../cart/components/add-to-cart-button.tsx';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/search-messages.ts';
import { dateAndTime } from '../offline-catalog/state/date-and-time.ts';
import { imagePath } from '../paths.ts';
import { useOnline } from '../platform/browser/use-online.ts';
import { CardUnitPrice, Price } from '../pricing/price.tsx';
import { Icon } from '../ui/icons.tsx';
import { RoundPicture } from './round-picture.tsx';
import type { Suggestion, Suggestions } from './use-suggestions.ts';

/** The ids of the cells of a row: the suggestion, and the button of a product. */
export const cellId = (id: string, row: number): string => `${id}-${row}`;
export const addCellId = (id: string, row: number): string => `${id}-${row}-add`;

/**
 * The suggestions for a typed text, or the reason why there are none. A grid, since a product has a button beside its
 * link, which an option of a list could not contain.
 */
export function SuggestionGrid({
  id,
  text,
  suggestions,
  entries,
  selectedCell,
  onOpen,
}: {
  id: string;
  text: string;
  suggestions: Suggestions;
  entries: readonly Suggestion[];
  selectedCell: string | undefined;
  /** Called when the link of an entry is followed. */
  onOpen: (entry: Suggestion) => void;
}) {
  const { t, date } = useText();
  const online = useOnline();
  useEffect(() => {
    if (selectedCell) document.getElementById(selectedCell)?.scrollIntoView({ block: 'nearest' });
  }, [selectedCell]);
  return (
    <>
      <p
        id={`${id}-status`}
        role="status"
        className={entries.length > 0 ? 'sr-only' : 'px-4 pb-4 text-muted empty:p-0'}
      >
        {statusOf(t, text, suggestions)}
      </p>
      {suggestions.state === 'found' && suggestions.made && !online && (
        <p className="px-4 pb-2 text-muted text-sm">
          {t('pocket.from', { date: date(suggestions.made, dateAndTime) })}
        </p>
      )}
      {suggestions.state === 'loading' && <SuggestionPlaceholder />}
      {/* biome-ignore lint/a11y/useSemanticElements: a grid of a combobox, not a table */}
      <div
        id={`${id}-list`}
        role="grid"
        aria-label={t('search.suggestions')}
        className="px-2 pb-3 empty:hidden"
      >
        {entries.map((entry, row) => (
          <SuggestionRow
            key={entry.key}
            entry={entry}
            cells={[cellId(id, row), addCellId(id, row)]}
            selectedCell={selectedCell}
            onOpen={onOpen}
          />
        ))}
      </div>
    </>
  );
}

/** A suggestion. All rows of products have the same height, and so do all others. */
function SuggestionRow({
  entry,
  cells: [linkCell, addCell],
  selectedCell,
  onOpen,
}: {
  entry: Suggestion;
  cells: readonly [link: string, add: string];
  selectedCell: string | undefined;
  onOpen: (entry: Suggestion) => void;
}) {
  const isProduct = entry.kind === 'product';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of the grid above
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      role="row"
      className={`group flex items-center gap-2 rounded-petal-small pr-2 hover:bg-accent-subtle ${isProduct ? 'min-h-20' : ''}`}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a cell of the grid above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field */}
      <div
        id={linkCell}
        role="gridcell"
        aria-selected={selectedCell === linkCell}
        className="min-w-0 flex-1 rounded-petal-small aria-selected:bg-accent-subtle aria-selected:text-accent-strong"
      >
        <Link
          tabIndex={-1}
          to={entry.to}
          onClick={() => onOpen(entry)}
          className="flex min-h-12 items-center gap-3 rounded-petal-small px-2 py-1"
        >
          <SuggestionEntry entry={entry} />
        </Link>
      </div>
      {isProduct && (
        // biome-ignore lint/a11y/useSemanticElements: a cell of the grid above
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
        <div
          id={addCell}
          role="gridcell"
          aria-selected={selectedCell === addCell}
          className="max-w-1/2 shrink-0 rounded-xl aria-selected:outline-3 aria-selected:outline-accent"
        >
          <AddToCartButton product={entry.product} />
        </div>
      )}
    </div>
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
  const { t, label } = useText();
  const online = useOnline();
  if (entry.kind === 'product') {
    const { product } = entry;
    return (
      <>
        {online ? (
          <img
            src={imagePath([150, 150], product.image)}
            alt=""
            width={150}
            height={150}
            className="size-14 shrink-0 rounded-petal-small bg-picture object-contain"
          />
        ) : (
          <Icon name="basket" className="size-5 text-muted" />
        )}
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 leading-tight">{product.name}</span>
          <span className="flex flex-wrap items-baseline gap-x-2">
            <Price of={product} from={isComposite(product.type_id)} />
            <span className="text-muted text-sm leading-tight group-has-[input]:max-sm:hidden">
              <CardUnitPrice product={product} />
            </span>
          </span>
        </span>
      </>
    );
  }
  if (entry.kind === 'all') {
    return <span className="font-semibold text-accent">{t('search.seeAll', { count: entry.total })}</span>;
  }
  return (
    <>
      {entry.kind === 'word' ? (
        <Icon name="search" className="size-5 text-muted" />
      ) : (
        <RoundPicture image={entry.image} size="size-10" />
      )}
      <span className="min-w-0 flex-1">{entry.kind === 'category' ? label(entry.text) : entry.text}</span>
      {entry.kind === 'category' && <span className="text-muted text-sm">{t('filter.category')}</span>}
    </>
  );
}

/** Placeholder while suggestions are loading. */
function SuggestionPlaceholder() {
  return (
    <div aria-hidden="true" className="grid gap-2 px-4 pb-4">
      {['w-1/2', 'w-3/4', 'w-2/3'].map((width) => (
        <div key={width} className={`h-6 animate-pulse rounded bg-surface-muted ${width}`} />
      ))}
    </div>
  );
}
