import { useText } from '../i18n/text-context.tsx';
import { late, online } from '../ui/late.tsx';
import type { SearchBox } from './search-box.tsx';

const LateBox = late<React.ComponentProps<typeof SearchBox>>(
  async () => (await online(() => import('./search-box.tsx'))).SearchBox,
  Unreachable,
);

/**
 * The search field, fetched when it is shown: most pages are read without searching. It stands in the
 * document from the server at once; where it cannot be fetched, the panel says so and asks again next time.
 */
export function SearchField(props: React.ComponentProps<typeof SearchBox>) {
  return (
    <LateBox
      {...props}
      fallback={<div className="m-3 h-12 rounded-xl border-2 border-leaf bg-card md:m-4" />}
    />
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
