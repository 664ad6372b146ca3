import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { readText, writeText } from '../platform/storage/browser-storage.ts';
import { followChat } from './analytics/chat-widget.ts';
import { startRecorder } from './analytics/event-recorder.ts';

const DebugView = lazy(async () => ({
  default: (await import('./analytics/debug-view.lazy.tsx')).DebugView,
}));

/**
 * Third-party scripts, if the operator configured any: analytics and chat, each only with consent (spec D40).
 */
export function ThirdPartyScripts() {
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

/** Enabled by the address once, and then for the lifetime of the tab. */
function isDebugging(search: string): boolean {
  if (document.documentElement.dataset.debug === undefined) return false;
  const key = 'debug-analytics';
  if (new URLSearchParams(search).get('debug') === 'analytics') writeText(key, 'on', 'session');
  return readText(key, 'session') !== null;
}
