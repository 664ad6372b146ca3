import { useLocation } from 'react-router';
import { inView, searchPath } from '../paths.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { Icon } from '../ui/icons.tsx';
import { searchPanel } from '../ui/panels/panel-ids.ts';
import { usePanels } from '../ui/panels/panels-provider.tsx';
import { loadSearchForm } from './search-field.tsx';
import { useSearchedText } from './use-search-text.ts';

/** The search field of the header: it opens the panel, which continues its text; without scripts it is a plain form. */
export function SearchOpener({ className }: { className: string }) {
  const { t } = useText();
  return (
    <search className={`relative text-default ${className}`}>
      <Icon
        name="search"
        className="pointer-events-none absolute inset-y-0 left-4 my-auto size-5 text-accent"
      />
      <form action={inView(searchPath)} data-offline="works">
        <input
          {...useSearchField()}
          // A new page has a new text.
          key={useLocation().key}
          name="q"
          defaultValue={useSearchedText()}
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          maxLength={200}
          autoComplete="off"
          className="min-h-12 w-full rounded-xl border border-control bg-surface pr-4 pl-12 text-ellipsis placeholder:text-muted"
        />
      </form>
    </search>
  );
}

/**
 * Attributes of a field whose text the search panel continues. It opens when its form has loaded, so that no key
 * press is lost, and not on focus, which returns to the field when the panel closes.
 */
function useSearchField() {
  const { show } = usePanels();
  const open = () => void loadSearchForm().then(() => show(searchPanel));
  return {
    'aria-haspopup': 'dialog' as const,
    onFocus: loadSearchForm,
    onClick: open,
    // A word that is composed, as in Japanese, stays in this field until it is complete.
    onInput: ({ nativeEvent }: React.InputEvent) => nativeEvent.isComposing || open(),
    onCompositionEnd: open,
    onKeyDown(event: React.KeyboardEvent) {
      if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
      event.preventDefault();
      open();
    },
  };
}
