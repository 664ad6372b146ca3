import { lazy, Suspense, useState } from 'react';
import { useText } from '../i18n/text-context.tsx';
import { online } from '../ui/late.tsx';
import type { SearchBox } from './search-box.tsx';

type Box = typeof SearchBox;
let fetched: Box | undefined;

/** Fetches the field with its suggestions; called when somebody is about to search. */
export async function fetchSearchBox(): Promise<{ default: Box }> {
  const { SearchBox } = await online(() => import('./search-box.tsx'));
  fetched = SearchBox;
  return { default: SearchBox };
}

/**
 * The search field, fetched when it is shown: most pages are read without searching. It stands in the
 * document from the server at once; where it cannot be fetched, the panel says so and asks again next time.
 */
export function SearchField(props: React.ComponentProps<Box>) {
  const [Field] = useState(
    () => fetched ?? lazy(() => fetchSearchBox().catch(() => ({ default: Unreachable }))),
  );
  return (
    <Suspense fallback={<div className="m-3 h-12 rounded-xl border-2 border-leaf bg-card md:m-4" />}>
      <Field {...props} />
    </Suspense>
  );
}

function Unreachable() {
  const { t } = useText();
  return (
    <p role="status" className="m-3 flex min-h-12 items-center px-2 md:m-4">
      {t('offline.notice')}
    </p>
  );
}
