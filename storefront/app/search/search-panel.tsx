import { Link, useLocation } from 'react-router';
import { useText } from '../i18n/text-context.tsx';
import { searchPath } from '../paths.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { Panel } from '../ui/panel.tsx';
import { usePanels } from '../ui/panels.tsx';
import { fetchSearchBox, SearchField } from './search-field.tsx';

export const searchPanel = 'searchpanel';

/** Search over the page. Its field starts with what was searched for on this page, and empty elsewhere. */
export function SearchPanel() {
  const { t } = useText();
  const text = useSearchedText();
  const { open, close } = usePanels();
  return (
    <Panel
      name={searchPanel}
      title={t('search.label')}
      closeLabel={t('search.close')}
      side="top"
      heading={false}
    >
      <div className="flex items-start">
        <div className="min-w-0 flex-1">
          {open === searchPanel && (
            <SearchField autoFocus initial={text} onEscape={() => close(searchPanel)} />
          )}
        </div>
        <div className="pt-3 pr-2 md:pt-4">
          <IconButton icon="close" label={t('search.close')} onClick={() => close(searchPanel)} />
        </div>
      </div>
    </Panel>
  );
}

/** On the way to a search: what is fetched now is there when the panel opens. */
const warm = () => void fetchSearchBox().catch(() => {});

/** Looks like a field and opens the panel; before scripts it leads to the page with the real one. */
export function SearchOpener({ className }: { className: string }) {
  const { t } = useText();
  const { show } = usePanels();
  const text = useSearchedText();
  return (
    <Link
      to={searchPath}
      aria-haspopup="dialog"
      onPointerEnter={warm}
      onPointerDown={warm}
      onFocus={warm}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        show(searchPanel);
      }}
      className={`flex min-h-12 items-center gap-3 rounded-xl border border-transparent bg-card px-4 dark:border-edge text-ink ${className}`}
    >
      <Icon name="search" className="size-5 text-leaf" />
      <span className="sr-only">{t('search.open')}: </span>
      <span className={`truncate ${text ? '' : 'text-soft'}`}>{text || t('search.placeholder')}</span>
    </Link>
  );
}

function useSearchedText(): string {
  const { pathname, search } = useLocation();
  return pathname === searchPath ? (new URLSearchParams(search).get('q') ?? '') : '';
}
