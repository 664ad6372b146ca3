import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { findUnmarked } from '../offline/find-unmarked.ts';
import { onBrowserFlags } from '../offline/marks.ts';
import { isMissing } from '../offline/page-missing.ts';
import { taskFlag } from '../offline/task-mark.ts';
import { WorkerNotifier } from '../offline/worker-voice.tsx';
import { late } from '../ui/late.tsx';
import { useOnline } from '../ui/online.ts';

const TaskNotifier = late(
  async () => (await import('../offline/task-voice.tsx')).TaskNotifier,
  () => null,
);

/** Background parts of every page: offline support and the sending of queued tasks. */
export function PartsAtRest() {
  const tasks = useSyncExternalStore(onBrowserFlags, taskFlag);
  const isOnline = useOnline();
  const hasTasks = useRef(false);
  // Without a network its code is not requested: the browser does not retry a failed module.
  hasTasks.current ||= isOnline && !!tasks;
  useEffect(() => {
    if (isOnline) findUnmarked().catch(() => {});
  }, [isOnline]);
  return (
    <>
      {/* A queued task is sent from any page, also a task queued by another part or another tab. */}
      {hasTasks.current && <TaskNotifier />}
      {useQuiet() && 'serviceWorker' in navigator && <WorkerNotifier />}
    </>
  );
}

const turn = 3000;
const maxTurns = 5;

/**
 * Whether the page has stopped loading resources: precaching of the service worker starts after it. Some
 * pages never stop, so the wait is limited.
 */
function useQuiet(): boolean {
  const [isQuiet, setQuiet] = useState(() => isMissing(location.hash));
  useEffect(() => {
    let isHere = true;
    void (async () => {
      let before = -1;
      for (let turns = 0; turns < maxTurns && before !== fetched(); turns++) {
        before = fetched();
        await new Promise((resolve) => setTimeout(resolve, turn));
      }
      if (isHere) setQuiet(true);
    })();
    return () => {
      isHere = false;
    };
  }, []);
  return isQuiet;
}

/** Number of resources loaded so far; never equal to itself before the page is complete. */
const fetched = () =>
  document.readyState === 'complete' ? performance.getEntriesByType('resource').length : Number.NaN;
