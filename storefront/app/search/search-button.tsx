import { Link } from 'react-router';
import { searchPath } from '../paths.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { Icon } from '../ui/icons.tsx';
import { online } from '../ui/lazy-component.tsx';
import { searchPanel } from '../ui/panels/panel-ids.ts';
import { usePanels } from '../ui/panels/panels-provider.tsx';
import { useSearchedText } from './use-search-text.ts';

/** Preloads the search form before a likely click, so that it is ready when the panel opens. */
const warm = () => void online(() => import('./search-form.lazy.tsx')).catch(() => {});

/** Looks like a field and opens the panel; without scripts it links to the search page. */
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
      className={`flex min-h-12 items-center gap-3 rounded-xl border border-transparent bg-surface px-4 dark:border-control text-default ${className}`}
    >
      <Icon name="search" className="size-5 text-accent" />
      <span className="sr-only">{t('search.open')}: </span>
      <span className={`truncate ${text ? '' : 'text-muted'}`}>{text || t('search.placeholder')}</span>
    </Link>
  );
}
