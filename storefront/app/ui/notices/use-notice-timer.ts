import { useState } from 'react';
import { type Notice, timeToLive } from './notices.ts';
import { useNotices } from './notices-provider.tsx';
import { usePageHidden, usePausableTimer } from './pausable-timer.ts';

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
