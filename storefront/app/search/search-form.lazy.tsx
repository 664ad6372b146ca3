import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/search-messages.ts';
import { inView, searchPath, searchPathFor } from '../paths.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { rememberSearch } from './recent-searches.ts';
import { type MainCategory, SearchStart } from './search-start.tsx';
import { addCellId, cellId, SuggestionGrid } from './suggestion-grid.tsx';
import { useSearchedText } from './use-search-text.ts';
import { nextEntryIndex, type Suggestion, suggestionEntries, useSuggestions } from './use-suggestions.ts';

const OfflineCatalogOffer = lazyComponent(
  async () =>
    (await import('../offline-catalog/components/offline-catalog-offer.lazy.tsx')).OfflineCatalogOffer,
  () => null,
);

interface Props {
  autoFocus?: boolean;
  /** The first text; by default the search text of the page. */
  initial?: string;
  onType?: (text: string) => void;
  /** Handles Escape when no suggestion is selected. */
  onEscape?: () => void;
  /** Shown with recent and popular searches while nothing is typed. */
  categories?: readonly MainCategory[];
  /** A button at the end of the row of the field. */
  children?: React.ReactNode;
}

/** The search field with suggestions while typing. Without scripts it is a plain form. */
export function SearchForm({ autoFocus = false, initial, onType, onEscape, categories, children }: Props) {
  const navigate = useNavigate();
  const searched = useSearchedText();
  const [text, setText] = useState(initial ?? searched);
  const [touched, setTouched] = useState(false);
  const id = useId();
  const { active, isAtButton, select, onKeyDown } = useSelection(onEscape);
  const suggestions = useSuggestions(text === searched ? '' : text, active >= 0 || touched);
  const entries = suggestions.state === 'found' ? suggestionEntries(text, suggestions.results) : [];
  const selected = entries[active];
  const selectedCell = selected && (isAtButton ? addCellId(id, active) : cellId(id, active));

  const type = (typed: string) => {
    setText(typed);
    onType?.(typed);
    select(-1);
    setTouched(false);
  };
  const onSubmit = (event: React.FormEvent) => {
    event.preventDefault();
    if (selectedCell && isAtButton) return pressIn(selectedCell);
    rememberSearch(searchOf(selected, text));
    navigate(selected?.to ?? searchPathFor(text));
  };

  return (
    <search onKeyDown={suggestions.state === 'idle' ? moveFocus : undefined}>
      <div className="sticky -top-4 z-10 flex items-center gap-1 bg-surface p-2">
        <form
          action={inView(searchPath)}
          data-offline="works"
          onSubmit={onSubmit}
          className="flex min-w-0 flex-1"
        >
          <SearchInput
            id={id}
            isExpanded={entries.length > 0}
            selectedCell={selectedCell}
            autoFocus={autoFocus}
            value={text}
            type={type}
            onKeyDown={(event) => onKeyDown(event, entries)}
          />
          <SubmitButton />
        </form>
        {children}
      </div>
      {/* Suggestions do not change under a finger or pointer. */}
      <div
        // Not when it enters: the list may open under a mouse that rests.
        onPointerMove={() => setTouched(true)}
        onPointerDown={() => setTouched(true)}
        // A finger leaves before its click, which must find what it touched; a finger that scrolls does not click.
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setTouched(false)}
        onPointerCancel={() => setTouched(false)}
      >
        <SuggestionGrid
          id={id}
          text={text}
          suggestions={suggestions}
          entries={entries}
          selectedCell={selectedCell}
          onOpen={(entry) => rememberSearch(searchOf(entry, text))}
        />
      </div>
      {suggestions.state === 'idle' && categories && <SearchStart categories={categories} />}
      {suggestions.state === 'idle' && <OfflineCatalogOffer />}
    </search>
  );
}

/** The text that is searched for by an entry, or by the field without one; empty for a product and a category. */
function searchOf(entry: Suggestion | undefined, typed: string): string {
  if (entry?.kind === 'word') return entry.text;
  return !entry || entry.kind === 'all' ? typed : '';
}

