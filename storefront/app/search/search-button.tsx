import { Link } from 'react-router';
import { searchPath } from '../paths.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { Icon } from '../ui/icons.tsx';
import { useSearchOpener } from './use-search-opener.ts';
import { useSearchedText } from './use-search-text.ts';

/** Looks like a field and opens the panel; without scripts it links to the search page. */
export function SearchOpener({ className }: { className: string }) {
  const { t } = useText();
  const opener = useSearchOpener();
  const text = useSearchedText();
  return (
    <Link
      to={searchPath}
      {...opener}
      className={`flex min-h-12 items-center gap-3 rounded-xl border border-control bg-surface px-4 text-default ${className}`}
    >
      <Icon name="search" className="size-5 text-accent" />
      <span className="sr-only">{t('search.open')}: </span>
      <span className={`truncate ${text ? '' : 'text-muted'}`}>{text || t('search.placeholder')}</span>
    </Link>
  );
}
