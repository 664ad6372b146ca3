import { useEffect, useRef } from 'react';
import { type Notice, timeToLive } from './notices.ts';
import { useNotices } from './notices-provider.tsx';

const stepMs = 100;

/**
 * Dismisses a notice after its time-out; while it is hovered or focused, or the page is hidden, the time stands still
 * (spec D27).
 * @returns the reference for its element
 */
export function useNoticeTimer(notice: Notice): React.RefObject<HTMLDivElement | null> {
  const { dismiss } = useNotices();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const time = timeToLive(notice);
    if (time === undefined) return;
    let left = time;
    const timer = setInterval(() => {
      if (document.hidden || element.current?.matches(':hover, :focus-within')) return;
      left -= stepMs;
      if (left <= 0) dismiss(notice.id);
    }, stepMs);
    return () => clearInterval(timer);
  }, [notice.id]);
  return element;
}
