import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/search-messages.ts';
import { inView, searchPath } from '../paths.ts';
import { Icon } from '../ui/icons.tsx';
import { late } from '../ui/lazy-component.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { nextEntryIndex, suggestionEntries, useSuggestions } from './use-suggestions.ts';

const OfflineCatalogOffer = late(
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
  const { t } = useText();
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
        className="m-3 flex rounded-xl focus-within:outline-3 focus-within:outline-leaf focus-within:outline-offset-2 md:m-4"
      >
        <label htmlFor={`${id}-field`} className="sr-only">
          {t('search.label')}
        </label>
        <input
          id={`${id}-field`}
          name="q"
          type="search"
          role="combobox"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={entries[active] && `${id}-${active}`}
          aria-describedby={`${id}-status`}
          // biome-ignore lint/a11y/noAutofocus: the panel was opened to type into this field
          autoFocus={autoFocus}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          value={text}
          placeholder={t('search.placeholder')}
          onChange={(event) => {
            setText(event.target.value);
            setActive(-1);
          }}
          onKeyDown={onKeyDown}
          className="min-h-12 w-full min-w-0 rounded-l-xl border-2 outline-none border-leaf bg-card px-3 text-ellipsis placeholder:text-soft sm:px-4 sm:text-lg"
        />
        <button
          type="submit"
          aria-label={t('search.submit')}
          className="flex min-h-12 w-14 shrink-0 items-center justify-center rounded-r-xl bg-leaf text-on-leaf hover:bg-leaf-deep"
        >
          <Icon name="search" />
        </button>
      </form>
      {/* Suggestions do not change under a finger or pointer. */}
      <div onPointerEnter={() => setTouched(true)} onPointerLeave={() => setTouched(false)}>
        <SuggestionList id={id} text={text} suggestions={suggestions} entries={entries} active={active} />
      </div>
      {suggestions.state === 'idle' && <OfflineCatalogOffer />}
    </search>
  );
}
