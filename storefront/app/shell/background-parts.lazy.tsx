import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useAllLabels } from '../catalogue/state/use-all-labels.ts';
import { taskFlag } from '../network-tasks/task-count.ts';
import { useOnline } from '../platform/browser/use-online.ts';
import { isMissing } from '../platform/service-worker/missing-page-response.ts';
import { onStoredElsewhere } from '../platform/storage/browser-storage.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { findPendingWork } from './offline/pending-work-probe.ts';
import { WorkerNotifier } from './offline/service-worker-notifier.tsx';

const TaskNotifier = lazyComponent(
  async () => (await import('./offline/task-notifier.lazy.tsx')).TaskNotifier,
  () => null,
);

/** Background parts of every page: offline support and the sending of queued tasks. */
export function PartsAtRest() {
  const tasks = useSyncExternalStore(onStoredElsewhere, taskFlag);
  const isOnline = useOnline();
  const hasTasks = useRef(false);
  // Without a network its code is not requested: the browser does not retry a failed module.
  hasTasks.current ||= isOnline && !!tasks;
  useEffect(() => {
    if (isOnline) findPendingWork().catch(() => {});
  }, [isOnline]);
  useAllLabels(isOnline);
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
