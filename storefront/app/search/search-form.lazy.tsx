import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/search-messages.ts';
import { inView, searchPath } from '../paths.ts';
import { Icon } from '../ui/icons.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { nextEntryIndex, suggestionEntries, useSuggestions } from './use-suggestions.ts';

const OfflineCatalogOffer = lazyComponent(
  async () =>
    (await import('../offline-catalog/components/offline-catalog-offer.lazy.tsx')).OfflineCatalogOffer,
  () => null,
);

/** The search field with suggestions while typing. Without scripts it is a plain form. */
export function SearchForm({
  autoFocus = false,
  initial = '',
  onEscape,
}: {
  autoFocus?: boolean;
  initial?: string;
  /** Handles Escape when no suggestion is selected; by default it empties the field. */
  onEscape?: () => void;
}) {
  const navigate = useNavigate();
  const [text, setText] = useState(initial);
  const [active, setActive] = useState(-1);
  const [touched, setTouched] = useState(false);
  const suggestions = useSuggestions(text === initial ? '' : text, active >= 0 || touched);
  const entries = suggestions.state === 'found' ? suggestionEntries(text, suggestions.results) : [];
  const id = useId();

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setActive(nextEntryIndex(active, event.key === 'ArrowDown' ? 1 : -1, entries.length));
    }
    if (event.key === 'Escape' && (active >= 0 || onEscape)) {
      event.preventDefault();
      if (active >= 0) setActive(-1);
      else onEscape?.();
    }
  };
  const onSubmit = (event: React.FormEvent) => {
    event.preventDefault();
    navigate(entries[active]?.to ?? `${searchPath}?${new URLSearchParams({ q: text })}`);
  };

  return (
    <search>
      <form
        action={inView(searchPath)}
        data-offline="works"
        onSubmit={onSubmit}
        className="m-3 flex rounded-xl focus-within:outline-3 focus-within:outline-accent focus-within:outline-offset-2 md:m-4"
      >
        <SearchInput
          id={id}
          entryCount={entries.length}
          active={entries[active] ? active : -1}
          autoFocus={autoFocus}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(-1);
            setTouched(false);
          }}
          onKeyDown={onKeyDown}
        />
        <SubmitButton />
      </form>
      {/* Suggestions do not change under a finger or pointer. */}
      <div
        // Not when it enters: the list may open under a mouse that rests.
        onPointerMove={() => setTouched(true)}
        onPointerDown={() => setTouched(true)}
        // A finger leaves before its click, which must find what it touched; a finger that scrolls does not click.
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setTouched(false)}
        onPointerCancel={() => setTouched(false)}
      >
        <SuggestionList id={id} text={text} suggestions={suggestions} entries={entries} active={active} />
      </div>
      {suggestions.state === 'idle' && <OfflineCatalogOffer />}
    </search>
  );
}

/** The text field, a combobox of the suggestion list with this id (`SuggestionList`). */
function SearchInput({
  id,
  entryCount,
  active,
  ...props
}: {
  id: string;
  entryCount: number;
  /** Index of the selected suggestion; -1 when there is none. */
  active: number;
} & Pick<React.ComponentProps<'input'>, 'autoFocus' | 'value' | 'onChange' | 'onKeyDown'>) {
  const { t } = useText();
  return (
    <>
      <label htmlFor={`${id}-field`} className="sr-only">
        {t('search.label')}
      </label>
      <input
        {...props}
        id={`${id}-field`}
        name="q"
        type="text"
        role="combobox"
        aria-expanded={entryCount > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        aria-describedby={`${id}-status`}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        placeholder={t('search.placeholder')}
        className="min-h-12 w-full min-w-0 rounded-l-xl border-2 outline-none border-accent bg-surface px-3 text-ellipsis placeholder:text-muted sm:px-4 sm:text-lg"
      />
    </>
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
