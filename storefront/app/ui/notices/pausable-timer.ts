import { useEffect, useRef, useSyncExternalStore } from 'react';

/** Calls `end` after `milliseconds` of unpaused time. Undefined means never. */
export function usePausableTimer(milliseconds: number | undefined, paused: boolean, end: () => void): void {
  const left = useRef(milliseconds);
  const onEnd = useRef(end);
  onEnd.current = end;
  useEffect(() => {
    if (left.current === undefined || paused) return;
    const started = performance.now();
    const timer = setTimeout(() => onEnd.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, (left.current ?? 0) - (performance.now() - started));
    };
  }, [paused]);
}

/** Whether the page is hidden because the shopper is in another tab. */
export function usePageHidden(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener('visibilitychange', changed);
      return () => document.removeEventListener('visibilitychange', changed);
    },
    () => document.visibilityState === 'hidden',
    () => false,
  );
}
