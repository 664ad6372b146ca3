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
  const [held, setHeld] = useState({ pointer: false, focus: false });
  const hidden = usePageHidden();
  usePausableTimer(timeToLive(notice), held.pointer || held.focus || hidden, () => dismiss(notice.id));
  return {
    onPointerEnter: () => setHeld((now) => ({ ...now, pointer: true })),
    onPointerLeave: () => setHeld((now) => ({ ...now, pointer: false })),
    onFocus: () => setHeld((now) => ({ ...now, focus: true })),
    onBlur: () => setHeld((now) => ({ ...now, focus: false })),
  };
}
