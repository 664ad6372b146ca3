import { late, online } from './late.tsx';
import { useNotices } from './notices-provider.tsx';
import { useOnline } from './online.ts';

/** Without a network its code may not be had. */
const List = late<{ label: string }>(
  async () => (await online(() => import('./notice-history-list.tsx'))).NoticeHistoryList,
  () => null,
);

/** What was said before, to be read again (decision 27); nothing is shown until something was said. */
export function NoticeHistory({ label }: { label: string }) {
  const { history } = useNotices();
  const isOnline = useOnline();
  if (history.length === 0) return null;
  // With the network back it is asked for again.
  return <List key={`${isOnline}`} label={label} />;
}
