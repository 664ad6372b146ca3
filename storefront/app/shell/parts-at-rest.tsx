import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { findUnmarked } from '../offline/find-unmarked.ts';
import { onMarks } from '../offline/marks.ts';
import { isMissing } from '../offline/page-missing.ts';
import { taskMark } from '../offline/task-mark.ts';
import { WorkerVoice } from '../offline/worker-voice.tsx';
import { late } from '../ui/late.tsx';
import { useOnline } from '../ui/online.ts';

const TaskVoice = late(
  async () => (await import('../offline/task-voice.tsx')).TaskVoice,
  () => null,
);

/** What nobody sees and every page has behind it: what works without a network, and what waits for one. */
export function PartsAtRest() {
  const tasks = useSyncExternalStore(onMarks, taskMark);
  const isOnline = useOnline();
  const hasTasks = useRef(false);
  // Without a network its code is not asked for: what once failed to come stays away.
  hasTasks.current ||= isOnline && !!tasks;
  useEffect(() => {
    if (isOnline) findUnmarked().catch(() => {});
  }, [isOnline]);
  return (
    <>
      {/* A task that waits is sent from any page, also one that another part of it, or another tab, has just made. */}
      {hasTasks.current && <TaskVoice />}
      {useQuiet() && 'serviceWorker' in navigator && <WorkerVoice />}
    </>
  );
}

const turn = 3000;
const mostTurns = 5;

/** Whether the page has stopped fetching: what the worker fetches ahead stands behind it. Some never stop. */
function useQuiet(): boolean {
  const [isQuiet, setQuiet] = useState(() => isMissing(location.hash));
  useEffect(() => {
    let isHere = true;
    void (async () => {
      let before = -1;
      for (let turns = 0; turns < mostTurns && before !== fetched(); turns++) {
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

/** How much the page has fetched so far; never the same before it is complete. */
const fetched = () =>
  document.readyState === 'complete' ? performance.getEntriesByType('resource').length : Number.NaN;