/** Presses the last control of a cell: of a product in the cart, that is "one more". */
function pressIn(cell: string): void {
  [...(document.getElementById(cell)?.querySelectorAll<HTMLElement>('a, button') ?? [])].at(-1)?.click();
}

/**
 * Moves the focus with the arrow keys from the field through the links under it, in the order of display, and back.
 * Keys that edit a text return to the field.
 */
function moveFocus(event: React.KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target, currentTarget } = event;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>('[role="combobox"], section a')];
  const isTyped = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
  if (isTyped || key === 'Home' || key === 'End') stops[0]?.focus();
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
  event.preventDefault();
  // A button counts as the link before it.
  const from = stops.findLastIndex(
    (stop) => stop.compareDocumentPosition(target as Node) !== Node.DOCUMENT_POSITION_PRECEDING,
  );
  stops.at((from + (key === 'ArrowDown' ? 1 : -1)) % stops.length)?.focus();
}

/**
 * The selected suggestion, moved with the arrow keys; the focus stays in the field. Up and down change the row, right
 * and left lead to the button of a product and back.
 */
function useSelection(onEscape?: () => void) {
  const [active, setActive] = useState(-1);
  const [isAtButton, setAtButton] = useState(false);
  const select = (index: number) => {
    setActive(index);
    setAtButton(false);
  };
  const onKeyDown = (event: React.KeyboardEvent, entries: readonly Suggestion[]) => {
    const { key } = event;
    const hasButton = entries[active]?.kind === 'product';
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      select(nextEntryIndex(active, key === 'ArrowDown' ? 1 : -1, entries.length));
    }
    if (hasButton && (key === 'ArrowRight' || key === 'ArrowLeft')) {
      event.preventDefault();
      setAtButton(key === 'ArrowRight');
    }
    if (key === 'Escape' && (active >= 0 || onEscape)) {
      event.preventDefault();
      if (active >= 0) select(-1);
      else onEscape?.();
    }
  };
  return { active, isAtButton, select, onKeyDown };
}

/** The text field, a combobox of the grid with this id (`SuggestionGrid`), and the button that empties it. */
function SearchInput({
  id,
  isExpanded,
  selectedCell,
  type,
  ...props
}: {
  id: string;
  isExpanded: boolean;
  selectedCell: string | undefined;
  type: (text: string) => void;
} & Pick<React.ComponentProps<'input'>, 'autoFocus' | 'value' | 'onKeyDown'>) {
  const { t } = useText();
  const input = useRef<HTMLInputElement>(null);
  const { autoFocus } = props;
  useLayoutEffect(() => {
    const field = input.current;
    if (!autoFocus || !field) return;
    // React sets no attribute: the dialog, which opens after this, would focus its first element.
    field.autofocus = true;
    // Typing continues the text of the header's field.
    field.setSelectionRange(-1, -1);
  }, [autoFocus]);
  return (
    <div className="relative min-w-0 flex-1">
      <label htmlFor={`${id}-field`} className="sr-only">
        {t('search.label')}
      </label>
      <input
        {...props}
        ref={input}
        onChange={(event) => type(event.target.value)}
        id={`${id}-field`}
        name="q"
        type="text"
        role="combobox"
        aria-expanded={isExpanded}
        aria-haspopup="grid"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={selectedCell}
        aria-describedby={`${id}-status`}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        placeholder={t('search.placeholder')}
        className="min-h-12 w-full rounded-l-xl border-2 border-accent bg-surface pr-11 pl-3 text-ellipsis placeholder:text-muted -outline-offset-2 sm:text-lg"
      />
      {props.value !== '' && (
        <IconButton
          icon="close"
          label={t('search.clear')}
          className="absolute inset-y-0 right-0"
          onClick={() => {
            type('');
            input.current?.focus();
          }}
        />
      )}
    </div>
  );
}

function SubmitButton() {
  const { t } = useText();
  return (
    <button
      type="submit"
      aria-label={t('search.submit')}
      className="flex min-h-12 w-14 shrink-0 items-center justify-center rounded-r-xl bg-accent text-on-accent hover:bg-accent-strong"
    >
      <Icon name="search" />
    </button>
  );
}
