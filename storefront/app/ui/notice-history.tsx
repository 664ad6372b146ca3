import { lazy, Suspense } from 'react';
import { useNotices } from './notices-provider.tsx';

const List = lazy<React.ComponentType<{ label: string }>>(() =>
  import('./notice-history-list.tsx').then(
    ({ NoticeHistoryList }) => ({ default: NoticeHistoryList }),
    () => ({ default: NoList }),
  ),
);

/** Without a network its code may not be had. */
const NoList = () => null;

/** What was said before, to be read again (decision 27); nothing is shown until something was said. */
export function NoticeHistory({ label }: { label: string }) {
  const { history } = useNotices();
  if (history.length === 0) return null;
  return (
    <Suspense>
      <List label={label} />
    </Suspense>
  );
}
