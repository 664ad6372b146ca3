import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type Notice, timeToLive } from './notices.ts';
import { useNotices } from './notices-provider.tsx';

/**
 * Dismisses a notice after its time-out; hover and focus pause the timer (spec D27).
 * @returns the event handlers for its element
 */
export function useNoticeTime(notice: Notice) {
  const { dismiss } = useNotices();
  const [isPointed, point] = useState(false);
  const [isFocused, focus] = useState(false);
  const hidden = usePageHidden();
  usePausableTimer(timeToLive(notice), isPointed || isFocused || hidden, () => dismiss(notice.id));
  return {
    onPointerEnter: () => point(true),
    onPointerLeave: () => point(false),
    onFocus: () => focus(true),
    onBlur: () => focus(false),
  };
}

/** Calls `end` after `milliseconds` of unpaused time. Undefined means never. */
function usePausableTimer(milliseconds: number | undefined, paused: boolean, end: () => void): void {
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
function usePageHidden(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener('visibilitychange', changed);
      return () => document.removeEventListener('visibilitychange', changed);
    },
    () => document.visibilityState === 'hidden',
    () => false,
  );
}
