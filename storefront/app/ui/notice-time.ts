import { useState } from 'react';
import { type Notice, timeToLive } from './notices.ts';
import { useNotices } from './notices-provider.tsx';
import { usePageHidden, usePausableTimer } from './pausable-timer.ts';

/**
 * Takes a notice away when its time is over; pointing at it and focusing something in it stop the clock (decision 27).
 *
 * @returns what its element listens to
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
