import { useText } from '../platform/i18n/text-context.tsx';
import { lazyComponent, online } from '../ui/lazy-component.tsx';
import type { SearchForm } from './search-form.lazy.tsx';

const DeferredSearchForm = lazyComponent<React.ComponentProps<typeof SearchForm>>(
  async () => (await online(() => import('./search-form.lazy.tsx'))).SearchForm,
  Unreachable,
);

/** Loads the form ahead of a search; does not fail. A field that is shown after it has no placeholder. */
export const loadSearchForm = DeferredSearchForm.load;

/**
 * The search field, loaded when it is shown, because most pages are read without a search. The server
 * renders its placeholder. If it cannot be loaded, the panel reports that and retries when it is opened
 * next.
 */
export function SearchField(props: React.ComponentProps<typeof SearchForm>) {
  return (
    <DeferredSearchForm
      {...props}
      fallback={<div className="m-2 h-12 rounded-xl border-2 border-accent bg-surface" />}
    />
  );
}

function Unreachable() {
  const { t } = useText();
  return (
    <p role="status" className="m-2 flex min-h-12 items-center px-2">
      {t('offline.notice')}
    </p>
  );
}
