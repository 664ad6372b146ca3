import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { startRecorder } from '../analytics/recorder.ts';
import { followChat } from '../chat/chat.ts';

const DebugView = lazy(async () => ({ default: (await import('../analytics/debug-view.tsx')).DebugView }));

/** What is not ours, where the operator has any: what is measured, and the chat; each after its yes (decision 40). */
export function Outside() {
  const { pathname, search } = useLocation();
  const { tags, chat } = document.documentElement.dataset;
  useEffect(() => {
    if (tags !== undefined) startRecorder();
  }, [tags]);
  useEffect(() => {
    if (chat) followChat(pathname);
  }, [chat, pathname]);
  if (!isDebugging(search)) return null;
  return (
    <Suspense>
      <DebugView />
    </Suspense>
  );
}

/** Asked for in the address once, and then for as long as the tab is there. */
function isDebugging(search: string): boolean {
  if (document.documentElement.dataset.debug === undefined) return false;
  const key = 'debug-analytics';
  try {
    if (new URLSearchParams(search).get('debug') === 'analytics') sessionStorage.setItem(key, 'on');
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
