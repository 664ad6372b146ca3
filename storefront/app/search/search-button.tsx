import { useLocation } from 'react-router';
import { inView, searchPath } from '../paths.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { Icon } from '../ui/icons.tsx';
import { useSearchField } from './use-search-opener.ts';
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
