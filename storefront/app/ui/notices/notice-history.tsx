import { useOnline } from '../../platform/browser/use-online.ts';
import { lazyComponent, online } from '../lazy-component.tsx';
import { useNotices } from './notices-provider.tsx';

/** While offline its code may be unavailable. */
const List = lazyComponent<{ label: string }>(
  async () => (await online(() => import('./notice-history-list.lazy.tsx'))).NoticeHistoryList,
  () => null,
);

/** The history of notices (spec D27); hidden until there is one. */
export function NoticeHistory({ label }: { label: string }) {
  const { history } = useNotices();
  const isOnline = useOnline();
  if (history.length === 0) return null;
  // Loading is retried when the network returns.
  return <List key={`${isOnline}`} label={label} />;
}
