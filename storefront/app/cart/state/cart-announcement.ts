import { useSyncExternalStore } from 'react';

/** The last announcement, for a panel that covers the notices of the page. */
export interface Announcement {
  text: string;
  /** Also shown on screen, not only to screen readers. */
  shown: boolean;
}

const nothing: Announcement = { text: '', shown: false };
let current = nothing;
const listeners = new Set<() => void>();

/** Announces a text politely to screen readers. A repeated text is announced again. */
export function announceText(text: string, shown = false): void {
  current = { text: current.text === text ? `${text}\u00a0` : text, shown };
  for (const listener of listeners) listener();
}

export function useAnnouncement(): Announcement {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => current,
    () => nothing,
  );
}
